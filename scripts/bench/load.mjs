// One load: many requests of one kind from a few connections, by wrk with one thread; by autocannon in a process of
// its own where there is no wrk. Requests are described as data, `{table}`, `{schema}` and `{n}` in path and body stand
// for a random table, its schema and a running number.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { capture } from '../run.mjs';
import { wrkScript } from './wrk-script.mjs';

export const tool = capture('wrk', ['-v']).output.startsWith('wrk ') ? 'wrk' : 'autocannon';

/**
 * Runs a load for some seconds: `{ rate, p50, p99, max, failed }`, requests per second, milliseconds, and the number
 * of responses without success.
 * `request`: `{ method, path, body?, type?, schemas, tables, seed }`.
 */
export async function runLoad(url, token, request, { connections = 8, seconds = 3 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-load-'));
  const headers = { authorization: `Bearer ${token}`, ...(request.type ? { 'content-type': request.type } : {}) };
  const plan = { url, headers, connections, seconds, ...request };
  try {
    return tool === 'wrk' ? await runWrk(plan, folder) : await runAutocannon(plan, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runWrk(plan, folder) {
  const script = join(folder, 'load.lua');
  writeFileSync(script, wrkScript(plan));
  const { connections, seconds, url } = plan;
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '-s', script, url];
  const text = await output('wrk', args);
  const line = /^RESULT (.+)$/m.exec(text)?.[1];
  if (line === undefined) throw new Error(`wrk: ${text}`);
  const [requests, duration, p50, p99, max, failed] = line.split(' ').map(Number);
  return { rate: requests / (duration / 1e6), p50: p50 / 1000, p99: p99 / 1000, max: max / 1000, failed };
}

async function runAutocannon(plan, folder) {
  const file = join(folder, 'plan.json');
  writeFileSync(file, JSON.stringify(plan));
  return JSON.parse(await output(process.execPath, [join(import.meta.dirname, 'autocannon-load.mjs'), file]));
}

function output(program, args) {
  return new Promise((done, fail) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part) => {
        text += part;
      });
    child.on('error', fail);
    child.on('exit', (code) => (code === 0 ? done(text) : fail(new Error(`${program} ended with ${code}: ${text}`))));
  });
}
