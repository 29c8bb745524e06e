import { defineWords } from '../define-words.js';

/** The fields that an intake form asks for. */
export const askedWords = defineWords('asked', {
  choose: 'Choose {{field}}',
  find: 'Find {{field}}',
  nothing: 'Nothing chosen',
  commas: 'Separated by commas',
});
