import { defineWords } from '../define-words.js';

/** The history of an entity. */
export const versionWords = defineWords('versions', {
  versions: 'Versions',
  version: 'Version {{version}}',
  restoreVersion: 'Restore these values',
  restoredVersion: 'Values of version {{version}}',
  sameValues: 'No value that can be edited differs.',
  firstVersion: 'First version',
  compareWith: 'Compare with version',
  noChanges: 'No change is recorded for this version.',
});
