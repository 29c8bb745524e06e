import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { createTask, getTaskCount, listTasks } from 'cairn/client';
import { useMemo, useState } from 'react';
import { entityLink } from '../../data/addresses/entity-links.js';
import { cairn } from '../../data/client.js';
import { refresh } from '../../data/use-operation.js';
import { AskDialog } from '../../kit/dialogs/ask-dialog.js';
import { tell } from '../../kit/states/tell.js';
import { useWords } from '../../words/define-words.js';
import { taskWords } from '../../words/entities/tasks.js';
import type { EntityView } from '../entity-page.js';
import { ReferenceChip, TagChip } from '../fields/chips.js';
import { type Choice, Picker } from '../fields/picker.js';
import { choiceOf } from '../fields/reference-field.js';
import { references } from '../fields/values.js';
import { ColumnChoice } from './column-choice.js';
import { TagPicker } from './tag-picker.js';
import { type Asked, endOf, partsOf, type RequestKind, requestOf } from './task-requests.js';
import { numberOf, titleOf } from './task-texts.js';
import classes from './tasks.module.css';

interface Props {
  kind: RequestKind;
  view: EntityView;
  name: string;
  close: () => void;
}

const ACCESS = ['FullAccess', 'ColumnLevel', 'Masked'] as const;
const PERMISSIONS = ['Read', 'Write', 'Admin'] as const;

/** Opens a task: the kind of request, the part that it is about, and who should do it. */
export function RequestDialog({ kind, view, name, close }: Props) {
  const t = useWords(taskWords);
  const parts = useMemo(() => partsOf(view.entity), [view.entity]);
  const [people, setPeople] = useState<readonly Choice[]>([]);
  const [asked, setAsked] = useState<Asked>({
    part: parts[0] ?? { path: '', name, description: '', tags: [] },
    ...{
      why: '',
      description: '',
      tags: [],
      accessType: 'FullAccess',
      requestedAccess: 'Read',
      columns: [],
      ticket: '',
      until: '',
    },
  });
  const [missing, setMissing] = useState(false);
  const set = (change: Partial<Asked>) => setAsked((now) => ({ ...now, ...change }));
  async function run() {
    if (whatIsMissing(kind, asked)) {
      setMissing(true);
      return false;
    }
    const about = entityLink(view.type, view.entity.fullyQualifiedName) ?? '';
    const body = requestOf(
      kind,
      asked,
      about,
      people.map(({ fqn }) => fqn),
    );
    const task = await cairn.call(createTask, { body });
    await refresh(listTasks, getTaskCount);
    tell({ message: t('opened', { title: titleOf(task), id: numberOf(task) }) });
    return true;
  }
  return (
    <AskDialog title={t(`add.${kind}`)} action={t('send')} close={close} run={run}>
      {kind !== 'access' && parts.length > 1 ? (
        <NativeSelect
          label={t('part')}
          data={parts.map((one) => ({
            value: one.path,
            label: one.path === '' ? t('whole', { name }) : one.name,
          }))}
          value={asked.part.path}
          onChange={({ currentTarget }) =>
            set({ part: parts.find((one) => one.path === currentTarget.value) ?? asked.part })
          }
        />
      ) : null}
      <Wanted kind={kind} asked={asked} set={set} missing={missing} columns={parts.slice(1).map((one) => one.name)} />
      <Textarea
        label={t(kind === 'access' ? 'reason' : 'why')}
        autosize
        minRows={2}
        withAsterisk={kind === 'access'}
        data-autofocus={kind !== 'suggestDescription' || undefined}
        value={asked.why}
        onChange={(event) => set({ why: event.currentTarget.value })}
        error={missing && kind === 'access' && asked.why.trim() === '' ? t('needed', { name: t('reason') }) : undefined}
      />
      <Assignees view={view} people={people} setPeople={setPeople} />
    </AskDialog>
  );
}

const isOver = (until: string) => (endOf(until) ?? Number.POSITIVE_INFINITY) < Date.now();

function whatIsMissing(kind: RequestKind, { description, tags, why, accessType, columns, until }: Asked): boolean {
  if (kind === 'suggestDescription') return description.trim() === '';
  if (kind === 'suggestTags') return tags.length === 0;
  if (kind !== 'access') return false;
  return why.trim() === '' || isOver(until) || (accessType === 'ColumnLevel' && columns.length === 0);
}

interface WantedProps {
  kind: RequestKind;
  asked: Asked;
  set: (change: Partial<Asked>) => void;
  missing: boolean;
  columns: readonly string[];
}

/** The fields of one kind of request. */
function Wanted({ kind, asked, set, missing, columns }: WantedProps) {
  const t = useWords(taskWords);
  const problem = (name: string, isMissing: boolean) => (missing && isMissing ? t('needed', { name }) : undefined);
  if (kind === 'suggestDescription')
    return (
      <Textarea
        label={t('newDescription')}
        autosize
        minRows={3}
        maxRows={14}
        withAsterisk
        data-autofocus
        value={asked.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
        error={problem(t('newDescription'), asked.description.trim() === '')}
      />
    );
  if (kind === 'suggestTags')
    return (
      <TagPicker
        labels={asked.tags}
        set={(tags) => set({ tags })}
        problem={problem(t('suggestedTags'), asked.tags.length === 0)}
      />
    );
  if (kind === 'tags' && asked.part.tags.length > 0)
    return (
      <div className={classes.chips}>
        {asked.part.tags.map((label) => (
          <TagChip key={label.tagFQN} label={label} />
        ))}
      </div>
    );
  if (kind !== 'access') return null;
  return (
    <>
      <NativeSelect
        label={t('accessType')}
        data={ACCESS.filter((one) => one !== 'ColumnLevel' || columns.length > 0).map((value) => ({
          value,
          label: t(`access.${value}`),
        }))}
        value={asked.accessType}
        onChange={({ currentTarget }) =>
          set({ accessType: ACCESS.find((one) => one === currentTarget.value) ?? asked.accessType })
        }
      />
      {asked.accessType === 'ColumnLevel' ? (
        <ColumnChoice
          columns={columns}
          chosen={asked.columns}
          set={(chosen) => set({ columns: chosen })}
          problem={problem(t('columns'), asked.columns.length === 0)}
        />
      ) : null}
      <NativeSelect
        label={t('requested')}
        data={PERMISSIONS.map((value) => ({ value, label: t(`permission.${value}`) }))}
        value={asked.requestedAccess}
        onChange={({ currentTarget }) =>
          set({ requestedAccess: PERMISSIONS.find((one) => one === currentTarget.value) ?? 'Read' })
        }
      />
      <TextInput
        type="date"
        label={t('until')}
        description={t('untilHelp')}
        value={asked.until}
        onChange={(event) => set({ until: event.currentTarget.value })}
        error={missing && isOver(asked.until) ? t('untilOver') : undefined}
      />
      <TextInput
        label={t('ticket')}
        value={asked.ticket}
        onChange={(event) => set({ ticket: event.currentTarget.value })}
      />
    </>
  );
}

interface AssigneesProps {
  view: EntityView;
  people: readonly Choice[];
  setPeople: (people: readonly Choice[]) => void;
}

function Assignees({ view, people, setPeople }: AssigneesProps) {
  const t = useWords(taskWords);
  const [opened, setOpened] = useState(false);
  return (
    <div>
      <div className={classes.label}>{t('assignees')}</div>
      <div className={classes.people}>
        <div className={classes.chips}>
          {people.length === 0 ? <span className={classes.soft}>{t('assigneesOwners')}</span> : null}
          {people.map(({ key, type, name, fqn }) => (
            <ReferenceChip key={key} reference={{ id: key, type, displayName: name, fullyQualifiedName: fqn }} />
          ))}
        </div>
        <Picker
          label={t('editAssignees')}
          find={t('findAssignees')}
          index="user,team"
          chosen={people}
          suggestions={references(view.entity, 'owners').map(choiceOf)}
          onSave={setPeople}
          opened={opened}
          setOpened={setOpened}
        />
      </div>
    </div>
  );
}
