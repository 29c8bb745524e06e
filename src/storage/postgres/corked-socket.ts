// Sockets for the client library. They send the statements of one step in one packet: the library writes small messages
// together at the end of a turn of the event loop, but every message of 1 KiB and more at once; a system call per statement
// costs more than most statements do. And they fail where the library would wait for ever.
import { Socket } from 'node:net';

const PORT = 5432;
/** Messages below this size are written by the library when a turn ends. */
const LARGE = 1024;

interface Target {
  host: readonly string[];
  port: readonly number[];
  path?: string | false;
}

/** For the option `socket` of the client library: begins to connect to the hosts in turn. */
export function createCorkedSockets(): (target: Target) => Socket {
  let tries = 0;
  return ({ host, port, path }) => {
    const socket = new Socket();
    const index = tries++ % host.length;
    const address = { host: host[index], port: port[index] ?? PORT };
    if (path) socket.connect(path);
    else socket.connect(address);
    holdLarge(socket); // `connect` resets `write`
    failUngreeted(socket);
    return Object.assign(socket, address); // the library reads it for TLS and in messages
  };
}

/**
 * Fails a connection that is closed before the server has said anything, as by a load balancer without servers. The client library would
 * connect again and again, and never answer.
 */
function failUngreeted(socket: Socket): void {
  socket.once('end', () => {
    if (socket.bytesRead > 0) return;
    const error = new Error('the connection was closed before the server answered');
    socket.destroy(Object.assign(error, { code: 'ECONNRESET' }));
  });
}

/** Holds large messages until a small one follows, or the turn is over. */
function holdLarge(socket: Socket): void {
  const { write } = socket;
  let isHeld = false;
  const release = () => {
    if (!isHeld) return;
    isHeld = false;
    socket.uncork();
  };
  socket.write = (data: Uint8Array | string, ...rest: unknown[]): boolean => {
    if (data.length >= LARGE && !isHeld) {
      isHeld = true;
      socket.cork();
      // The small messages of this turn are written by immediates, some of which are set after this one.
      setImmediate(() => setImmediate(release));
    }
    const hasRoom: boolean = Reflect.apply(write, socket, [data, ...rest]);
    if (data.length < LARGE) release();
    return hasRoom;
  };
}
