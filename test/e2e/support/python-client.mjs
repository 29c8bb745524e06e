// The Python client of the interface, in a virtual environment that is made once and kept in the user's cache.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { capture } from '../../../scripts/run.mjs';

// The parser is what the extra `dbt` adds for artifacts in local files.
const PACKAGES = ['openmetadata-ingestion[postgres]==2.0.5.*', 'collate-dbt-artifacts-parser'];
// One dependency of the client is not published anywhere; nothing the tests use needs it.
const OVERRIDE = "dbt-core-experimental-parser ; sys_platform == 'never'\n";
const READY = 'cairn-client-ready';

/**
 * `{ python, metadata, version }`: the programs of the environment, which is made when it is missing (about 400 MB).
 * `{ missing }` says in one line what is not there: Python 3.11, an installer, or the package index.
 * `CAIRN_E2E_CLIENT` names the folder; by default it lies in the user's cache.
 */
export function pythonClient() {
  const folder = process.env.CAIRN_E2E_CLIENT ?? join(cacheFolder(), 'ingestion-client-2.0.5-dbt');
  if (!existsSync(join(folder, READY))) {
    const missing = install(folder);
    if (missing) return { missing };
  }
  const python = join(folder, 'bin', 'python');
  const asked = capture(python, [
    '-c',
    'from importlib.metadata import version; print(version("openmetadata-ingestion"))',
  ]);
  if (asked.code !== 0) return { missing: `the environment in ${folder} does not work: ${asked.output.trim()}` };
  return { python, metadata: join(folder, 'bin', 'metadata'), version: asked.output.trim() };
}

function cacheFolder() {
  return join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'cairn');
}

function install(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  console.error(`installing ${PACKAGES.join(' ')} into ${folder} ...`);
  const failed = capture('uv', ['--version']).code === 0 ? installWithUv(folder) : installWithPip(folder);
  if (failed) {
    rmSync(folder, { recursive: true, force: true });
    return failed;
  }
  writeFileSync(join(folder, READY), '');
  return undefined;
}

function installWithUv(folder) {
  const made = capture('uv', ['venv', '--quiet', '--allow-existing', '--python', '3.11', folder]);
  if (made.code !== 0) return `no Python 3.11: ${lastLine(made.output)}`;
  const override = join(folder, 'override.txt');
  writeFileSync(override, OVERRIDE);
  const args = [
    'pip',
    'install',
    '--quiet',
    '--python',
    join(folder, 'bin', 'python'),
    '--override',
    override,
    ...PACKAGES,
  ];
  const done = capture('uv', args);
  return done.code === 0 ? undefined : `the package cannot be installed: ${lastLine(done.output)}`;
}

// pip knows no overrides: uv is installed into the environment and does the rest.
function installWithPip(folder) {
  const made = capture('python3.11', ['-m', 'venv', folder]);
  if (made.code !== 0) return `no Python 3.11 and no uv: ${lastLine(made.output)}`;
  const python = join(folder, 'bin', 'python');
  const uv = capture(python, ['-m', 'pip', 'install', '--quiet', 'uv']);
  if (uv.code !== 0) return `the package index is not reachable: ${lastLine(uv.output)}`;
  const override = join(folder, 'override.txt');
  writeFileSync(override, OVERRIDE);
  const done = capture(python, [
    '-m',
    'uv',
    'pip',
    'install',
    '--quiet',
    '--override',
    override,
    '--python',
    python,
    ...PACKAGES,
  ]);
  return done.code === 0 ? undefined : `the package cannot be installed: ${lastLine(done.output)}`;
}

function lastLine(text) {
  return text.trim().split('\n').at(-1) ?? '';
}
