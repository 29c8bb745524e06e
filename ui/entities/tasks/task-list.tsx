import { SegmentedControl } from '@mantine/core';
import { type Input, listTasks } from 'cairn/client';
import type { Task } from 'cairn/contract';
import { ListChecks } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useSearchState } from '../../data/addresses/use-address.js';
import { useOperation } from '../../data/use-operation.js';
import { Link } from '../../kit/link.js';
import { MoreButton } from '../../kit/lists/more-button.js';
import { StateMark } from '../../kit/state-mark.js';
import { Async, Empty } from '../../kit/states/states.js';
import { useWords } from '../../words/define-words.js';
import { taskWords } from '../../words/entities/tasks.js';
import { formatAgo } from '../../words/format.js';
import { ReferenceChips } from '../fields/chips.js';
import { nameOf } from '../fields/values.js';
import { addressOfTask, numberOf, titleOf, toneOf } from './task-texts.js';
import classes from './tasks.module.css';

const PAGE = 200;

interface Props {
  /** Of which tasks: `{ aboutEntity }`, `{ assignee }`. */
  query: NonNullable<Input<typeof listTasks>['query']>;
  /** Beside the choice of open or closed. */
  action?: ReactNode;
}

/** Open tasks, those first that have waited longest, or closed ones. */
export function TaskList({ query, action }: Props) {
  const t = useWords(taskWords);
  const [given, setGroup] = useSearchState('status', 'open');
  const statusGroup = given === 'closed' ? 'closed' : 'open';
  const [limit, setLimit] = useState(PAGE);
  const answer = useOperation(
    listTasks,
    { query: { ...query, statusGroup, limit, fields: 'about,assignees,payload' } },
    { keepPrevious: true },
  );
  return (
    <div>
      <div className={classes.bar}>
        <SegmentedControl
          size="xs"
          aria-label={t('state')}
          value={statusGroup}
          onChange={(value) => setGroup(value)}
          data={[
            { value: 'open', label: t('open') },
            { value: 'closed', label: t('closed') },
          ]}
        />
        {action}
      </div>
      <Async of={answer}>
        {({ data, paging }) => (
          <>
            <TaskRows
              tasks={statusGroup === 'closed' ? [...data].reverse() : data}
              none={
                <Empty icon={ListChecks} title={t(statusGroup === 'open' ? 'noneOpen' : 'noneClosed')}>
                  {t(statusGroup === 'open' ? 'noneOpenText' : 'noneClosedText')}
                </Empty>
              }
            />
            <MoreButton total={paging.total} shown={data.length} load={() => setLimit(limit + PAGE)} />
          </>
        )}
      </Async>
    </div>
  );
}

/** Tasks, each with its state and who should do it. */
export function TaskRows({ tasks, none }: { tasks: readonly Task[]; none: ReactNode }) {
  const t = useWords(taskWords);
  if (tasks.length === 0) return none;
  return (
    <ul className={classes.list}>
      {tasks.map((task) => {
        const { id, status, createdBy, createdAt = 0, assignees = [], commentCount = 0 } = task;
        return (
          <li key={id}>
            <StateMark tone={toneOf(status)}>{t(`status.${status}`)}</StateMark>
            <div className={classes.words}>
              <Link to={addressOfTask(task)} className={classes.title}>
                {titleOf(task)}
              </Link>
              <div className={classes.line}>
                <span>{t('openedBy', { id: numberOf(task), ago: formatAgo(createdAt), name: nameOf(createdBy) })}</span>
                {commentCount > 0 ? <span>{t('comments', { count: commentCount })}</span> : null}
                <ReferenceChips references={assignees} />
              </div>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
