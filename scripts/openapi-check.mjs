// `npm run openapi:check`: checks the served /openapi.json with third-party tools. `openapi-typescript` generates types and
// a client that uses them compiles; so does a client of `@hey-api/openapi-ts`, which is then used with a server; Spectral finds no error and few warnings. The programs live in openapi-check/, apart from
// the project, because the generator needs TypeScript 5.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startCairn } from '../test/e2e/support/cairn-process.mjs';
import { capture, root } from './run.mjs';

const MOST_WARNINGS = 2;
const ERROR = 0; // severities of Spectral
const WARNING = 1;
const home = join(root, 'scripts', 'openapi-check');
const given = process.argv.slice(2).find((argument) => !argument.startsWith('-'));

install();
const scratch = mkdtempSync(join(home, 'node_modules', '.check-'));
try {
  const cairn = await startCairn();
  const results = [];
  try {
    const served = async () => (await fetch(new URL('/openapi.json', cairn.url))).text();
    writeFileSync(join(scratch, 'openapi.json'), given ? readFileSync(given) : await served());
    results.push(clientWorks(cairn));
  } finally {
    await cairn.stop();
  }
  results.push(typesCompile(), lint());
  if (process.argv.includes('--long')) results.push(clientsWork());
  const failed = results.filter((passed) => !passed).length;
  console.log(`${results.length - failed} checks passed, ${failed} failed`);
  process.exitCode = failed ? 1 : 0;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Installed packages must not run install scripts. */
function install() {
  const lock = readFileSync(join(home, 'package-lock.json'), 'utf8');
  const mark = join(home, 'node_modules', '.installed-lock.json');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === lock) return;
  const flags = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { code, output } = capture('npm', flags, { cwd: home });
  if (code !== 0) {
    console.log(output);
    console.log('0 checks passed, 1 failed');
    process.exit(1);
  }
  writeFileSync(mark, lock);
}

/** A client of the operations that `use-client.ts` needs; `--long`: of all. */
function clientWorks({ url, token }) {
  const what = 'client of @hey-api/openapi-ts';
  for (const name of ['make-client.mjs', 'use-client.ts', 'tsconfig.client.json', 'package.json'])
    cpSync(join(home, name), join(scratch, name));
  const all = process.argv.includes('--long') ? ['all'] : [];
  const made = capture(process.execPath, ['make-client.mjs', ...all], { cwd: scratch });
  if (made.code !== 0) return report(what, false, made.output);
  const compiled = tool('tsc', ['--project', 'tsconfig.client.json']);
  if (compiled.code !== 0) return report(`${what} compiles`, false, compiled.output);
  const used = capture(process.execPath, ['made/use-client.js', url, token('admin')], { cwd: scratch });
  return report(`${what} works`, used.code === 0, used.output);
}

function typesCompile() {
  for (const name of ['client.ts', 'tsconfig.json', 'package.json']) cpSync(join(home, name), join(scratch, name));
  const made = tool('openapi-typescript', ['openapi.json', '--output', 'openapi.d.ts']);
  if (made.code !== 0) return report('openapi-typescript', false, made.output);
  const compiled = tool('tsc', ['--project', 'tsconfig.json']);
  return report('types of openapi-typescript compile', compiled.code === 0, compiled.output);
}

function lint() {
  cpSync(join(home, 'spectral.yaml'), join(scratch, 'spectral.yaml'));
  const output = join(scratch, 'lint.json');
  const flags = [
    'lint',
    'openapi.json',
    '--ruleset',
    'spectral.yaml',
    '--format',
    'json',
    '--output',
    output,
    '--quiet',
  ];
  const run = tool('spectral', flags);
  if (!existsSync(output)) return report('spectral:oas', false, run.output);
  const found = JSON.parse(readFileSync(output, 'utf8'));
  const count = (severity) => found.filter((one) => one.severity === severity).length;
  const [errors, warnings] = [count(ERROR), count(WARNING)];
  const lines = found.map(({ code, path, message }) => `${code} ${path.join('/')}: ${message}`);
  const passed = errors === 0 && warnings <= MOST_WARNINGS;
  return report(`spectral:oas: ${errors} errors, ${warnings} warnings`, passed, lines.slice(0, 40).join('\n'));
}

/** Takes minutes: clients of whole languages, used with a server. */
function clientsWork() {
  const { code, output } = capture(process.execPath, [join(home, 'long', 'check-clients.mjs')]);
  return report('clients of other generators work', code === 0, output);
}

function tool(name, args) {
  return capture(join(home, 'node_modules', '.bin', name), args, { cwd: scratch });
}

function report(what, passed, details) {
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${what}`);
  if (!passed) console.log(details);
  return passed;
}
