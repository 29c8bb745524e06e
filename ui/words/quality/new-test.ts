import { defineWords } from '../define-words.js';

export const newTestWords = defineWords('newTest', {
  title: 'Add a test',
  table: 'Table',
  findTable: 'Type to find a table…',
  column: 'Column',
  noColumn: 'No column found',
  wholeTable: 'The whole table',
  kind: 'Kind of test',
  choose: 'Choose…',
  name: 'Name',
  nameText: 'Leave it empty to use the name shown.',
  rowCounts: 'Count passed and failed rows',
  needed: 'Choose a table and a kind of test',
  added: '{{name}} was added',
  save: 'Save',
  cancel: 'Cancel',
});
