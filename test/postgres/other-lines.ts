// Ways to a database other than plain TCP to a primary server.
import { TLSSocket } from 'node:tls';
import { type Line, message, onMessages, openTo, standIn } from './wire.js';

/** A message without a type: its length, and the number that asks for TLS. */
const TLS_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** A server that takes no connection without TLS. */
export function openTlsLine(to: string, credentials: { key: string; cert: string }): Promise<Line> {
  return standIn(to, (client) => {
    client.once('data', (data) => {
      if (!data.equals(TLS_REQUEST)) {
        client.destroy();
        return;
      }
      client.write('S');
      const secure = new TLSSocket(client, { isServer: true, ...credentials });
      const server = openTo(to);
      secure.on('error', () => server.destroy());
      server.on('error', () => secure.destroy());
      secure.pipe(server).pipe(secure);
    });
  });
}

export interface StandbyLine extends Line {
  /** Bytes that clients sent after their first message, goodbyes left out. */
  received(): number;
}

/** A standby: a server that says of itself, as it greets, that it takes no writes. */
export async function openStandbyLine(to: string): Promise<StandbyLine> {
  let received = 0;
  const line = await standIn(to, (client) => {
    const server = openTo(to);
    client.once('data', (startup) => {
      server.write(startup);
      client.on('data', (data) => {
        if (data[0] !== 'X'.charCodeAt(0)) received += data.length;
        server.write(data);
      });
    });
    onMessages(server, (type, whole) => {
      const isState = type === 'S' && whole.includes('in_hot_standby');
      client.write(isState ? message('S', Buffer.from('in_hot_standby\0on\0')) : whole);
    });
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
    server.on('error', () => client.destroy());
  });
  return { ...line, received: () => received };
}
