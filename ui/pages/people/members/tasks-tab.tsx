import { SegmentedControl } from '@mantine/core';
import { listTasks } from 'cairn/client';
import type { Task } from 'cairn/contract';
import { ListChecks } from 'lucide-react';
import { addressOf } from '../../../data/addresses.js';
import { useSearchState } from '../../../data/use-address.js';
import { useOperation } from '../../../data/use-operation.js';
import type { EntityView } from '../../../entities/entity-page.js';
import { ReferenceChip } from '../../../entities/fields/chips.js';
import { nameOf } from '../../../entities/fields/values.js';
import { Grid } from '../../../kit/grid.js';
import { Link } from '../../../kit/link.js';
import { Async, Empty } from '../../../kit/states.js';
import { useWords } from '../../../words/define-words.js';
import { formatAgo, spaced } from '../../../words/format.js';
import { peopleWords } from '../../../words/people.js';
import classes from '../people.module.css';

/** What a person is asked to do. */
export function TasksTab({ entity }: EntityView) {
  const t = useWords(peopleWords);
  const [group, setGroup] = useSearchState('status', 'open');
  const answer = useOperation(
    listTasks,
    {
      query: {
        assignee: entity.fullyQualifiedName,
        statusGroup: group === 'closed' ? 'closed' : 'open',
        limit: 100,
        fields: 'about',
      },
    },
    { keepPrevious: true },
  );
  return (
    <>
      <SegmentedControl
        mb="sm"
        size="xs"
        aria-label={t('task')}
        value={group === 'closed' ? 'closed' : 'open'}
        onChange={(value) => setGroup(value)}
        data={[
          { value: 'open', label: t('tasksOpen') },
          { value: 'closed', label: t('tasksClosed') },
        ]}
      />
      <Async of={answer}>{({ data }) => <Tasks tasks={data} />}</Async>
    </>
  );
}

function Tasks({ tasks }: { tasks: readonly Task[] }) {
  const t = useWords(peopleWords);
  if (tasks.length === 0)
    return (
      <Empty icon={ListChecks} title={t('noTasks')}>
        {t('noTasksText')}
      </Empty>
    );
  return (
    <Grid
      label={t('task')}
      rows={tasks}
      rowKey={({ id }) => id}
      rowName={nameOf}
      columns={[
        {
          key: 'kind',
          title: t('taskKind'),
          width: 'minmax(120px, 1fr)',
          cell: (task) => {
            const { about, displayName, type } = task;
            const text = displayName || spaced(String(type));
            return about?.fullyQualifiedName ? (
              <Link
                className={classes.linked}
                to={addressOf(about.type, about.fullyQualifiedName, 'activity_feed', 'tasks')}
              >
                {text}
              </Link>
            ) : (
              text
            );
          },
        },
        {
          key: 'about',
          title: t('about'),
          width: 'minmax(120px, 1fr)',
          cell: ({ about }) => (about ? <ReferenceChip reference={about} /> : null),
        },
        {
          key: 'by',
          title: t('createdBy'),
          wideOnly: true,
          cell: ({ createdBy }) => (createdBy ? <ReferenceChip reference={createdBy} /> : null),
        },
        {
          key: 'when',
          title: t('when'),
          width: '120px',
          cell: ({ createdAt }) => (createdAt ? formatAgo(createdAt) : ''),
        },
      ]}
    />
  );
}
