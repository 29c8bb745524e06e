// Running programs from the project's scripts: paths, children that are always stopped, free ports.
import { spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';

/** The project's folder. */
export const root = resolve(import.meta.dirname, '..');

/** The path of a program that a development dependency brings. */
export function localProgram(name) {
  return join(root, 'node_modules', '.bin', name);
}

/** Runs a program to its end with this terminal; resolves to its exit code (1 for a signal). */
export function run(program, args = [], options = {}) {
  return new Promise((done) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', ...options });
    child.on('error', (error) => {
      console.error(`${program}: ${error.message}`);
      done(127);
    });
    child.on('exit', (code) => done(code ?? 1));
  });
}

/** Runs a program quietly: `{ code, output }` with both streams in one text. */
export function capture(program, args = [], options = {}) {
  const result = spawnSync(program, args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28, ...options });
  return {
    code: result.status ?? 1,
    output: `${result.stdout ?? ''}${result.stderr ?? ''}${result.error?.message ?? ''}`,
  };
}

/** A TCP port of the loopback address that was free a moment ago. */
export function freePort() {
  return new Promise((done, fail) => {
    const server = createServer();
    server.on('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

/** Stops a child: SIGTERM first, SIGKILL after `patience` milliseconds; resolves when it has exited. */
export function stopChild(child, { signal = 'SIGTERM', patience = 10_000 } = {}) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), patience);
    child.on('exit', () => {
      clearTimeout(timer);
      done();
    });
    child.kill(signal);
  });
}

/** Calls `stop()` and ends when this process is interrupted: for what lives in a process group of its own. */
export function onInterrupt(stop) {
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, async () => {
      await stop();
      process.exit(130);
    });
}

/** Waits until `probe()` is true; throws with `what` after `timeout` milliseconds. */
export async function waitUntil(probe, what, timeout = 30_000) {
  const end = Date.now() + timeout;
  while (!(await probe())) {
    if (Date.now() > end) throw new Error(`${what}: nothing after ${timeout / 1000} s`);
    await new Promise((done) => setTimeout(done, 50));
  }
}
