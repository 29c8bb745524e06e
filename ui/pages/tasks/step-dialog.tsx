import { Textarea } from '@mantine/core';
import { closeTask, resolveTask } from 'cairn/client';
import type { TagLabel, Task, TaskAvailableTransition } from 'cairn/contract';
import { useState } from 'react';
import { cairn } from '../../data/client.js';
import { TagPicker } from '../../entities/tasks/tag-picker.js';
import { numberOf } from '../../entities/tasks/task-texts.js';
import { AskDialog } from '../../kit/dialogs/ask-dialog.js';
import { useWords } from '../../words/define-words.js';
import { taskWords } from '../../words/entities/tasks.js';
import { fillingOf } from './filling.js';
import { refreshTasks } from './refresh-tasks.js';

interface Props {
  task: Task;
  step: TaskAvailableTransition;
  /** What the step is called. */
  name: string;
  close: () => void;
}

/** Takes a task a step on, with what the step asks for: a description, tags, a reason. */
export function StepDialog({ task, step, name, close }: Props) {
  const t = useWords(taskWords);
  const filling = step.id === 'approve' ? fillingOf(task) : null;
  const [text, setText] = useState(() => String(task.payload?.currentDescription ?? ''));
  const [tags, setTags] = useState<readonly TagLabel[]>([]);
  const [comment, setComment] = useState('');
  const [missing, setMissing] = useState(false);
  const isMissing =
    (filling === 'description' && text.trim() === '') ||
    (filling === 'tags' && tags.length === 0) ||
    (step.requiresComment === true && comment.trim() === '');
  async function run() {
    setMissing(isMissing);
    if (isMissing) return false;
    await cairn.call(resolveTask, {
      params: { id: task.id },
      body: {
        transitionId: step.id,
        ...(comment.trim() === '' ? {} : { comment: comment.trim() }),
        ...(filling === 'description' ? { newValue: text } : {}),
        ...(filling === 'tags' ? { payload: { tagsToAdd: tags } } : {}),
      },
    });
    await refreshTasks();
    return true;
  }
  const needed = (label: string) => t('needed', { name: label });
  return (
    <AskDialog title={name} action={name} close={close} run={run}>
      {filling === 'description' ? (
        <Textarea
          label={t('newDescription')}
          data-autofocus
          autosize
          minRows={4}
          maxRows={16}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={missing && text.trim() === '' ? needed(t('newDescription')) : undefined}
        />
      ) : null}
      {filling === 'tags' ? (
        <TagPicker
          labels={tags}
          set={setTags}
          problem={missing && tags.length === 0 ? needed(t('suggestedTags')) : undefined}
        />
      ) : null}
      <Textarea
        label={t('commentOptional')}
        data-autofocus={filling === null || undefined}
        withAsterisk={step.requiresComment === true}
        autosize
        minRows={2}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
        error={missing && step.requiresComment && comment.trim() === '' ? t('commentNeeded') : undefined}
      />
    </AskDialog>
  );
}

/** Ends a task without doing it. */
export function CloseDialog({ task, close }: { task: Task; close: () => void }) {
  const t = useWords(taskWords);
  const [comment, setComment] = useState('');
  async function run() {
    const text = comment.trim();
    await cairn.call(closeTask, { params: { id: task.id }, query: text === '' ? {} : { comment: text } });
    await refreshTasks();
  }
  return (
    <AskDialog title={t('closeTitle', { id: numberOf(task) })} action={t('close')} close={close} run={run}>
      <p>{t('closeText')}</p>
      <Textarea
        label={t('commentOptional')}
        data-autofocus
        autosize
        minRows={2}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
    </AskDialog>
  );
}
