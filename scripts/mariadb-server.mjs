// A throw-away MariaDB for tests: a temporary data folder, a free loopback port, no durability.
// `node scripts/mariadb-server.mjs --install` installs Debian's `mariadb-server` where it is missing and this is root.
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installPackage, serverOwner, startServer } from './database-server.mjs';
import { capture, freePort } from './run.mjs';

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
  const owner = serverOwner('mysql', 'nobody');
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
  const stop = await startServer(SERVER, serverArguments(folder, data, port).concat(settings), {
    as,
    clean,
    name: 'mariadbd',
    ready: 'ready for connections',
  });
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

/** Installs the package; returns why not, in one line, or null. */
function installMariadb() {
  if (!missingMariadb()) return null;
  if (process.getuid() !== 0) return 'no MariaDB, and only root can install it';
  // Tests start servers of their own; the package's must not run beside them.
  const failed = installPackage('mariadb-server', { SYSTEMD_OFFLINE: '1' });
  if (failed) return `apt-get ${failed.args[0]} failed: ${failed.output.trim().split('\n').at(-1)}`;
  return missingMariadb();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href && process.argv.includes('--install')) {
  const missing = installMariadb();
  console.log(missing ? `MariaDB skipped: ${missing}` : 'MariaDB is there');
}
