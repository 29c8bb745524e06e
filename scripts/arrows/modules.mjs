// The modules of `src` in the order of imports: a module may import itself and the modules of later rows. Modules of one
// row do not import each other, except in the first, where everything is assembled. `contract` is a folder beside `src`.
// A folder that is not listed counts as the module of a feature if `src/features.ts` imports it.
const FEATURE_LIST = 'src/features.ts';
const ROWS = [
  ['cli', 'main', 'worker', 'indexer', 'checkpointer', 'source-reader', 'document-reader', 'assemble', 'features'],
  ['writer'],
  ['http'],
  ['web'],
  ['system', 'search', 'alerts', 'lineage', 'feed', 'quality', 'ingestion', 'inspection'], // and the features that are not listed
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

/** The module a file belongs to: `src/catalog/write/write.ts` is in `catalog`, `src/main.ts` in `main`; undefined outside. */
export function moduleOf(path) {
  const parts = path.split('/');
  if (parts[0] === 'contract' || parts[0] === CLIENT) return parts[0];
  if (parts[0] !== 'src') return undefined;
  return parts.length === 2 ? parts[1].replace(/(?:\.test)?\.ts$/, '') : parts[1];
}

/** The known modules and what they may import, once the files are read. */
export function moduleOrder(files) {
  const added = addedModules(files);
  const rowOf = (module) => (added.has(module) ? FEATURE_ROW : ROWS.findIndex((row) => row.includes(module)));
  const isFeature = (module) => FEATURES.includes(module) || added.has(module);
  return {
    isKnownModule: (module) => module === CLIENT || rowOf(module) >= 0,
    mayImport(from, to) {
      if (from === to) return true;
      if (to === CLIENT) return from === 'cli';
      if (from === CLIENT) return to === 'contract';
      if (RUNS_FEATURES.includes(from) && isFeature(to)) return false;
      return rowOf(from) < rowOf(to) || (rowOf(from) === 0 && rowOf(to) === 0);
    },
  };
}

function addedModules(files) {
  const folders = (files.get(FEATURE_LIST)?.imports ?? []).map(
    ({ target }) => /^src\/([^/]+)\//.exec(target ?? '')?.[1],
  );
  return new Set(folders.filter((module) => module !== undefined && !ROWS.some((row) => row.includes(module))));
}
