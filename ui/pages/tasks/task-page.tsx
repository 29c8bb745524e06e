import { getTaskById, getTaskByName } from 'cairn/client';
import type { Task } from 'cairn/contract';
import { useEffect } from 'react';
import { useSegments } from '../../data/addresses/use-address.js';
import { useOperation } from '../../data/use-operation.js';
import { toMarkdown } from '../../entities/activity/mentions.js';
import { usePersonName } from '../../entities/fields/person-name.js';
import { isId, nameOf } from '../../entities/fields/values.js';
import { numberOf, titleOf, toneOf } from '../../entities/tasks/task-texts.js';
import { useTaskRights } from '../../entities/tasks/use-task-rights.js';
import { Panel } from '../../kit/panel.js';
import { StateMark } from '../../kit/state-mark.js';
import { Failed, Loading } from '../../kit/states/states.js';
import { Markdown } from '../../kit/texts/markdown.js';
import { useWords } from '../../words/define-words.js';
import { taskWords } from '../../words/entities/tasks.js';
import { formatAgo } from '../../words/format.js';
import { shellWords } from '../../words/shell.js';
import { Proposal } from './proposal.js';
import { TaskActions } from './task-actions.js';
import { TaskComments } from './task-comments.js';
import { TaskFacts } from './task-facts.js';
import classes from './tasks.module.css';

const FIELDS = 'assignees,reviewers,about,comments,payload';

/** A task by its number, as people name it, or by its id. */
export function TaskPage() {
  const [, name = ''] = useSegments();
  const query = { fields: FIELDS };
  const isById = isId(name);
  const byId = useOperation(getTaskById, { params: { id: name }, query }, { enabled: isById });
  const byName = useOperation(getTaskByName, { params: { fqn: name }, query }, { enabled: !isById });
  const answer = isById ? byId : byName;
  const task = answer.data?.value;
  if (!task) return answer.error ? <Failed error={answer.error} retry={answer.refetch} /> : <Loading rows={8} />;
  return <OneTask key={task.id} task={task} />;
}

function OneTask({ task }: { task: Task }) {
  const t = useWords(taskWords);
  const shell = useWords(shellWords);
  const rights = useTaskRights(task);
  const { status, createdAt = 0, createdBy, resolution, description } = task;
  const title = titleOf(task);
  const resolver = usePersonName(resolution?.resolvedBy?.name ?? '');
  useEffect(() => {
    document.title = `${title} · ${shell('product')}`;
  }, [title, shell]);
  return (
    <article className={classes.page}>
      <header className={classes.head}>
        <h1>{title}</h1>
        <div className={classes.marks}>
          <StateMark tone={toneOf(status)}>{t(`status.${status}`)}</StateMark>
          <span className={classes.soft}>
            {t('openedBy', { id: numberOf(task), ago: formatAgo(createdAt), name: nameOf(createdBy) })}
          </span>
        </div>
      </header>
      <TaskActions task={task} rights={rights} />
      <div className={classes.columns}>
        <div className={classes.main}>
          <Panel title={t('request')}>
            <div className={classes.proposal}>
              {description ? <Markdown text={toMarkdown(description)} /> : null}
              <Proposal task={task} />
            </div>
          </Panel>
          {resolution?.comment || resolution?.resolvedBy ? (
            <Panel title={t('outcome')}>
              {resolution.comment ? <Markdown text={toMarkdown(resolution.comment)} /> : null}
              {resolution.resolvedBy ? (
                <p className={classes.soft}>
                  {t('decided', { name: resolver, ago: formatAgo(resolution.resolvedAt ?? 0) })}
                </p>
              ) : null}
            </Panel>
          ) : null}
          <TaskComments task={task} />
        </div>
        <TaskFacts task={task} rights={rights} />
      </div>
    </article>
  );
}
