import { Button, Select } from '@mantine/core';
import { createTeam, listTeamHierarchy } from 'cairn/client';
import type { TeamType } from 'cairn/contract';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { addressOf } from '../../../data/addresses/addresses.js';
import { useNavigate } from '../../../data/addresses/use-address.js';
import { cairn } from '../../../data/client.js';
import { refresh } from '../../../data/use-operation.js';
import { CreateDialog, type Named } from '../../../entities/create-dialog.js';
import { madeOf } from '../../../entities/made.js';
import { useWords } from '../../../words/define-words.js';
import { peopleWords } from '../../../words/people/people.js';

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
      {opened ? <NewTeam {...props} close={() => setOpened(false)} /> : null}
    </>
  );
}

function NewTeam({ parent, close }: Props & { close(): void }) {
  const t = useWords(peopleWords);
  const navigate = useNavigate();
  const kinds = BELOW[parent.teamType ?? 'Organization'];
  const [kind, setKind] = useState<TeamType>('Group');
  async function create(named: Named) {
    const team = await cairn.call(createTeam, {
      body: { ...madeOf(named), teamType: kind, parents: [parent.id] },
    });
    await refresh(listTeamHierarchy);
    void navigate(addressOf('team', team.fullyQualifiedName ?? team.name));
  }
  return (
    <CreateDialog title={t('addTeam')} help={t('nameHelp')} close={close} create={create}>
      <Select
        label={t('teamType')}
        allowDeselect={false}
        value={kind}
        onChange={(value) => setKind(kinds.find((one) => one === value) ?? 'Group')}
        data={kinds.map((value) => ({ value, label: t(`teamType.${value}`) }))}
      />
    </CreateDialog>
  );
}
