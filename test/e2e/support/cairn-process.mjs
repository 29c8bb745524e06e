// A Cairn started as the README says, with a data folder of its own that is removed at the end.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { capture, freePort, onInterrupt, root, waitUntil } from '../../../scripts/run.mjs';

/**
 * `{ url, token(user), log(), stop() }`; `url` ends in `/api`. Options of the server may be added as flags.
 * The server runs in a process group of its own, because `npm start` is a parent of the server. `guarded`: an
 * interruption stops it and ends this process; without it the caller sees to that.
 */
export async function startCairn(flags = [], { guarded = true } = {}) {
  const data = mkdtempSync(join(tmpdir(), 'cairn-e2e-'));
  const port = await freePort();
  const args = ['start', '--', '--port', String(port), '--data', data, ...flags];
  const child = spawn('npm', args, { cwd: root, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      log = (log + text).slice(-100_000);
    });
  }
  const stop = async () => {
    await stopGroup(child);
    rmSync(data, { recursive: true, force: true });
  };
  if (guarded) onInterrupt(stop);
  try {
    await waitUntil(() => isReady(child, port, () => log), 'npm start', 90_000);
  } catch (error) {
    await stop();
    throw new Error(`${error.message}\n${log}`, { cause: error });
  }
  return { url: `http://127.0.0.1:${port}/api`, token: (user) => tokenOf(user, data, flags), log: () => log, stop };
}

async function isReady(child, port, log) {
  if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}\n${log()}`);
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  } catch {
    return false;
  }
}

// The command prints the token alone on a line; whatever else npm says is left out.
function tokenOf(user, data, flags) {
  const { code, output } = capture('npx', ['cairn', 'token', '--user', user, '--data', data, ...flags]);
  const token = output.split(/\s+/).find((word) => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(word) && word.length > 100);
  if (code !== 0 || token === undefined) throw new Error(`cairn token --user ${user}: ${output}`);
  return token;
}

async function stopGroup(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((done) => child.on('exit', done));
  const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), 10_000);
  signalGroup(child, 'SIGTERM');
  await gone;
  clearTimeout(timer);
}

function signalGroup(child, name) {
  try {
    process.kill(-child.pid, name);
  } catch {
    // already gone
  }
}
