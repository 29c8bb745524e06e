// A throw-away PostgreSQL for tests: a temporary cluster on a free loopback port, no durability.
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPackage, serverOwner, startServer } from './database-server.mjs';
import { capture, freePort } from './run.mjs';

const OLDEST = 15;
const INSTALLED = '/usr/lib/postgresql';
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  max_connections: '600',
  max_prepared_transactions: '10',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '64MB',
  logging_collector: 'off',
  lc_messages: 'C',
};

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm';
/** Bytes that must be free there: more than the clusters of tests, of which two can run at once, ever took. */
const ROOM = 6 * 2 ** 30;

/**
 * Starts a cluster and resolves to `{ url, socketUrl, port, stop }`: `socketUrl` names its Unix socket too, which costs a fifth less for each
 * statement. `stop()` ends the server and removes its folder, unless `kept` names a
 * folder that keeps the cluster for the next time. `settings` take precedence over those for tests; the cluster is then on disk
 * (it is measured), and otherwise in memory if there is room. Installs Debian's `postgresql` when no version of at least
 * 15 is there and this is root.
 */
export async function startPostgres({ kept, settings: given = {} } = {}) {
  const programs = findPrograms() ?? installPrograms();
  // The server refuses to run as root; it runs as `postgres` or, where that user is missing, as `nobody`.
  const owner = serverOwner('postgres', 'nobody');
  const isMeasured = Object.keys(given).length > 0;
  const folder = kept ?? mkdtempSync(join(isMeasured ? tmpdir() : placeForTests(), 'cairn-postgres-'));
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
  const settings = Object.entries({ ...SETTINGS, unix_socket_directories: folder, ...given }).map(
    ([name, value]) => `${name} = '${value}'\n`,
  );
  writeFileSync(join(data, 'postgresql.auto.conf'), settings.join(''));
  const stop = await startServer(join(programs, 'postgres'), ['-D', data, '-p', String(port)], {
    as,
    clean,
    name: 'postgres',
    ready: 'ready to accept connections',
    signal: 'SIGINT',
  });
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  return { url, socketUrl: `${url}?host=${folder}`, port, programs, stop };
}

function placeForTests() {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, process.availableMemory()) > ROOM ? MEMORY : tmpdir();
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
  const failed = installPackage('postgresql');
  if (failed) throw new Error(`apt-get ${failed.args.join(' ')} failed:\n${failed.output.slice(-4000)}`);
  const programs = findPrograms();
  if (!programs) throw new Error(`the installed PostgreSQL is older than ${OLDEST}`);
  return programs;
}
