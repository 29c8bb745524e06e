import { defineWords } from './define-words.js';

export const connectionWords = defineWords('connection', {
  offline: 'You are offline. What is shown may be out of date.',
  busy_one: 'The server gets too many requests. Trying again in {{count}} second.',
  busy_other: 'The server gets too many requests. Trying again in {{count}} seconds.',
  unavailable_one: 'The server is not available. Trying again in {{count}} second.',
  unavailable_other: 'The server is not available. Trying again in {{count}} seconds.',
  unreachable_one: 'The server cannot be reached. Trying again in {{count}} second.',
  unreachable_other: 'The server cannot be reached. Trying again in {{count}} seconds.',
});
