// Built servers on one database, behind a round robin of their own; each can be killed and comes back.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { capture, freePort, root, stopChild, waitUntil } from '../run.mjs';

const program = join(root, 'bin', 'cairn.js');

/** `{ url, token(user), kill(), stop() }`; `kill` ends one of the servers with SIGKILL and starts it again. */
export async function startCluster({ servers, databaseUrl }) {
  const data = mkdtempSync(join(tmpdir(), 'cairn-history-'));
  const env = {
    ...process.env,
    CAIRN_DATA: data,
    CAIRN_LOG_LEVEL: 'error',
    CAIRN_RATE_LIMIT: '0',
    CAIRN_SECRET_KEY: randomBytes(32).toString('base64'),
    ...(databaseUrl ? { CAIRN_DATABASE_URL: databaseUrl } : {}),
  };
  const members = [];
  const stop = async () => {
    proxy?.close();
    await Promise.all(members.map(({ child }) => stopChild(child)));
    rmSync(data, { recursive: true, force: true });
  };
  let proxy;
  try {
    for (let i = 0; i < servers; i++) members.push(await startMember(await freePort(), env));
    proxy = await startProxy(members);
  } catch (error) {
    await stop();
    throw error;
  }
  let next = 0;
  const kill = async () => {
    const at = next++ % members.length;
    const { child, port } = members[at];
    members[at].up = false;
    await stopChild(child, { signal: 'SIGKILL' });
    members[at] = await startMember(port, env);
  };
  return { url: proxy.url, token: (user) => tokenOf(user, env), kill, stop };
}

async function startMember(port, env) {
  const child = spawn(process.execPath, [program, 'serve', '--port', String(port)], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (text) => {
    log = (log + text).slice(-10_000);
  });
  await waitUntil(async () => {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}\n${log}`);
    return fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  }, 'the server');
  return { port, child, up: true };
}

/** Passes each request on to the next server that is up. What a server does not answer in full, the client does not get. */
async function startProxy(members) {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const server = createServer((incoming, answer) => {
    const up = members.filter((member) => member.up);
    const { port } = up[turn++ % up.length] ?? members[0];
    const { method, url: path, headers } = incoming;
    const passed = request({ agent, port, host: '127.0.0.1', method, path, headers }, (response) => {
      answer.writeHead(response.statusCode, response.headers);
      response.on('error', () => answer.destroy());
      response.on('aborted', () => answer.destroy());
      response.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    incoming.pipe(passed);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${server.address().port}/api`,
    close() {
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
}

function tokenOf(user, env) {
  const { code, output } = capture(process.execPath, [program, 'token', '--user', user], { env });
  const token = output.split(/\s+/).find((word) => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(word) && word.length > 100);
  if (code !== 0 || token === undefined) throw new Error(`no token for ${user}: ${output}`);
  return token;
}
