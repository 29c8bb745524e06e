import { defineWords } from './define-words.js';

/** Names of pages that are not built yet. */
export const laterWords = defineWords('later', {
  lineage: 'Pages of lineage',
  services: 'Pages of services',
  ingestion: 'Pages of ingestion',
  glossaries: 'Pages of glossaries',
  bulk: 'Imports and bulk edits',
  quality: 'Pages of data quality',
  incidents: 'Pages of incidents',
  insights: 'Pages of insights',
  settings: 'These settings',
  callback: 'Sign-in through identity providers',
  types: 'Pages of this type',
});
