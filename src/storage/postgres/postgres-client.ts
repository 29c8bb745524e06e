import postgres from 'postgres';
import { parseTarget, type Target } from './connection-url.js';
import { createCorkedSockets } from './corked-socket.js';

export interface PostgresOptions {
  url: string;
  /** What the URL says (`parseTarget`): a store parses it once, so that later connections read no files. */
  target?: Target;
  /** Size of the pool for writes. As many reads run at once, on separate connections. */
  connections?: number;
  /** How a pooler in between limits connections (`probeDatabase`); by default there is none. */
  pooler?: Pooler;
}

export interface Pooler {
  /** It accepts no connection that begins with settings. */
  refusesSettings: boolean;
  /** Each transaction can have another connection of the database, so neither prepared statements nor listeners last. */
  byTransaction: boolean;
}

interface ClientOptions extends PostgresOptions {
  /** Sends no statement before the one ahead of it is answered. */
  oneByOne?: boolean;
}

const BYTEA = 17;
const INT8 = 20;
const NUMERIC = 1700;

/**
 * Of a connection, whatever the database has as a default. JIT compilation takes longer than any of our statements; and their texts have
 * backslashes that mean nothing.
 */
const SETTINGS = { jit: 'off', standard_conforming_strings: 'on' };

export interface ConnectionEvents {
  /** Called when a connection ends. */
  closed?(): void;
  /** Called for a notification on a channel that a connection listens to. */
  notified?(channel: string, payload: string): void;
}

/** A pool whose rows contain only text and numbers. */
export function connectPostgres(options: ClientOptions, events: ConnectionEvents = {}) {
  const { url, target = parseTarget(url), connections, pooler, oneByOne } = options;
  const { closed = () => {}, notified } = events;
  const { connection, ...rest } = target;
  const address: object = rest; // the client takes several hosts, its types do not
  return postgres({
    max: connections ?? 10,
    prepare: !pooler?.byTransaction,
    ...(oneByOne ? { max_pipeline: 0 } : {}),
    // No statement has an array. The client asks for their types when it connects, and a connection that ends just then
    // ends the process: nobody waits for the answer.
    fetch_types: false,
    // Seconds. A server that is back is used again within a second, however long it was down.
    backoff: () => 0.25,
    connect_timeout: 5,
    ...address,
    // Integers are below 2^53: times, counts, positions.
    types: {
      bigint: { to: INT8, from: [INT8], serialize: String, parse: Number },
      bytea: { to: BYTEA, from: [BYTEA], serialize: hexOf, parse: bytesOf },
      numeric: { to: NUMERIC, from: [NUMERIC], serialize: String, parse: Number },
    },
    connection: { application_name: 'cairn', ...(pooler?.refusesSettings ? {} : SETTINGS), ...connection },
    onclose: closed,
    // The client has these options, its types do not. A listening connection has no maximum age.
    ...{ socket: createCorkedSockets() },
    ...(notified ? { max_lifetime: null, onnotify: notified } : {}),
    onnotice: () => {},
  });
}

function hexOf(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes).toString('hex')}`;
}

/** Bytes in either form of `bytea_output`: `\x` and hexadecimal digits, or text with octal numbers for what is not ASCII. */
function bytesOf(text: string): Buffer {
  if (text.startsWith('\\x')) return Buffer.from(text.slice(2), 'hex');
  const latin = text.replace(/\\(\d{3}|\\)/g, (_, code: string) =>
    code === '\\' ? code : String.fromCharCode(Number.parseInt(code, 8)),
  );
  return Buffer.from(latin, 'latin1');
}

export type PostgresClient = ReturnType<typeof connectPostgres>;
