// The server under test: started from the build as a process of its own, with what it costs to run it.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { capture, freePort, root, stopChild, waitUntil } from '../run.mjs';

const program = join(root, 'bin', 'cairn.js');

/** Starts Cairn on a data folder: `{ url, token, pid, startTime, memory(), stop() }`; times in ms, memory in MB. */
export async function startServer(data, { profile = null, databaseUrl = null, env = {} } = {}) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const flags = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [];
  const began = performance.now();
  const database = databaseUrl ? ['--database-url', databaseUrl] : [];
  const child = spawn(
    process.execPath,
    [...flags, program, 'serve', '--port', String(port), '--data', data, ...database],
    { cwd: root, stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...env } },
  );
  let log = '';
  child.stderr.on('data', (text) => {
    log = (log + text).slice(-20_000);
  });
  await waitUntil(async () => {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}\n${log}`);
    return isReady(url);
  }, 'the server').catch(async (error) => {
    await stopChild(child);
    throw error;
  });
  const startTime = performance.now() - began;
  return {
    url,
    token: tokenOf(data, database),
    /** A token for another user. */
    tokenOf: (user) => tokenOf(data, database, user),
    pid: child.pid,
    startTime,
    memory: () => memoryOf(child.pid),
    /** Milliseconds of processor time that all threads have used. */
    busy: () => busyTimeOf(child.pid),
    stop: () => stopChild(child, { patience: 30_000 }),
  };
}

/** Milliseconds from process start to the first answer of `/readyz`, polled without the pauses of `startServer`. */
export async function measureStart(data) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const began = performance.now();
  const child = spawn(process.execPath, [program, 'serve', '--port', String(port), '--data', data], {
    cwd: root,
    stdio: 'ignore',
  });
  while (!(await isReady(url))) {
    if (child.exitCode !== null || performance.now() - began > 30_000) throw new Error('the server did not start');
    await new Promise((done) => setTimeout(done, 5));
  }
  const time = performance.now() - began;
  await stopChild(child);
  return time;
}

async function isReady(url) {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
}

function tokenOf(data, database, user = 'admin') {
  const { code, output } = capture(process.execPath, [program, 'token', '--user', user, '--data', data, ...database]);
  const token = output.split(/\s+/).find((word) => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(word) && word.length > 100);
  if (code !== 0 || token === undefined) throw new Error(`no token for the load: ${output}`);
  return token;
}

/** Memory that only this process has, and all that is resident (files mapped and shared included), in MB. */
function memoryOf(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? Number.NaN) / 1024;
  return { own: read('RssAnon') + read('RssShmem'), resident: read('VmRSS') };
}

function busyTimeOf(pid) {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) => {
    try {
      return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
    } catch {
      return 0; // the thread is gone
    }
  });
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6;
}
