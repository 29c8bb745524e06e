import { defineWords } from '../define-words.js';

/** Tables and the keys by which they refer to each other. */
export const relationshipWords = defineWords('relationships', {
  of: 'Tables that {{name}} is connected with by foreign keys',
  none: 'No foreign keys',
  noneText: 'This table has no foreign keys, and none of another table refers to it.',
  noneInSchema: 'As far as their columns say, no table here refers to another one.',
  tables_one: '{{shown}} connected table',
  tables_other: '{{shown}} connected tables',
  joins_one: 'Joined by queries on the last day',
  joins_other: 'Joined by queries in the last {{count}} days',
  table: 'The table',
  with: 'with',
  times_one: '{{shown}} time',
  times_other: '{{shown}} times',
  first: 'The first {{shown}} of {{total}} tables are looked at.',
});
