// The rooms of the house, left to right. A room imports itself and what stands to its right; rooms of one row
// do not import each other, except in the first, where everything is put together. `contract` is a folder of its own.
// A folder that is not listed becomes a room of features by its line in `src/features.ts`.
const FEATURE_LIST = 'src/features.ts';
const ROWS = [
  ['cli', 'main', 'worker', 'indexer', 'checkpointer', 'source-reader', 'document-reader', 'assemble', 'features'],
  ['writer'],
  ['http'],
  ['web'],
  ['system', 'search', 'alerts', 'lineage', 'feed', 'quality', 'ingestion', 'inspection'], // and the rooms of features that are not listed
  ['access'],
  ['entities'],
  ['destinations'],
  ['mail'],
  ['traits'],
  ['feature'],
  ['catalog'],
  ['rules', 'odcs', 'templates'],
  ['events', 'jobs', 'egress'],
  ['wake'],
  ['storage', 'config'],
  ['context'],
  ['contract'],
];

// Rooms of features. What runs them finds their parts through the list in `src/features.ts`, and names none.
const FEATURES = ['entities', 'system', 'alerts', 'lineage', 'feed', 'quality', 'ingestion', 'inspection'];
const FEATURE_ROW = ROWS.findIndex((row) => row.includes('system'));
const RUNS_FEATURES = ['assemble', 'writer', 'http'];

// The client package part stands beside the server: it knows the contract alone, and only cli and ui know it.
const CLIENT = 'client';

/** The room a file belongs to: `src/catalog/write/write.ts` is in `catalog`, `src/main.ts` in `main`; undefined outside. */
export function roomOf(path) {
  const parts = path.split('/');
  if (parts[0] === 'contract' || parts[0] === CLIENT) return parts[0];
  if (parts[0] !== 'src') return undefined;
  return parts.length === 2 ? parts[1].replace(/(?:\.test)?\.ts$/, '') : parts[1];
}

/** What is known of rooms once the files were read. */
export function createRooms(files) {
  const added = addedRooms(files);
  const rowOf = (room) => (added.has(room) ? FEATURE_ROW : ROWS.findIndex((row) => row.includes(room)));
  const isFeature = (room) => FEATURES.includes(room) || added.has(room);
  return {
    isKnownRoom: (room) => room === CLIENT || rowOf(room) >= 0,
    mayImport(from, to) {
      if (from === to) return true;
      if (to === CLIENT) return from === 'cli';
      if (from === CLIENT) return to === 'contract';
      if (RUNS_FEATURES.includes(from) && isFeature(to)) return false;
      return rowOf(from) < rowOf(to) || (rowOf(from) === 0 && rowOf(to) === 0);
    },
  };
}

function addedRooms(files) {
  const folders = (files.get(FEATURE_LIST)?.imports ?? []).map(
    ({ target }) => /^src\/([^/]+)\//.exec(target ?? '')?.[1],
  );
  return new Set(folders.filter((room) => room !== undefined && !ROWS.some((row) => row.includes(room))));
}
