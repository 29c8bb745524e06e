import type { Socket } from 'node:net';
import { abortAfter } from './abort-after.js';
import type { AddressPolicy } from './address-policy.js';
import { asEgressError, EgressError, timedOut } from './egress-error.js';
import { openSocket } from './guarded-socket.js';
import { formsOf, maskSecrets } from './mask-secrets.js';

export interface MailServer {
  host: string;
  port: number;
  /**
   * `tls`: encrypted from the first byte. `starttls`: encrypted before anything else is said. Both check the
   * certificate. `optional`: encrypted if the server offers it, without checking its certificate.
   */
  security: 'tls' | 'starttls' | 'optional';
  login?: { user: string; password: string };
}

export interface OutgoingMail {
  /** Stable over retries; becomes the Message-ID. */
  id: string;
  from: MailAddress;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Milliseconds since 1970. */
  at: number;
}

export interface MailAddress {
  name: string;
  address: string;
}

export interface MailLimits {
  /** Milliseconds to connect. */
  connectTimeout: number;
  /** Milliseconds for the whole conversation after that. */
  sendTimeout: number;
  /** Aborting it closes the connection. */
  signal?: AbortSignal;
}

export interface MailEgress {
  /** Resolves with the server's answer once it has accepted the mail; rejects with an `EgressError`. */
  send(server: MailServer, mail: OutgoingMail, limits: MailLimits): Promise<string>;
}

export interface MailEgressOptions {
  policy: AddressPolicy;
  /** Certificate authorities in PEM; default: those of Node. */
  ca?: string;
}

/** The server answered with an error. `permanent`: it will not accept this mail later either. */
export class MailRefused extends EgressError {
  override name = 'MailRefused';

  constructor(
    message: string,
    readonly code: number,
    readonly permanent: boolean,
    options?: ErrorOptions,
  ) {
    super('failed', message, options);
  }
}

const LONGEST_ANSWER = 500;
const MAX_RESPONSE = 64 * 1024;

/** Sends mail by SMTP to servers that the policy allows, one connection for each mail. */
export function createMailEgress({ policy, ca }: MailEgressOptions): MailEgress {
  return {
    async send(server, mail, limits) {
      const { host, port } = server;
      refuseUnsafe(mail);
      const mailer = await loadMailer(); // before the time of the mail begins
      const abort = whenAborted(limits);
      try {
        const socket = await openSocket(host, port, policy, limits.connectTimeout);
        abort.closes(socket);
        return await deliver(server, mail, { mailer, socket, sendTimeout: limits.sendTimeout, ca });
      } catch (error) {
        throw abort.reached() ? timedOut(host, error) : asMailError(error, server);
      } finally {
        abort.end();
      }
    },
  };
}

interface Conversation {
  mailer: Awaited<ReturnType<typeof loadMailer>>;
  socket: Socket;
  sendTimeout: number;
  ca: string | undefined;
}

async function deliver(server: MailServer, mail: OutgoingMail, { mailer, socket, sendTimeout, ca }: Conversation) {
  const { host, port, security, login } = server;
  const transport = mailer.createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    opportunisticTLS: security === 'optional',
    tls: { rejectUnauthorized: security !== 'optional', ...(ca === undefined ? {} : { ca }) },
    ...(login ? { auth: { user: login.user, pass: login.password } } : {}),
    getSocket: (_, done) => done(null, { connection: socket }),
    greetingTimeout: sendTimeout,
    socketTimeout: sendTimeout,
    maxResponseSize: MAX_RESPONSE,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    const { response } = await transport.sendMail(messageOf(mail));
    return told(response, server);
  } finally {
    transport.close();
    socket.destroy();
  }
}

function messageOf({ id, from, to, subject, text, html, at }: OutgoingMail) {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return {
    from: { name: oneLine(from.name), address: from.address },
    to: { name: '', address: to },
    subject: oneLine(subject),
    text,
    html,
    date: new Date(at),
    messageId: `<${id}@${domain}>`,
    // Keeps out-of-office replies away, and with them loops.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    xMailer: false as const,
  };
}

/** Loaded by the first mail: most servers send none for long. */
const loadMailer = () => import('nodemailer');

const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[^\s@<>()[\]\\,;:"\p{Cc}]{1,190}$/u;

/** Whether the text is one plain mail address, without a name and without anything that ends a header. */
export function isMailAddress(text: string): boolean {
  return ADDRESS.test(text);
}

function refuseUnsafe({ id, from, to }: OutgoingMail): void {
  for (const address of [from.address, to])
    if (!isMailAddress(address))
      throw new EgressError('invalid', `${JSON.stringify(oneLine(address).slice(0, 100))} is not a mail address`);
  if (!/^[\w.-]{1,100}$/.test(id)) throw new EgressError('invalid', 'the id of a mail must be plain');
}

/** Without line breaks and other control characters, which could add headers. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

interface MailAbort {
  closes(socket: Socket): void;
  reached(): boolean;
  end(): void;
}

/** Closes the connection at the end of the time for the whole mail, or when the caller gives up. */
function whenAborted({ connectTimeout, sendTimeout, signal }: MailLimits): MailAbort {
  const abort = abortAfter(connectTimeout + sendTimeout, signal);
  const ended = abort.signal;
  let stop = () => {};
  return {
    closes(socket) {
      const close = () => void socket.destroy();
      if (ended.aborted) close();
      ended.addEventListener('abort', close, { once: true });
      stop = () => ended.removeEventListener('abort', close);
    },
    reached: () => ended.aborted,
    end() {
      stop();
      abort.end();
    },
  };
}

/** What the mail client threw. Its own messages can quote what was sent, so only the server's answer is kept. */
function asMailError(error: unknown, server: MailServer): EgressError {
  const { host } = server;
  if (error instanceof EgressError || !(error instanceof Error)) return asEgressError(error, host);
  const code = 'code' in error ? String(error.code) : '';
  if ('responseCode' in error && typeof error.responseCode === 'number') {
    const said = 'response' in error ? told(String(error.response), server) : String(error.responseCode);
    // A wrong password is corrected in the settings, so a later attempt may succeed.
    const permanent = error.responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
    return new MailRefused(`${host} refused the mail: ${said}`, error.responseCode, permanent, { cause: error });
  }
  if (code === 'ETIMEDOUT') return timedOut(host, error);
  if (code === 'ETLS' || /certificate|\bTLS\b|\bSSL\b/i.test(error.message))
    return new EgressError('failed', `${host} does not offer TLS with a trusted certificate`, { cause: error });
  if (code === 'EAUTH')
    return new EgressError('failed', `${host} accepts no login method that this server supports`, { cause: error });
  return new EgressError('broken', `the connection to ${host} failed (${code || error.name})`, { cause: error });
}

/** What the server answered, without the password that it was given. */
function told(answer: string, { login }: MailServer): string {
  return maskSecrets(oneLine(answer), login ? secretsOf(login) : []).slice(0, LONGEST_ANSWER);
}

/** Logging in sends them in Base64. */
function secretsOf({ user, password }: NonNullable<MailServer['login']>): string[] {
  const sent = [password, `\0${user}\0${password}`].map((text) => Buffer.from(text).toString('base64'));
  return [...formsOf(password), ...sent];
}
