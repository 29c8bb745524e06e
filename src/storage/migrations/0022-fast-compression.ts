import type { Migration } from './migration.js';

/** Compresses the texts that every write stores with less processor time. Stored rows stay as they are. */
export const fastCompression: Migration = {
  number: 22,
  name: 'fast-compression',
  statements: ({ compressFast }) => [
    ...compressFast('entity', ['doc', 'extra']),
    ...compressFast('history', ['doc']),
    ...compressFast('change_event', ['doc', 'change', 'entity']),
  ],
};
