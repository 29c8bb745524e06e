import { roomOf } from './rooms.mjs';
import {
  checkClock,
  checkCycles,
  checkEnvironment,
  checkMissingFiles,
  checkRooms,
  checkSql,
  checkState,
  checkTypeNames,
  resolveImport,
} from './rules.mjs';
import { findImports, scanSource } from './scan-source.mjs';

/**
 * Checks the source given as `Map<path from the root, text>`; `exists(path)` tells of files that are not TypeScript.
 * Returns the findings, sorted by place. `exceptions` are rows `{ path, rule, reason }` that allow one rule in one file.
 */
export function checkHouse(sources, { exists = () => false, exceptions = [] } = {}) {
  const files = new Map();
  for (const [path, source] of sources) {
    if (path.endsWith('.test.ts')) continue;
    const scanned = scanSource(source);
    const imports = findImports(scanned).map((i) => ({ ...i, target: resolveImport(path, i.specifier) }));
    files.set(path, { path, room: roomOf(path), imports, ...scanned });
  }
  const findings = [
    ...checkRooms(files),
    ...checkMissingFiles(files, exists),
    ...checkCycles(files),
    ...checkTypeNames(files, typeNames(files)),
    ...checkSql(files),
    ...checkEnvironment(files),
    ...checkClock(files),
    ...checkState(files),
  ];
  return findings
    .filter((f) => !exceptions.some((e) => e.path === f.path && e.rule === f.rule))
    .sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line);
}

/** The names of the entity types: those of the declarations' files, `database-schema.ts` declares `databaseSchema`. */
function typeNames(files) {
  const names = new Set();
  for (const file of files.values()) {
    const name = /^src\/entities\/([\w-]+)\.ts$/.exec(file.path)?.[1];
    if (name && name !== 'index') names.add(name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase()));
  }
  return names;
}
