// The rooms of the house, left to right. A room imports itself and what stands to its right; rooms of one row
// do not import each other, except in the first, where everything is put together. `contract` is a folder of its own.
const ROWS = [
  ['cli', 'main', 'worker', 'indexer', 'checkpointer', 'source-reader', 'assemble', 'features'],
  ['writer'],
  ['http'],
  ['system', 'search', 'alerts', 'lineage', 'feed', 'quality'],
  ['access'],
  ['entities'],
  ['traits'],
  ['feature'],
  ['catalog'],
  ['rules'],
  ['events', 'jobs', 'egress'],
  ['wake'],
  ['storage', 'config'],
  ['context'],
  ['contract'],
];

// Rooms of features. What runs them finds their parts through the list in `src/features.ts`, and names none.
const FEATURES = ['entities', 'system', 'alerts', 'lineage', 'feed', 'quality'];
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

export function isKnownRoom(room) {
  return room === CLIENT || rowOf(room) >= 0;
}

export function mayImport(from, to) {
  if (from === to) return true;
  if (to === CLIENT) return from === 'cli';
  if (from === CLIENT) return to === 'contract';
  if (RUNS_FEATURES.includes(from) && FEATURES.includes(to)) return false;
  return rowOf(from) < rowOf(to) || (rowOf(from) === 0 && rowOf(to) === 0);
}

function rowOf(room) {
  return ROWS.findIndex((row) => row.includes(room));
}
