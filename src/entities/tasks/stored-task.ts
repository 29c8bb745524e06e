import { parseObject, type Task } from '../../../contract/index.js';
import type { EntityRow } from '../../storage/index.js';

/** Type, state and number of a stored task. Read from the parsed document, because a search in its text would also match payloads. */
export function storedTask({ doc }: Pick<EntityRow, 'doc'>): Partial<Pick<Task, 'type' | 'status' | 'taskId'>> {
  return parseObject<Pick<Task, 'type' | 'status' | 'taskId'>>(doc);
}
