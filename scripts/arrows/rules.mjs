// The rules for imports, names of entity types, SQL, the clock and module state. Each takes the files that
// `check-source.mjs` read and returns findings `{ path, line, rule, text }`. No rule sees the tests next to the source.
import { posix } from 'node:path';
import { findCycles } from './find-cycles.mjs';
import { moduleOf, moduleOrder } from './modules.mjs';

// Types are declared in `entities`; the contract is the interface itself.
const TYPES_NAMED = ['entities', 'contract'];
const FAMILY = /^[\w?]*Service$/;
const CLOCK_ALLOWED = ['context', 'main', 'worker', 'assemble', 'cli', 'config'];
const CLOCK = new Set(['Date.now', 'new Date()', 'Math.random', 'randomUUID', 'getRandomValues']);
const ENVIRONMENT = new Set(['process.env']);
const DIALECT = new Set(['dialect', 'sql.remembered', 'tx.remembered']);
const SQL = [
  /^\s*select\s[\s\S]*\sfrom\s/i,
  /^\s*select\s+(?:\d+|\w+\()/,
  /^\s*insert\s+(?:or\s+\w+\s+)?into\s/i,
  /^\s*update\s+\S+\s+(?:as\s+\w+\s+)?set\s/i,
  /^\s*delete\s+from\s/,
  /^\s*with\s+(?:recursive\s+)?\w+\s*(?:\([^)]*\)\s*)?as\s+(?:not\s+|materialized\s+)*\(/i,
  /^\s*(?:create|alter|drop)\s+(?:unique\s+|virtual\s+)?(?:table|index|view|trigger)\s+(?:if\s+|\w+\s*(?:\(|$|on\s|add\s))/,
  /^\s*(?:begin immediate|pragma\s+\w+)/i,
];

export function checkImports(files) {
  const { isKnownModule, mayImport } = moduleOrder(files);
  const findings = [];
  for (const file of files.values()) {
    if (!isKnownModule(file.module))
      findings.push(finding(file, 1, 'module', `"${file.module}" is not listed in scripts/arrows/modules.mjs`));
    for (const { target, specifier, line } of file.imports) {
      if (target === undefined) continue;
      const module = moduleOf(target);
      if (module === undefined)
        findings.push(finding(file, line, 'arrow', `${specifier} is outside the product's source`));
      else if (!mayImport(file.module, module))
        findings.push(finding(file, line, 'arrow', `${file.module} must not import ${module}`));
      else if (module !== file.module && !isIndex(target, module))
        findings.push(finding(file, line, 'index', `import ${module} through its index.ts, not ${specifier}`));
    }
  }
  return findings;
}

// The contract is data, so its files are imported directly; every other module has one entry point.
function isIndex(target, module) {
  if (module === 'contract') return true;
  return [`src/${module}/index.ts`, `src/${module}.ts`, `${module}/index.ts`].includes(target);
}

export function checkMissingFiles(files, exists) {
  const findings = [];
  for (const file of files.values())
    for (const { target, specifier, line } of file.imports)
      if (target !== undefined && !files.has(target) && !exists(target))
        findings.push(finding(file, line, 'import', `${specifier} does not exist`));
  return findings;
}

// Imports of types only do not count: a cycle matters when modules wait for each other while they are loaded.
export function checkCycles(files) {
  const edges = new Map();
  for (const file of files.values())
    edges.set(
      file.path,
      file.imports.filter((i) => !i.typeOnly && files.has(i.target)).map((i) => i.target),
    );
  return findCycles(edges).map((cycle) =>
    finding(files.get(cycle[0]), 1, 'cycle', `${cycle.join(' -> ')} -> ${cycle[0]}`),
  );
}

// `isLabel` (`read-source.mjs`) marks strings that only look like the name of a type.
export function checkTypeNames(files, typeNames) {
  const isName = (value) => typeNames.has(value) || FAMILY.test(value);
  return outsideModules(files, TYPES_NAMED).flatMap((file) => [
    ...file.strings
      .filter(({ value, isLabel }) => !isLabel && isName(value))
      .map(({ value, line }) => finding(file, line, 'type-name', `'${value}' is the name of an entity type`)),
    ...file.patterns
      .filter(({ value }) => /Service\b/.test(value))
      .map(({ value, line }) => finding(file, line, 'type-name', `/${value}/ finds a family of services by its name`)),
  ]);
}

// SQL for foreign databases is next to the drivers that send it.
const FOREIGN_SQL = 'src/egress/sources/';

export function checkSql(files) {
  return outsideModules(files, ['storage'])
    .filter(({ path }) => !path.startsWith(FOREIGN_SQL))
    .flatMap((file) =>
      file.strings
        .filter(({ value }) => SQL.some((pattern) => pattern.test(value)))
        .map(({ value, line }) => finding(file, line, 'sql', `SQL outside storage: ${value.trim().slice(0, 60)}`)),
    );
}

export function checkEnvironment(files) {
  return outsideModules(files, ['config']).flatMap((file) =>
    matches(file, ENVIRONMENT).map(({ line, text }) => finding(file, line, 'environment', `${text} outside config`)),
  );
}

export function checkClock(files) {
  return outsideModules(files, CLOCK_ALLOWED).flatMap((file) =>
    matches(file, CLOCK).map(({ line, text }) =>
      finding(file, line, 'clock', `${text}: take time, ids and random numbers from the context`),
    ),
  );
}

export function checkDialects(files) {
  return outsideModules(files, ['storage', 'contract']).flatMap((file) =>
    matches(file, DIALECT).map(({ line }) =>
      finding(file, line, 'dialect', 'use capabilitiesOf, or make it a function of storage'),
    ),
  );
}

export function checkState(files) {
  return [...files.values()].flatMap((file) =>
    file.state.map(({ line, keyword, name }) =>
      finding(file, line, 'state', `${keyword} ${name} is mutable state of the module`),
    ),
  );
}

const MOST_FILES = 16;
// The number of migrations only grows.
const LISTS = new Set(['src/storage/migrations']);

/** Folders stay small enough to be read at a glance. */
export function checkFolders(files) {
  const folders = new Map();
  for (const file of files.values()) {
    const folder = posix.dirname(file.path);
    if (folder.startsWith('src/') && !LISTS.has(folder)) folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  return [...folders]
    .filter(([, inside]) => inside.length > MOST_FILES)
    .map(([folder, inside]) =>
      finding(inside[0], 1, 'folder', `${folder} holds ${inside.length} files; at most ${MOST_FILES}`),
    );
}

function matches(file, wanted) {
  return file.expressions.filter(({ text }) => wanted.has(text));
}

function outsideModules(files, modules) {
  return [...files.values()].filter((file) => !modules.includes(file.module));
}

function finding(file, line, rule, text) {
  return { path: file.path, line, rule, text };
}

/** The file an import means, as a path from the root; undefined for a package or a built-in module. */
export function resolveImport(fromPath, specifier) {
  if (!specifier.startsWith('.')) return undefined;
  return posix.join(posix.dirname(fromPath), specifier).replace(/\.js$/, '.ts');
}
