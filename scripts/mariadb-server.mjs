// A MariaDB of one's own for tests: a temporary data folder, a free loopback port, without durability.
// `node scripts/mariadb-server.mjs --install` installs Debian's `mariadb-server` where it is missing and this is root.
import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { capture, freePort, stopChild, waitUntil } from './run.mjs';

const SERVER = '/usr/sbin/mariadbd';
const INSTALL_DB = '/usr/bin/mariadb-install-db';
const PLUGINS = '/usr/lib/mysql/plugin';

/** Why no server can be started here, in one line; null if one can. */
export function missingMariadb() {
  return existsSync(SERVER) && existsSync(INSTALL_DB) ? null : `${SERVER} is missing; apt-get install mariadb-server`;
}

/**
 * Starts a server and resolves to `{ port, stop }`; `root` logs in from the loopback address without a password.
 * `stop()` ends it and removes its folder. The server does not run as root.
 */
export async function startMariadb({ settings = [] } = {}) {
  const missing = missingMariadb();
  if (missing) throw new Error(missing);
  const owner = serverOwner();
  const folder = mkdtempSync(join(tmpdir(), 'cairn-mariadb-'));
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const as = { ...owner, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C', HOME: folder } };
  const data = join(folder, 'data');
  const clean = () => rmSync(folder, { recursive: true, force: true });
  const made = capture(
    INSTALL_DB,
    [
      '--no-defaults',
      `--datadir=${data}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
      '--skip-name-resolve',
    ],
    as,
  );
  if (made.code !== 0) {
    clean();
    throw new Error(`mariadb-install-db failed:\n${made.output}`);
  }
  const port = await freePort();
  const server = spawn(SERVER, serverArguments(folder, data, port).concat(settings), {
    ...as,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  server.stderr.on('data', (text) => {
    log = (log + text).slice(-20_000);
  });
  const stop = async () => {
    await stopChild(server);
    clean();
  };
  try {
    await waitUntil(() => {
      if (server.exitCode !== null) throw new Error(`mariadbd ended:\n${log}`);
      return log.includes('ready for connections');
    }, 'mariadbd');
  } catch (error) {
    await stop();
    throw error;
  }
  return { port, stop };
}

function serverArguments(folder, data, port) {
  return [
    '--no-defaults',
    `--datadir=${data}`,
    `--socket=${join(folder, 'socket')}`,
    `--pid-file=${join(folder, 'pid')}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    `--plugin-dir=${PLUGINS}`,
    '--skip-name-resolve',
    '--innodb-flush-log-at-trx-commit=0',
    '--innodb-buffer-pool-size=16M',
    '--innodb-log-file-size=8M',
    '--skip-log-bin',
    '--performance-schema=OFF',
  ];
}

function serverOwner() {
  if (process.getuid() !== 0) return {};
  for (const name of ['mysql', 'nobody']) {
    const uid = capture('id', ['-u', name]);
    if (uid.code === 0) return { uid: Number(uid.output), gid: Number(capture('id', ['-g', name]).output) };
  }
  throw new Error('neither the user mysql nor nobody exists');
}

/** Installs the package; returns why not, in one line, or null. */
function installMariadb() {
  if (!missingMariadb()) return null;
  if (process.getuid() !== 0) return 'no MariaDB, and only root can install it';
  // Tests start servers of their own; the package's must not run beside them.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', SYSTEMD_OFFLINE: '1' };
  for (const args of [
    ['update', '-q'],
    ['install', '-y', '-q', '--no-install-recommends', 'mariadb-server'],
  ]) {
    const { code, output } = capture('apt-get', args, { env });
    if (code !== 0) return `apt-get ${args[0]} failed: ${output.trim().split('\n').at(-1)}`;
  }
  return missingMariadb();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href && process.argv.includes('--install')) {
  const missing = installMariadb();
  console.log(missing ? `MariaDB skipped: ${missing}` : 'MariaDB is there');
}
