// Small servers of the outside world, and workflows that are run to their end.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { expect, vi } from 'vitest';
import type { Body } from '../contract/fixtures/index.js';
import { createTestApp, type TestApp, type TestAppOptions } from '../support/app.js';
import { storeKinds } from '../support/stores.js';

export const workflows = '/v1/automations/workflows';
export const LOCAL = { sourceAllow: '127.0.0.0/8' };

let last = 0;
export const fresh = (prefix: string): string => `${prefix}${++last}`;

export interface Heard {
  method: string;
  path: string;
  authorization: string | undefined;
  headers: IncomingMessage['headers'];
  // biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
  body: any;
}

/** An HTTP server on the loopback address; `answer` decides what it says. */
export async function listen(answer: (request: Heard, response: ServerResponse) => unknown) {
  const heard: Heard[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request) text += piece;
    const { method = '', url = '', headers } = request;
    const body = text.startsWith('{') ? JSON.parse(text) : text;
    const one = { method, path: url, authorization: headers.authorization, headers, body };
    heard.push(one);
    answer(one, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, port, heard, close };
}

export const say = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** A server with a database of its own: servers that share one also share its jobs, so all must have the same options. */
export async function separateApp(kind: string, flags: TestAppOptions['flags'] = {}): Promise<TestApp> {
  const store = await storeKinds()
    .find(({ name }) => name === kind)
    ?.open();
  if (!store) throw new Error(`no database ${kind}`);
  const app = await createTestApp({ store, flags });
  return {
    ...app,
    async close() {
      await app.close();
      await store.remove();
    },
  };
}

/** Makes a workflow that tests a connection. */
export async function makeTest(app: TestApp, serviceType: string, config: Body, more: object = {}): Promise<Body> {
  const request = { connection: { config }, serviceType, connectionType: config.type, ...more };
  const body = { name: fresh('test'), workflowType: 'TEST_CONNECTION', request };
  const made = await app.request('POST', workflows, { body });
  expect(made.status, made.text).toBe(201);
  return made.json;
}

/** Triggers a workflow and polls it to its end, as the user interface does. */
export async function runTest(app: TestApp, serviceType: string, config: Body, more: object = {}): Promise<Body> {
  const made = await makeTest(app, serviceType, config, more);
  const started = await app.request('POST', `${workflows}/trigger/${made.id}`);
  expect(started.status, started.text).toBe(200);
  return ended(app, made.id);
}

export async function ended(app: TestApp, id: string): Promise<Body> {
  return vi.waitFor(
    async () => {
      const { json } = await app.request('GET', `${workflows}/${id}`);
      expect(['Successful', 'Failed']).toContain(json.status);
      return json as Body;
    },
    { timeout: 15_000, interval: 30 },
  );
}

/** `name: status` of each step. */
export const stepsOf = ({ response }: Body): string[] =>
  response.steps.map(({ name, status }: Body) => `${name}: ${status}`);
