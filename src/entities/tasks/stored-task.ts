import { parseObject, type Task } from '../../../contract/index.js';
import type { EntityRow } from '../../storage/index.js';

/** Type, state and number of a stored task. A search in its text would also find what people write into payloads. */
export function storedTask({ doc }: Pick<EntityRow, 'doc'>): Partial<Pick<Task, 'type' | 'status' | 'taskId'>> {
  return parseObject<Pick<Task, 'type' | 'status' | 'taskId'>>(doc);
}
