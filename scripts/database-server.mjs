// What throw-away database servers of tests have in common: their user, their package, and when they are ready.
import { spawn } from 'node:child_process';
import { capture, stopChild, waitUntil } from './run.mjs';

/** `{ uid, gid }` of the first of these users that exists. A server does not run as root; as anybody else it runs as that user: {}. */
export function serverOwner(...names) {
  if (process.getuid() !== 0) return {};
  for (const name of names) {
    const uid = capture('id', ['-u', name]);
    if (uid.code === 0) return { uid: Number(uid.output), gid: Number(capture('id', ['-g', name]).output) };
  }
  throw new Error(`neither the user ${names.join(' nor ')} exists`);
}

/** Installs a Debian package, as root. Returns the arguments and the output of the command that failed; null if none did. */
export function installPackage(name, environment = {}) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', ...environment };
  for (const args of [
    ['update', '-q'],
    ['install', '-y', '-q', '--no-install-recommends', name],
  ]) {
    const { code, output } = capture('apt-get', args, { env });
    if (code !== 0) return { args, output };
  }
  return null;
}

/**
 * Starts a server and resolves to a function that ends it with `signal`, once its log contains `ready`; `clean` runs after
 * the end, also when the start fails.
 */
export async function startServer(program, args, { as, ready, name, signal = 'SIGTERM', clean }) {
  const server = spawn(program, args, { ...as, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  server.stderr.on('data', (text) => {
    log = (log + text).slice(-20_000);
  });
  const stop = async () => {
    await stopChild(server, { signal });
    clean();
  };
  try {
    await waitUntil(() => {
      if (server.exitCode !== null) throw new Error(`${name} ended:\n${log}`);
      return log.includes(ready);
    }, name);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
