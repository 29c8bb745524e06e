// A PostgreSQL of one's own for tests: a temporary cluster on a free loopback port, without durability.
import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { capture, freePort, stopChild, waitUntil } from './run.mjs';

const OLDEST = 15;
const INSTALLED = '/usr/lib/postgresql';
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  max_prepared_transactions: '10',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '64MB',
  logging_collector: 'off',
  lc_messages: 'C',
};

/**
 * Starts a cluster and resolves to `{ url, port, stop }`. `stop()` ends the server and removes its folder, unless `kept` names a
 * folder that keeps the cluster for the next time. `settings` go before those for tests. Installs Debian's `postgresql` when no version of at least 15 is there and this is root.
 */
export async function startPostgres({ kept, settings: given = {} } = {}) {
  const programs = findPrograms() ?? installPrograms();
  const owner = serverOwner();
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'cairn-postgres-'));
  if (kept) mkdirSync(kept, { recursive: true });
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const clean = () => kept || rmSync(folder, { recursive: true, force: true });
  const environment = { PATH: process.env.PATH, LC_ALL: 'C', HOME: folder };
  const as = { ...owner, cwd: folder, env: environment };

  if (!existsSync(data)) {
    const made = capture(
      join(programs, 'initdb'),
      ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
      as,
    );
    if (made.code !== 0) {
      clean();
      throw new Error(`initdb failed:\n${made.output}`);
    }
  }
  const port = await freePort();
  const settings = Object.entries({ ...SETTINGS, ...given }).map(([name, value]) => `${name} = '${value}'\n`);
  writeFileSync(join(data, 'postgresql.auto.conf'), settings.join(''));
  const server = spawn(join(programs, 'postgres'), ['-D', data, '-p', String(port)], {
    ...as,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  server.stderr.on('data', (text) => {
    log = (log + text).slice(-20_000);
  });
  const stop = async () => {
    await stopChild(server, { signal: 'SIGINT' });
    clean();
  };
  try {
    await waitUntil(() => {
      if (server.exitCode !== null) throw new Error(`postgres ended:\n${log}`);
      return log.includes('ready to accept connections');
    }, 'postgres');
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, port, programs, stop };
}

function findPrograms() {
  if (!existsSync(INSTALLED)) return undefined;
  const versions = readdirSync(INSTALLED)
    .map(Number)
    .filter((version) => version >= OLDEST && existsSync(`${INSTALLED}/${version}/bin/postgres`));
  return versions.length ? `${INSTALLED}/${Math.max(...versions)}/bin` : undefined;
}

function installPrograms() {
  if (process.getuid() !== 0) throw new Error(`no PostgreSQL of version ${OLDEST} or newer in ${INSTALLED}`);
  console.error('installing postgresql ...');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update', '-q'],
    ['install', '-y', '-q', '--no-install-recommends', 'postgresql'],
  ]) {
    const { code, output } = capture('apt-get', args, { env });
    if (code !== 0) throw new Error(`apt-get ${args.join(' ')} failed:\n${output.slice(-4000)}`);
  }
  const programs = findPrograms();
  if (!programs) throw new Error(`the installed PostgreSQL is older than ${OLDEST}`);
  return programs;
}

// The server refuses to run as root; it runs as `postgres` or, where that user is missing, as `nobody`.
function serverOwner() {
  if (process.getuid() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    const uid = capture('id', ['-u', name]);
    if (uid.code === 0) return { uid: Number(uid.output), gid: Number(capture('id', ['-g', name]).output) };
  }
  throw new Error('neither the user postgres nor nobody exists');
}
