// `npm run golden [-- CASE ...] [-- -v]`: plays recorded cases against a server started for them on an empty folder.
// The recordings and their player are in test/golden/recorded; cases of our own, with what they expect, in test/golden.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startCairn } from '../test/e2e/support/cairn-process.mjs';
import { root, run } from './run.mjs';

const own = join(root, 'test/golden');
const recorded = join(own, 'recorded');
const player = join(recorded, 'golden.mjs');
const names = process.argv.slice(2).filter((arg) => !arg.startsWith('-'));
const flags = process.argv.slice(2).filter((arg) => arg.startsWith('-'));
const files = names.length ? names.map(caseFile) : [...builtCases().map(caseFile), ...ownCases()];

const cairn = await startCairn();
try {
  const args = ['play', '--base', cairn.url, '--token', cairn.token('admin')];
  process.exitCode = await run(process.execPath, [
    player,
    ...args,
    '--except',
    join(own, 'exceptions.json'),
    ...flags,
    ...files,
  ]);
  if (process.exitCode && flags.includes('-v')) console.log(`last words of the server:\n${cairn.log().slice(-5000)}`);
} finally {
  await cairn.stop();
}

// The recorded cases whose features are built.
function builtCases() {
  return JSON.parse(readFileSync(join(own, 'cases.json'), 'utf8'));
}

function ownCases() {
  return readdirSync(own)
    .filter((name) => name.endsWith('.json') && !['cases.json', 'exceptions.json'].includes(name))
    .map((name) => join(own, name));
}

function caseFile(name) {
  const file = [join(own, `${name}.json`), join(recorded, `${name}.json`)].find(existsSync);
  if (!file) throw new Error(`no golden case ${name}`);
  return file;
}
