import postgres from 'postgres';

export interface PostgresOptions {
  url: string;
  /** Size of the pool of writes; as many reads run at once, on connections of their own. */
  connections?: number;
  /** Schema that holds the tables; default: that of the connection. */
  schema?: string;
}

const INT8 = 20;
const NUMERIC = 1700;

export interface ConnectionEvents {
  /** A connection ended. */
  closed?(): void;
  /** A notice arrived on a channel that a connection listens to. */
  notified?(channel: string, payload: string): void;
}

/** A pool whose rows hold text and numbers only. */
export function connectPostgres({ url, connections, schema }: PostgresOptions, events: ConnectionEvents = {}) {
  const { closed = () => {}, notified } = events;
  return postgres(url, {
    max: connections ?? 10,
    prepare: true,
    // Seconds. A server that comes back is used again within a second, however long it was away.
    backoff: () => 0.25,
    connect_timeout: 5,
    // Whole numbers stay below 2^53: times, counts, positions.
    types: {
      bigint: { to: INT8, from: [INT8], serialize: String, parse: Number },
      numeric: { to: NUMERIC, from: [NUMERIC], serialize: String, parse: Number },
    },
    // Compiling a statement takes longer than running any of ours.
    connection: { application_name: 'cairn', jit: 'off', ...(schema ? { search_path: schema } : {}) },
    onclose: closed,
    // A listening connection has no age limit. The client has this option, its types do not.
    ...(notified ? { max_lifetime: null, onnotify: notified } : {}),
    onnotice: () => {},
  });
}

export type PostgresClient = ReturnType<typeof connectPostgres>;
