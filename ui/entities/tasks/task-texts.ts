// Tasks in words. Pure.
import type { Task, TaskStatus } from 'cairn/contract';
import type { Tone } from '../../kit/state-mark.js';
import { say } from '../../words/define-words.js';
import { taskWords } from '../../words/entities/tasks.js';
import { nameOf } from '../fields/values.js';

const OPEN: readonly TaskStatus[] = ['Open', 'InProgress', 'Pending'];
const DONE: readonly TaskStatus[] = ['Approved', 'Granted', 'Completed'];

export function isOpen({ status }: Pick<Task, 'status'>): boolean {
  return OPEN.includes(status);
}

export function toneOf(status: TaskStatus): Tone {
  if (status === 'Open' || status === 'Pending') return 'warn';
  if (status === 'InProgress' || status === 'ManualRevoke') return 'info';
  if (DONE.includes(status)) return 'ok';
  return status === 'Cancelled' || status === 'Expired' ? 'idle' : 'fail';
}

/** The name of the task, or what it is for: "Describe order_id of fct_orders". */
export function titleOf(task: Pick<Task, 'displayName' | 'type' | 'about' | 'payload'>): string {
  const t = say(taskWords);
  if (task.displayName) return task.displayName;
  const whole = task.about ? nameOf(task.about) : t('somethingHidden');
  const column = columnIn(task.payload?.fieldPath);
  return t(`title.${task.type}`, { name: column === '' ? whole : t('columnOf', { column, name: whole }) });
}

/** `columns::order_id::description` is about `order_id`; also written with dots. */
export function columnIn(path: unknown): string {
  if (typeof path !== 'string') return '';
  const steps = path.includes('::') ? path.split('::') : path.replace(/^(\w+)\.(.+)\.(\w+)$/, '$1::$2::$3').split('::');
  return (steps[1] ?? '').replaceAll('"', '');
}

export function numberOf({ taskId, name }: Pick<Task, 'taskId' | 'name'>): string {
  return taskId ?? name;
}

export function addressOfTask(task: Pick<Task, 'taskId' | 'id'>): string {
  return `/task/${encodeURIComponent(task.taskId ?? task.id)}`;
}
