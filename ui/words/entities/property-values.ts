import { defineWords } from '../define-words.js';

/** Values of custom properties that are more than a line of text. */
export const propertyValueWords = defineWords('propertyValues', {
  edit: 'Edit {{name}}',
  save: 'Save',
  none: 'None',
  url: 'Web address',
  displayText: 'Text to show',
  start: 'Start',
  end: 'End',
  find: 'Find assets',
  chosen: 'Chosen',
  noneChosen: 'Nothing chosen',
  cell: '{{column}}, row {{number}}',
  addRow: 'Add a row',
  removeRow: 'Remove row {{number}}',
});
