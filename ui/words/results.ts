import { defineWords, say } from './define-words.js';
import { spaced, upperFirst } from './format.js';

const resultWords = defineWords('results', { Success: 'Passed', Successful: 'Succeeded' });

/** How a test or a run ended, by the word of the pages about them. */
export function resultName(status: string): string {
  if (status === 'Success' || status === 'Successful') return say(resultWords)(status);
  return upperFirst(spaced(status));
}
