import type { Feature } from '../../feature/index.js';
import { seedsOf } from '../seeds-of-file.js';

/** Seeds: the forms of tasks in a file. Forms that people changed stay as they are. */
export function taskFeature(forms: string): Feature {
  return {
    name: 'tasks',
    seeds: [
      seedsOf({ name: 'entities.seedTaskForms', setting: 'taskForms.seeded', type: 'taskFormSchema', file: forms }),
    ],
  };
}
