import type { PartRule } from '../../catalog/index.js';

/** Tasks of a pipeline. */
export const tasks: PartRule = {
  path: 'tasks',
  nameList: 'taskNames',
  tagged: true,
  kept: ['description', 'displayName'],
};
