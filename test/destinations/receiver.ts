// A real HTTP receiver on the loopback address, and what a test needs to deliver to it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createDescriber } from '../../src/alerts/messages/index.js';
import { createDestinations, type DestinationOptions, type OutgoingMessage } from '../../src/destinations/index.js';

export interface Heard {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export type Answer = (heard: Heard, response: ServerResponse, count: number) => void;

export async function startReceiver(answer: Answer = (_, response) => response.end()) {
  const heard: Heard[] = [];
  let open = 0;
  const server = createServer(async (request, response) => {
    let body = '';
    request.on('error', () => {});
    for await (const piece of request) body += piece;
    const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
    heard.push(one);
    answer(one, response, heard.length);
  });
  server.on('connection', (socket) => {
    open++;
    socket.on('error', () => {});
    socket.on('close', () => open--);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    heard,
    open: () => open,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export const surroundings = async () => ({ publicUrl: 'https://cairn.test', product: 'Cairn' });

export const openDestinations = (more: Partial<DestinationOptions> = {}) =>
  createDestinations({
    webhookAllow: ['127.0.0.0/8'],
    signatureHeader: 'X-Svc-Signature',
    mailer: () => Promise.reject(new Error('no mail in this test')),
    surroundings,
    describer: createDescriber(surroundings),
    now: Date.now,
    ...more,
  });

export const message = (event: Record<string, unknown> = {}, more: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  id: '5d0e1c0e-7a50-4c5e-9d1f-0a8f3c1b2a99',
  alert: { id: '00000000-0000-4000-8000-000000000001', name: 'failures', displayName: 'Failed tests' },
  event: {
    id: '11111111-1111-4111-8111-111111111111',
    eventType: 'entityUpdated',
    entityType: 'table',
    entityId: '22222222-2222-4222-8222-222222222222',
    entityFullyQualifiedName: 'shop.sales.public.orders',
    userName: 'ann',
    timestamp: 1_795_246_679_776,
    ...event,
  },
  at: 1_795_246_680_000,
  ...more,
});

export const target = (config: Record<string, unknown>, more: { receivers?: string[]; readTimeout?: number } = {}) => ({
  config,
  receivers: [],
  connectTimeout: 1000,
  readTimeout: 1000,
  ...more,
});
