import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSocket, type Server as SocketServer } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { createAddressPolicy, createHttpEgress, type HttpEgress } from './index.js';

const OPTION = '--webhook-allow';
const opened: { close(): unknown }[] = [];

afterAll(() => {
  for (const one of opened) one.close();
});

describe('the allowed addresses', () => {
  const policy = createAddressPolicy([], OPTION);

  it.each([
    '127.0.0.1',
    '127.8.8.8',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.100.100.200',
    '168.63.129.16',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00:ec2::254',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'ff02::1',
    '::7f00:1',
    '::2',
    '4000::1',
    'not an address',
  ])('leave out %s', (address) => {
    expect(policy.allows(address)).toBe(false);
  });

  it.each(['1.1.1.1', '93.184.216.34', '2606:4700:4700::1111'])('hold %s', (address) => {
    expect(policy.allows(address)).toBe(true);
  });

  it('include the ranges that an operator names, and no more', () => {
    const open = createAddressPolicy(['10.0.0.0/8', '::1', '192.168.7.7'], OPTION);
    for (const address of ['10.255.0.1', '::1', '192.168.7.7', '::ffff:10.0.0.1'])
      expect(open.allows(address)).toBe(true);
    for (const address of ['11.0.0.1.2', '192.168.7.8', '127.0.0.1', '::2']) expect(open.allows(address)).toBe(false);
    expect(() => createAddressPolicy(['10.0.0.0/99'], OPTION)).toThrow('10.0.0.0/99');
  });
});

describe('requests', () => {
  const request = { method: 'POST' as const, body: '{}', connectTimeout: 1000, readTimeout: 500 };

  it.each(['127.0.0.1', 'localhost', '[::1]', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', '017700000001'])(
    'do not reach %s',
    async (host) => {
      const { port, seen } = await listen((_, response) => response.end('inside'));
      const egress = open([]);
      await expect(egress.send({ ...request, url: `http://${host}:${port}/` })).rejects.toMatchObject({
        failure: 'refused',
        message: expect.stringContaining(`is not a public address; ${OPTION} can allow its range`),
      });
      expect(seen).toEqual([]);
    },
  );

  it.each(['ftp://example.org', 'file:///etc/passwd', 'nothing', 'http://me:hunter2@127.0.0.1/'])(
    'refuse %s',
    async (url) => {
      const failure = await open(['127.0.0.1'])
        .send({ ...request, url })
        .catch((error) => error);
      expect(failure).toMatchObject({ failure: 'invalid' });
      expect(failure.message).not.toContain('hunter2');
    },
  );

  it('reach what an operator allows, with headers and body', async () => {
    const { port, seen } = await listen((_, response) => response.writeHead(201, { 'x-answer': 'yes' }).end('made'));
    const answer = await open(['127.0.0.0/8']).send({
      ...request,
      url: `http://127.0.0.1:${port}/a?b=c`,
      headers: { 'x-a': 'b' },
    });
    expect(answer).toMatchObject({ status: 201, headers: { 'x-answer': 'yes' }, cut: false });
    expect(Buffer.from(answer.body).toString()).toBe('made');
    expect(seen).toMatchObject([{ method: 'POST', url: '/a?b=c', headers: { 'x-a': 'b' }, body: '{}' }]);
  });

  it('follow no redirect', async () => {
    const inside = await listen((_, response) => response.end('inside'));
    const { port } = await listen((_, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${inside.port}/` }).end(),
    );
    expect(await open(['127.0.0.1']).send({ ...request, url: `http://127.0.0.1:${port}/` })).toMatchObject({
      status: 307,
    });
    expect(inside.seen).toEqual([]);
  });

  it('read a bounded part of an endless response', async () => {
    const { port } = await listen((_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write(Buffer.alloc(64 * 1024)), 1);
      response.on('close', () => clearInterval(timer));
    });
    const answer = await open(['127.0.0.1']).send({ ...request, url: `http://127.0.0.1:${port}/` });
    expect([answer.body.length, answer.cut]).toEqual([4096, true]);
  });

  it.each<[string, (request: IncomingMessage, response: ServerResponse) => unknown]>([
    ['never comes', () => {}],
    ['stops in the middle', (_, response) => response.writeHead(200, { 'content-length': '100' }).write('half')],
    [
      'drips for ever',
      (_, response) => {
        response.writeHead(200);
        const timer = setInterval(() => response.write('.'), 50);
        response.on('close', () => clearInterval(timer));
      },
    ],
  ])('end when the answer %s', async (_, answer) => {
    const { port } = await listen(answer);
    const sent = open(['127.0.0.1']).send({ ...request, connectTimeout: 300, url: `http://127.0.0.1:${port}/` });
    await expect(sent).rejects.toMatchObject({ failure: 'timeout' });
  });

  it('report a refused connection, a broken connection and a server that is no web server', async () => {
    const egress = open(['127.0.0.1']);
    const gone = await listen(() => {});
    gone.server.close();
    await expect(egress.send({ ...request, url: `http://127.0.0.1:${gone.port}/` })).rejects.toMatchObject({
      failure: 'unreachable',
      message: `127.0.0.1:${gone.port} cannot be reached (ECONNREFUSED)`,
    });
    const cut = await listen((incoming) => incoming.socket.destroy());
    await expect(egress.send({ ...request, url: `http://127.0.0.1:${cut.port}/` })).rejects.toMatchObject({
      failure: 'broken',
    });
    const port = await listenRaw('SSH-2.0-OpenSSH\r\n');
    await expect(egress.send({ ...request, url: `http://127.0.0.1:${port}/` })).rejects.toMatchObject({
      failure: 'broken',
    });
    await expect(egress.send({ ...request, url: `https://127.0.0.1:${port}/` })).rejects.toMatchObject({
      failure: 'broken',
    });
  });
});

function open(allow: string[]): HttpEgress {
  const egress = createHttpEgress({ policy: createAddressPolicy(allow, OPTION), maxBytes: 4096 });
  opened.push(egress);
  return egress;
}

interface Seen {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

async function listen(answer: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    seen.push({ method: request.method, url: request.url, headers: request.headers, body });
    answer(request, response);
  });
  return { port: await portOf(server), seen, server };
}

function listenRaw(greeting: string): Promise<number> {
  return portOf(createSocket((socket) => socket.on('error', () => {}).end(greeting)));
}

async function portOf(server: Server | SocketServer): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  opened.push(server);
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
