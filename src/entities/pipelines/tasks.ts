import type { PartRule } from '../../catalog/index.js';

/** Tasks of a pipeline. */
export const tasks: PartRule = {
  path: 'tasks',
  nameList: 'taskNames',
  tagged: true,
  dispensable: true,
  kept: ['description', 'displayName'],
};
