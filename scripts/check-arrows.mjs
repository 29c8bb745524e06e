// Checks the layout of the source: the order of imports, entry points, cycles, and where SQL, the clock, the
// environment and the names of entity types may be used. Prints the findings and exits with 1 if there are any.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MOST_CASTS } from './arrows/check-casts.mjs';
import { checkSource } from './arrows/check-source.mjs';
import { EXCEPTIONS } from './arrows/exceptions.mjs';
import { root } from './run.mjs';

const sources = new Map();
for (const folder of ['src', 'contract', 'client'])
  for (const path of typescriptFiles(folder)) sources.set(path, readFileSync(join(root, path), 'utf8'));

const findings = checkSource(sources, {
  exists: (path) => existsSync(join(root, path)),
  exceptions: EXCEPTIONS,
  mostCasts: MOST_CASTS,
});
for (const { path, line, rule, text } of findings) console.error(`${path}:${line} [${rule}] ${text}`);
console.log(`${sources.size} files, ${findings.length} findings`);
process.exitCode = findings.length ? 1 : 0;

function typescriptFiles(folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true })
    .map((path) => `${folder}/${path}`)
    .filter((path) => path.endsWith('.ts'))
    .sort();
}
