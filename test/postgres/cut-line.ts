// A line to a database server that can be cut and mended: every connection over it ends, and new ones are refused.
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { behind, openTo } from './wire.js';

export interface CutLine {
  /** The database over this line. */
  url: string;
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/** What a server says when it takes the next statement: the message `Z`, 5 bytes long, with the state `I`. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/** `onlyGreets`: every connection ends with the first thing that is said on it after the server has greeted. */
export async function openLine(to: string, { onlyGreets = false } = {}): Promise<CutLine> {
  const sockets = new Set<Socket>();
  const join = (near: Socket) => {
    const far = openTo(to);
    if (onlyGreets)
      far.on('data', (data: Buffer) => {
        if (data.includes(READY)) near.once('data', () => near.destroy());
      });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.pipe(other);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  };
  let server: Server | null = createServer(join).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: behind(to, port),
    async cut() {
      if (!server) return;
      const closed = once(server, 'close');
      server.close();
      server = null;
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    async mend() {
      server = createServer(join).listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
  };
}
