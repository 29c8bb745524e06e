// What the stand-ins for servers of PostgreSQL share: addresses, and the messages of its protocol.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Line {
  /** The database over this line. */
  url: string;
  close(): Promise<void>;
}

/** A connection to the server of a URL. */
export function openTo(url: string): Socket {
  const { port, hostname } = new URL(url);
  return connect({ port: Number(port || 5432), host: hostname, noDelay: true });
}

/** The same database through a port of this machine. */
export function behind(url: string, port: number): string {
  const own = new URL(url);
  own.host = `127.0.0.1:${port}`;
  own.searchParams.delete('host'); // the socket of the server, which is another way to it
  return own.href;
}

/** Takes connections in place of the server of a URL. */
export async function standIn(to: string, accept: (client: Socket) => void): Promise<Line> {
  const clients = new Set<Socket>();
  const server = createServer({ noDelay: true }, (client) => {
    clients.add(client);
    client.on('error', () => {});
    accept(client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: behind(to, (server.address() as AddressInfo).port),
    async close() {
      for (const client of clients) client.destroy();
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}

export function message(type: string, body: Buffer): Buffer {
  const head = Buffer.from([type.charCodeAt(0), 0, 0, 0, 0]);
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}

/** Calls for each whole message: a letter, and four bytes of length that count themselves. */
export function onMessages(socket: Socket, call: (type: string, message: Buffer) => void): void {
  let rest = Buffer.alloc(0);
  socket.on('data', (data) => {
    rest = Buffer.concat([rest, data]);
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const end = rest.readInt32BE(1) + 1;
      call(String.fromCharCode(rest[0] as number), rest.subarray(0, end));
      rest = rest.subarray(end);
    }
  });
}
