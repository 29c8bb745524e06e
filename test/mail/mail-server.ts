// A real SMTP server on the loopback address, and sockets that behave badly.
import { readFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

const fixture = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
/** A certificate for localhost and 127.0.0.1, its own authority. */
export const CERTIFICATE = fixture('localhost.pem');
const KEY = fixture('localhost.key');

export interface Received {
  mail: ParsedMail;
  /** As it was transferred. */
  raw: string;
  from: string;
  to: string[];
  secure: boolean;
  user: string | undefined;
}

export interface MailServerOptions extends SMTPServerOptions {
  /** The only log-in that it accepts; without one it asks for none. */
  login?: { user: string; password: string };
  /** Answers to the end of a mail; default: accepted. */
  refuse?: (count: number) => Error | null;
}

/** An SMTP error with its code. */
export const smtpError = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });

export async function startMailServer({ login, refuse = () => null, ...options }: MailServerOptions = {}) {
  const received: Received[] = [];
  let ends = 0;
  const server = new SMTPServer({
    key: KEY,
    cert: CERTIFICATE,
    authOptional: login === undefined,
    ...(login ? {} : { disabledCommands: ['AUTH'] }),
    onAuth({ username, password }, _, done) {
      if (login && username === login.user && password === login.password) done(null, { user: username });
      else done(smtpError(535, '5.7.8 Authentication credentials invalid'));
    },
    onData(stream, session, done) {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', async () => {
        const refused = refuse(ends++);
        if (refused) return done(refused);
        const raw = Buffer.concat(pieces);
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          mail: await simpleParser(raw),
          raw: raw.toString('utf8'),
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          secure: session.secure,
          user: session.user === undefined ? undefined : String(session.user),
        });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {}); // clients that give up
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { port, received, close: () => new Promise<void>((done) => server.close(() => done())) };
}

/** A server that does what `talk` says with each connection. */
export async function startRawServer(talk: (socket: Socket) => void) {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => open.delete(socket));
    talk(socket);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    port,
    open,
    close() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
