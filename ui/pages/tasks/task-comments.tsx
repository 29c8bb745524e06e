import { addTaskComment, deleteTaskComment, editTaskComment } from 'cairn/client';
import type { Task, TaskComment } from 'cairn/contract';
import { cairn } from '../../data/client.js';
import { useMe } from '../../data/rights.js';
import { MessageEditor } from '../../entities/activity/message-editor.js';
import { Spoken } from '../../entities/activity/spoken.js';
import { nameOf } from '../../entities/fields/values.js';
import { Panel } from '../../kit/panel.js';
import { useAction } from '../../kit/states/use-action.js';
import { useWords } from '../../words/define-words.js';
import { taskWords } from '../../words/entities/tasks.js';
import { refreshTasks } from './refresh-tasks.js';
import classes from './tasks.module.css';

/** What people say about a task. */
export function TaskComments({ task: { id, comments = [] } }: { task: Task }) {
  const t = useWords(taskWords);
  const { run } = useAction();
  const change = (work: () => Promise<unknown>, failed: string) =>
    run(
      async () => {
        await work();
        await refreshTasks();
      },
      { failed },
    );
  return (
    <Panel title={t('discussion')}>
      <ol className={classes.comments}>
        {comments.map((comment) => (
          <li key={comment.id}>
            <Comment taskId={id} comment={comment} change={change} />
          </li>
        ))}
      </ol>
      <MessageEditor
        label={t('addComment')}
        action={t('comment')}
        place={`comment ${id}`}
        onSend={(message) =>
          change(() => cairn.call(addTaskComment, { params: { id }, body: { message } }), t('failedComment'))
        }
      />
    </Panel>
  );
}

interface CommentProps {
  taskId: string;
  comment: TaskComment;
  change: (work: () => Promise<unknown>, failed: string) => Promise<boolean>;
}

function Comment({ taskId, comment, change }: CommentProps) {
  const t = useWords(taskWords);
  const me = useMe();
  const { id: commentId, author, message, createdAt } = comment;
  const params = { id: taskId, commentId };
  const isOwn = author.id === me.id;
  return (
    <Spoken
      id={commentId}
      who={nameOf(author)}
      fqn={author.fullyQualifiedName ?? author.name ?? author.id}
      at={createdAt}
      text={message}
      edit={
        isOwn
          ? (text) => change(() => cairn.call(editTaskComment, { params, body: { message: text } }), t('failedComment'))
          : undefined
      }
      remove={
        isOwn || me.isAdmin
          ? () => change(() => cairn.call(deleteTaskComment, { params }), t('failedRemove'))
          : undefined
      }
    />
  );
}
