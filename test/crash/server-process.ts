// The built server as a process of its own on data of its own, which can be killed like a machine that loses power.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openStore, type Store } from '../../src/storage/index.js';
import { connectPostgres } from '../../src/storage/postgres/postgres-client.js';
import { chooseStores } from '../support/stores.js';
import { databaseUrl } from '../support/templates.js';

const program = resolve(import.meta.dirname, '../../bin/cairn.js');
const PATIENCE = 60_000;
/** What a server logs comes through a pipe, later than its answer. */
const LOG_ARRIVES_MS = 200;

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely
export type Json = any;

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  json: Json;
}

export interface Place {
  /** Environment of server and commands. */
  env: Record<string, string>;
  /** The database itself, beside the server. */
  open(): Promise<Store>;
  remove(): Promise<void>;
}

/** One for each database that the run is for. */
export function places(): { name: string; make(): Promise<Place> }[] {
  return chooseStores<{ name: string; make(): Promise<Place> }>({
    sqlite: () => ({ name: 'sqlite', make: async () => makePlace(null, async () => {}) }),
    postgres: (url) => ({ name: 'postgres', make: () => makeDatabase(url) }),
  });
}

async function makeDatabase(url: string): Promise<Place> {
  const name = `crash_${process.pid}_${Date.now()}`;
  const admin = connectPostgres({ url, connections: 1 });
  await admin.unsafe(`create database ${name}`);
  return makePlace(databaseUrl(url, name), async () => {
    await admin.unsafe(`drop database ${name} with (force)`);
    await admin.end();
  });
}

function makePlace(databaseUrl: string | null, drop: () => Promise<void>): Place {
  const data = mkdtempSync(join(tmpdir(), 'cairn-crash-'));
  return {
    env: { CAIRN_DATA: data, CAIRN_LOG_LEVEL: 'warn', ...(databaseUrl ? { CAIRN_DATABASE_URL: databaseUrl } : {}) },
    open: () => openStore({ databaseUrl, path: join(data, 'cairn.db'), readOnly: true }),
    async remove() {
      await drop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

export interface ServerProcess {
  port: number;
  pid: number;
  /** As admin. Rejects when the connection breaks before the whole answer is there. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** kill -9. */
  kill(): Promise<void>;
  /** Asks it to stop. Rejects with its last words when it does not end in order. */
  stop(): Promise<void>;
}

/** Of the admin. They are in the database, so later servers of a place take them, too. */
const tokens = new WeakMap<Place, string>();

/** Starts the server and waits until it is ready. */
export async function startServer(place: Place, options: Record<string, string> = {}): Promise<ServerProcess> {
  const { env } = place;
  const port = await freePort();
  const child = spawn(process.execPath, [program, 'serve'], {
    env: { ...process.env, ...env, ...options, CAIRN_PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      log = (log + text).slice(-20_000);
    });
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  let token = '';
  const send: ServerProcess['send'] = async (method, path, body, headers = {}) => {
    const answer = await exchange({
      agent,
      port,
      method,
      path: `/api${path}`,
      body,
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
    if (answer.status === 500) {
      await setTimeout(LOG_ARRIVES_MS);
      console.error(`${method} ${path} answered 500:\n${log}`);
    }
    return answer;
  };
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = new Promise((done) => child.once('exit', done));
      child.kill(signal);
      await gone;
    }
    agent.destroy();
  };
  const stop = async () => {
    await end('SIGTERM');
    const { exitCode, signalCode } = child;
    if (exitCode !== 0) throw new Error(`the server ended with ${signalCode ?? exitCode}:\n${log}`);
  };
  try {
    await untilReady(port, agent, child, () => log);
    token = tokens.get(place) ?? adminToken(env);
    tokens.set(place, token);
  } catch (error) {
    await end('SIGKILL');
    throw error;
  }
  return { port, pid: child.pid ?? 0, send, kill: () => end('SIGKILL'), stop };
}

function adminToken(env: Record<string, string>): string {
  const words = command(env, 'token', '--user', 'admin').split(/\s+/);
  return words.find((word) => word.split('.').length === 3 && word.length > 100) as string;
}

/** What a command of the command line prints; throws with it when the command fails. */
export function command(env: Record<string, string>, ...args: string[]): string {
  try {
    return execFileSync(process.execPath, [program, ...args], {
      env: { ...process.env, ...env },
      encoding: 'utf8',
      timeout: 60_000,
    });
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`cairn ${args.join(' ')}:\n${stdout}${stderr}`);
  }
}

interface Exchange {
  agent: Agent;
  port: number;
  method: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Rejects when the connection breaks before the whole answer is there. */
function exchange({ agent, port, method, path, body, headers }: Exchange): Promise<Answer> {
  return new Promise((done, fail) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const media = method === 'PATCH' ? 'application/json-patch+json' : 'application/json';
    const sent = request(
      { agent, port, method, path, headers: text === undefined ? headers : { 'content-type': media, ...headers } },
      (response) => {
        let answer = '';
        response.setEncoding('utf8');
        response.on('data', (piece) => {
          answer += piece;
        });
        response.on('error', fail);
        response.on('end', () => {
          if (!response.complete) return fail(new Error('the answer was cut'));
          done({ status: response.statusCode ?? 0, headers: response.headers, json: parsed(answer) });
        });
      },
    );
    sent.on('error', fail);
    sent.end(text);
  });
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function untilReady(port: number, agent: Agent, child: ChildProcess, log: () => string): Promise<void> {
  const end = Date.now() + PATIENCE;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${log()}`);
    if (Date.now() > end) throw new Error(`the server is not ready:\n${log()}`);
    const answer = await exchange({ agent, port, method: 'GET', path: '/readyz' }).catch(() => null);
    if (answer?.status === 200) return;
    await setTimeout(20);
  }
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.on('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
