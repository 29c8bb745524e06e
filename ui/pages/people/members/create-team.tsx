import { Button, Select, Textarea, TextInput } from '@mantine/core';
import { createTeam, listTeamHierarchy } from 'cairn/client';
import type { TeamType } from 'cairn/contract';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { addressOf } from '../../../data/addresses.js';
import { cairn } from '../../../data/client.js';
import { useNavigate } from '../../../data/use-address.js';
import { refresh } from '../../../data/use-operation.js';
import { AskDialog } from '../../../kit/ask-dialog.js';
import { useWords } from '../../../words/define-words.js';
import { peopleWords } from '../../../words/people.js';

interface Props {
  parent: { id: string; teamType: TeamType | undefined };
}

/** Kinds that a team can hold. */
const BELOW: Readonly<Record<TeamType, readonly TeamType[]>> = {
  Organization: ['BusinessUnit', 'Division', 'Department', 'Group'],
  BusinessUnit: ['BusinessUnit', 'Division', 'Department', 'Group'],
  Division: ['Division', 'Department', 'Group'],
  Department: ['Department', 'Group'],
  Group: [],
};

export function CreateTeam(props: Props) {
  const t = useWords(peopleWords);
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button size="xs" leftSection={<Plus size={14} aria-hidden />} onClick={() => setOpened(true)}>
        {t('addTeam')}
      </Button>
      {opened ? <CreateDialog {...props} close={() => setOpened(false)} /> : null}
    </>
  );
}

function CreateDialog({ parent, close }: Props & { close(): void }) {
  const t = useWords(peopleWords);
  const navigate = useNavigate();
  const kinds = BELOW[parent.teamType ?? 'Organization'];
  const [kind, setKind] = useState<TeamType>('Group');
  const [name, setName] = useState('');
  const [displayName, setDisplayName] = useState('');
  const [description, setDescription] = useState('');
  const [tried, setTried] = useState(false);
  async function run() {
    setTried(true);
    if (name.trim() === '') return false;
    const team = await cairn.call(createTeam, {
      body: {
        name: name.trim(),
        teamType: kind,
        parents: [parent.id],
        ...(displayName.trim() ? { displayName: displayName.trim() } : {}),
        ...(description.trim() ? { description: description.trim() } : {}),
      },
    });
    await refresh(listTeamHierarchy);
    void navigate(addressOf('team', team.fullyQualifiedName ?? team.name));
    return true;
  }
  return (
    <AskDialog title={t('addTeam')} action={t('create')} close={close} run={run}>
      <TextInput
        label={t('name')}
        description={t('nameHelp')}
        required
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={tried && name.trim() === '' ? t('nameNeeded') : undefined}
      />
      <TextInput
        label={t('displayName')}
        value={displayName}
        onChange={(event) => setDisplayName(event.currentTarget.value)}
      />
      <Select
        label={t('teamType')}
        allowDeselect={false}
        value={kind}
        onChange={(value) => setKind(kinds.find((one) => one === value) ?? 'Group')}
        data={kinds.map((value) => ({ value, label: t(`teamType.${value}`) }))}
      />
      <Textarea
        label={t('description')}
        autosize
        minRows={2}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
    </AskDialog>
  );
}
