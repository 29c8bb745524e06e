import { defineWords } from '../define-words.js';

/** Kinds of tests, which the interface calls test definitions. */
export const definitionWords = defineWords('definitions', {
  title: 'Kinds of tests',
  about: 'What tests can check. A kind that is disabled is no longer offered for new tests; tests that exist go on.',
  find: 'Find a kind of test',
  name: 'Name',
  of: 'Tests',
  'of.TABLE': 'Tables',
  'of.COLUMN': 'Columns',
  dimension: 'Dimension',
  none: 'None',
  description: 'Description',
  enabled: 'Enabled',
  enable: 'Enable {{name}}',
  failed: 'The kind of test was not changed',
  noneFound: 'No kind of test matches “{{text}}”',
  add: 'New kind of test',
  create: 'Create',
  target: 'Tests of',
  sql: 'SQL query for failing rows',
  sqlHelp:
    'The test passes if the query finds nothing. {{table}} stands for the table, {{column}} for the column, others for parameters.',
  sqlNeeded: 'Enter a query.',
});
