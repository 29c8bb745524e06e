// A real HTTP receiver on the loopback address that keeps what it gets.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { vi } from 'vitest';
import type { Body } from '../../contract/fixtures/index.js';

export interface Delivered {
  at: number;
  url: string;
  headers: IncomingMessage['headers'];
  event: Body;
}

export interface Receiver {
  url: string;
  got: Delivered[];
  /** Names of the entities of the events, in the order they came. */
  names(): string[];
  /** How it answers from now on; default: 200. */
  answer: (delivered: Delivered, response: ServerResponse) => void;
  /** Waits until it got this many. */
  until(count: number, timeout?: number): Promise<Delivered[]>;
  close(): Promise<void>;
}

export async function startReceiver(port = 0): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    let body = '';
    request.on('error', () => {});
    for await (const piece of request) body += piece;
    const one = { at: Date.now(), url: request.url ?? '', headers: request.headers, event: JSON.parse(body) };
    receiver.got.push(one);
    receiver.answer(one, response);
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const address = server.address();
  const receiver: Receiver = {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    got: [],
    names: () => receiver.got.map(({ event }) => event.entityFullyQualifiedName as string),
    answer: (_, response) => void response.end(),
    async until(count, timeout = 10_000) {
      await vi.waitFor(
        () => {
          if (receiver.got.length < count) throw new Error(`got ${receiver.got.length} of ${count}`);
        },
        { timeout, interval: 10 },
      );
      return receiver.got;
    },
    close() {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
  return receiver;
}
