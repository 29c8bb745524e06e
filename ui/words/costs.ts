import { defineWords } from './define-words.js';

/** What queries of a database service cost, as its crawlers report it. */
export const costWords = defineWords('costs', {
  total: 'Cost',
  runs: 'Runs',
  average: 'Average of a record',
  most: 'Highest of a record',
  dearest: 'Most expensive queries',
  query: 'Query',
  time: 'Average time',
  users: 'Run by',
  none: 'No costs reported',
  noneText: 'They appear here once an ingestion of queries reports what they cost.',
});
