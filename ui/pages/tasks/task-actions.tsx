import { Button } from '@mantine/core';
import { resolveTask } from 'cairn/client';
import type { Task, TaskAvailableTransition } from 'cairn/contract';
import { lazy, Suspense, useState } from 'react';
import { addressOf } from '../../data/addresses/addresses.js';
import { cairn } from '../../data/client.js';
import { isOpen } from '../../entities/tasks/task-texts.js';
import type { TaskRights } from '../../entities/tasks/use-task-rights.js';
import { Link } from '../../kit/link.js';
import { useAction } from '../../kit/states/use-action.js';
import { useWords } from '../../words/define-words.js';
import { taskWords } from '../../words/entities/tasks.js';
import { fillingOf } from './filling.js';
import { refreshTasks } from './refresh-tasks.js';
import classes from './tasks.module.css';

const StepDialog = lazy(() => import('./step-dialog.js').then((m) => ({ default: m.StepDialog })));
const CloseDialog = lazy(() => import('./step-dialog.js').then((m) => ({ default: m.CloseDialog })));

const STEPS = ['approve', 'reject', 'complete', 'start', 'revoke', 'markAsGranted', 'ack', 'resolve'] as const;

/** What the person may do with a task now. */
export function TaskActions({ task, rights }: { task: Task; rights: TaskRights }) {
  const t = useWords(taskWords);
  const { busy, run } = useAction();
  const [open, setOpen] = useState<TaskAvailableTransition | 'close' | null>(null);
  const { id, type, about, availableTransitions = [] } = task;
  const isIncident = type === 'TestCaseResolution' && about !== undefined;
  // Who may edit the tests uses the forms of the incident, and its task follows. Others it is assigned to have only the task.
  if (isIncident && rights.owns)
    return (
      <div className={classes.actions}>
        <Button
          component={Link}
          to={addressOf(about.type, about.fullyQualifiedName ?? about.name ?? '', 'issues')}
          size="xs"
        >
          {t('incident')}
        </Button>
      </div>
    );
  const steps = rights.resolve
    ? availableTransitions.filter(({ id }) => !isIncident || /^(ack|resolve)$/.test(id))
    : [];
  const closable = rights.close && !isIncident && isOpen(task);
  if (steps.length === 0 && !closable) return null;
  function take(step: TaskAvailableTransition) {
    if (step.requiresComment || (step.id === 'approve' && fillingOf(task) !== null)) return setOpen(step);
    const work = async () => {
      await cairn.call(resolveTask, { params: { id }, body: { transitionId: step.id } });
      await refreshTasks();
    };
    void run(work, { failed: t('failedStep') });
  }
  function nameOfStep(step: TaskAvailableTransition): string {
    if (step.id === 'approve' && fillingOf(task) !== null) return t('step.fill');
    if (step.id === 'approve' && type === 'Suggestion') return t('step.accept');
    const known = STEPS.find((one) => one === step.id);
    return known ? t(`step.${known}`) : step.label;
  }
  return (
    <fieldset className={classes.actions} aria-label={t('actions')}>
      {steps.map((step, i) => (
        <Button
          key={step.id}
          size="xs"
          variant={i === 0 ? 'filled' : 'default'}
          loading={busy}
          onClick={() => take(step)}
        >
          {nameOfStep(step)}
        </Button>
      ))}
      {closable ? (
        <Button size="xs" variant="default" onClick={() => setOpen('close')}>
          {t('close')}
        </Button>
      ) : null}
      <Suspense>
        {open === 'close' ? <CloseDialog task={task} close={() => setOpen(null)} /> : null}
        {open !== null && open !== 'close' ? (
          <StepDialog task={task} step={open} name={nameOfStep(open)} close={() => setOpen(null)} />
        ) : null}
      </Suspense>
    </fieldset>
  );
}
