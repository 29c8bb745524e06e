import { patchTask } from 'cairn/client';
import type { EntityReference, Task } from 'cairn/contract';
import { type ReactNode, useState } from 'react';
import { cairn } from '../../data/client.js';
import { useMe } from '../../data/rights.js';
import { ReferenceChip, ReferenceChips } from '../../entities/fields/chips.js';
import { type Choice, Picker } from '../../entities/fields/picker.js';
import { choiceOf } from '../../entities/fields/reference-field.js';
import { nameOf } from '../../entities/fields/values.js';
import type { TaskRights } from '../../entities/tasks/use-task-rights.js';
import { Panel } from '../../kit/panel.js';
import { useAction } from '../../kit/states/use-action.js';
import { useWords } from '../../words/define-words.js';
import { taskWords } from '../../words/entities/tasks.js';
import { formatTime } from '../../words/format.js';
import { refreshTasks } from './refresh-tasks.js';
import classes from './tasks.module.css';

/** What a task is about, who opened it and who should do it. */
export function TaskFacts({ task, rights }: { task: Task; rights: TaskRights }) {
  const t = useWords(taskWords);
  const { about, assignees = [], reviewers = [], createdBy, createdAt, priority, dueDate } = task;
  return (
    <Panel title={t('facts')}>
      <dl className={classes.facts}>
        <Fact label={t('about')}>
          {about ? <ReferenceChip reference={about} /> : <span className={classes.soft}>{t('gone')}</span>}
        </Fact>
        <Fact label={t('assignees')}>
          <div className={classes.people}>
            <Chips people={assignees} />
            {rights.reassign ? <Reassign task={task} /> : null}
          </div>
        </Fact>
        {reviewers.length > 0 ? (
          <Fact label={t('reviewers')}>
            <Chips people={reviewers} />
          </Fact>
        ) : null}
        <Fact label={t('by')}>
          <ReferenceChip reference={createdBy} />
        </Fact>
        {createdAt ? <Fact label={t('when')}>{formatTime(createdAt)}</Fact> : null}
        {priority ? <Fact label={t('priority')}>{t(`priority.${priority}`)}</Fact> : null}
        {dueDate ? <Fact label={t('due')}>{formatTime(dueDate)}</Fact> : null}
      </dl>
    </Panel>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Chips({ people }: { people: readonly EntityReference[] }) {
  const t = useWords(taskWords);
  if (people.length === 0) return <span className={classes.soft}>{t('nobody')}</span>;
  return (
    <div className={classes.chips}>
      <ReferenceChips references={people} />
    </div>
  );
}

function Reassign({ task: { id, assignees = [] } }: { task: Task }) {
  const t = useWords(taskWords);
  const me = useMe();
  const { run } = useAction();
  const [opened, setOpened] = useState(false);
  function save(chosen: readonly Choice[]) {
    const value = chosen.map(({ key, type }) => ({ id: key, type }));
    const work = async () => {
      await cairn.call(patchTask, { params: { id }, body: [{ op: 'add', path: '/assignees', value }] });
      await refreshTasks();
    };
    void run(work, { failed: t('failedReassign') });
  }
  return (
    <Picker
      label={t('reassign')}
      find={t('findAssignees')}
      index="user,team"
      chosen={assignees.map(choiceOf)}
      suggestions={[{ key: me.id, type: 'user', name: nameOf(me), fqn: me.fullyQualifiedName ?? me.name }]}
      onSave={save}
      opened={opened}
      setOpened={setOpened}
    />
  );
}
