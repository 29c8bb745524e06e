import { defineWords } from './define-words.js';

/** Names of pages that are not built yet. */
export const laterWords = defineWords('later', {
  lineage: 'Lineage pages',
  ingestion: 'Ingestion pages',
  bulk: 'Imports and bulk edits',
  insights: 'Insights pages',
  settings: 'These settings',
  callback: 'Sign-ins through identity providers',
  types: 'Pages for this type',
});
