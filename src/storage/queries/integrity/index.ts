export * from './find-dangling.js';
export * from './read-rows-to-check.js';
