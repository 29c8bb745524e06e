import type { Task } from 'cairn/contract';
import { labels } from '../../entities/fields/values.js';

/** The field that the user who does a task has to fill in; null if the task proposes a value. Pure. */
export function fillingOf({ type, payload = {} }: Pick<Task, 'type' | 'payload'>): 'description' | 'tags' | null {
  if (type === 'DescriptionUpdate') return payload.newDescription ? null : 'description';
  if (type !== 'TagUpdate') return null;
  return labels(payload.tagsToAdd).length + labels(payload.tagsToRemove).length > 0 ? null : 'tags';
}
