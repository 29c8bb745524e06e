// Three built servers on one PostgreSQL; every request goes to another server than the one before.
import { expect } from 'vitest';
import { type Answer, type Place, places, type ServerProcess, startServer } from '../crash/server-process.js';

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely
export type Body = Record<string, any>;

export interface ThreeServers {
  place: Place;
  servers: ServerProcess[];
  /** To the next server in turn. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** The same, which must succeed. */
  ok(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Body>;
  /** The same GET on each server, at the same time. */
  everywhere(path: string, headers?: Record<string, string>): Promise<Answer[]>;
  close(): Promise<void>;
}

const SERVERS = 3;

/** Whether this run has a database for several servers. */
export const forSeveral = places().find(({ name }) => name === 'postgres');

export async function startThree(options: Record<string, string> = {}): Promise<ThreeServers> {
  const place = await forSeveral?.make();
  if (!place) throw new Error('several servers need a PostgreSQL');
  place.env.CAIRN_SECRET_KEY = Buffer.alloc(32, 5).toString('base64');
  const servers: ServerProcess[] = [];
  const close = async () => {
    for (const server of servers) await server.kill();
    await place.remove();
  };
  try {
    servers.push(await startServer(place, options));
    const others = Array.from({ length: SERVERS - 1 }, () => startServer(place, options));
    servers.push(...(await Promise.all(others)));
  } catch (error) {
    await close();
    throw error;
  }
  let turn = 0;
  const send: ThreeServers['send'] = (...request) => (servers[turn++ % SERVERS] as ServerProcess).send(...request);
  return {
    place,
    servers,
    send,
    async ok(method, path, body, headers) {
      const answer = await send(method, path, body, headers);
      expect([200, 201, 202], `${method} ${path}: ${JSON.stringify(answer.json).slice(0, 500)}`).toContain(
        answer.status,
      );
      return answer.json;
    },
    everywhere: (path, headers) => Promise.all(servers.map(() => send('GET', path, undefined, headers))),
    close,
  };
}
