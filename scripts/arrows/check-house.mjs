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

// The `name` of each declaration: `defineType({ name: 'databaseSchema', ... })`.
function typeNames(files) {
  const declaration = /\bdefine[A-Z]\w*\(\{\s*(?:[.\w]+(?::\s*[^,{}[\]]*)?,\s*)*?name:\s*(?=['"])/g;
  const names = new Set();
  for (const file of files.values()) {
    if (file.room !== 'entities') continue;
    const starts = new Set([...file.code.matchAll(declaration)].map((match) => match.index + match[0].length));
    for (const { value, start } of file.strings) if (starts.has(start)) names.add(value);
  }
  return names;
}
