import { defineWords } from '../define-words.js';

/** What pages and tabs of entities are called: loaded with every page, unlike the rest of their texts. */
export const entityTitles = defineWords('entityTitles', {
  contract: 'Contract',
  activity: 'Activity & tasks',
  lineage: 'Lineage',
  task: 'Task',
  announcement: 'Announcement',
  customProperties: 'Custom properties',
  sampleData: 'Sample data',
  accessRequests: 'Data access requests',
});
