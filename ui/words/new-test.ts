import { defineWords } from './define-words.js';

export const newTestWords = defineWords('newTest', {
  title: 'Add a test',
  table: 'Table',
  findTable: 'Type to find a table…',
  column: 'Column',
  wholeTable: 'The whole table',
  kind: 'Kind of test',
  choose: 'Choose…',
  name: 'Name',
  nameText: 'Without one it is called as shown.',
  rowCounts: 'Count passed and failed rows',
  needed: 'Choose a table and a kind of test',
  added: '{{name}} is added',
  save: 'Save',
  cancel: 'Cancel',
});
