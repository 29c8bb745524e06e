import { checkCasts } from './check-casts.mjs';
import { moduleOf } from './modules.mjs';
import { readSource } from './read-source.mjs';
import {
  checkClock,
  checkCycles,
  checkDialects,
  checkEnvironment,
  checkFolders,
  checkImports,
  checkMissingFiles,
  checkSql,
  checkState,
  checkTypeNames,
  resolveImport,
} from './rules.mjs';

/**
 * Checks the source given as `Map<path from the root, text>`; `exists(path)` says whether a file that is not in the map exists.
 * Returns the findings, sorted by place. `exceptions` are rows `{ path, rule, reason }` that allow one rule in one file.
 * `mostCasts` is the number of type assertions that `src` may hold.
 */
export function checkSource(
  sources,
  { exists = () => false, exceptions = [], mostCasts = Number.POSITIVE_INFINITY } = {},
) {
  const files = new Map();
  for (const [path, source] of sources) {
    if (path.endsWith('.test.ts')) continue;
    const facts = readSource(path, source);
    const imports = facts.imports.map((i) => ({ ...i, target: resolveImport(path, i.specifier) }));
    files.set(path, { path, module: moduleOf(path), ...facts, imports });
  }
  const findings = [
    ...checkImports(files),
    ...checkMissingFiles(files, exists),
    ...checkCycles(files),
    ...checkTypeNames(files, typeNames(files)),
    ...checkSql(files),
    ...checkDialects(files),
    ...checkEnvironment(files),
    ...checkClock(files),
    ...checkState(files),
    ...checkCasts(files, mostCasts),
    ...checkFolders(files),
  ];
  return findings
    .filter((f) => !exceptions.some((e) => e.path === f.path && e.rule === f.rule))
    .sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line);
}

// The `name` of each declaration: `defineType({ name: 'databaseSchema', ... })`.
function typeNames(files) {
  return new Set([...files.values()].filter(({ module }) => module === 'entities').flatMap(({ declared }) => declared));
}
