import { isObject, listOf } from '../../../contract/index.js';
import { asEgressError, EgressError, statementRejected, timedOut } from '../egress-error.js';
import { openSocket } from '../guarded-socket.js';
import { isReadStatement, ONLY_READS } from './read-statement.js';
import { SERVER_GRACE, type ServerSourceOptions, type Source, type SourceValue, sourceValue } from './source.js';

/** Opens a PostgreSQL database: one connection, each statement in its own read-only transaction. */
export async function openPostgresSource(options: ServerSourceOptions): Promise<Source> {
  const { host, port, policy, limits } = options;
  const { default: postgres } = await import('postgres');
  const opened = await openSocket(host, port, policy, limits.connectTimeout);
  let unused: typeof opened | null = opened;
  const takeSocket = () => {
    if (!unused) throw new EgressError('broken', `the connection to ${host} was lost`);
    const socket = unused;
    unused = null;
    return socket;
  };
  // `socket` is missing from the package's types; assigning the object to a variable first avoids the excess property
  // check.
  const settings = {
    host,
    port,
    user: options.user,
    password: options.password,
    database: options.database,
    ssl: tlsOptions(options),
    socket: takeSocket,
    max: 1,
    prepare: false,
    fetch_types: false,
    max_lifetime: null,
    connect_timeout: Math.ceil(limits.connectTimeout / 1000),
    connection: {
      application_name: 'cairn',
      statement_timeout: limits.statementTimeout,
      default_transaction_read_only: true,
    },
    onnotice: () => {},
  };
  const client = postgres(settings);
  const close = async () => {
    await client.end({ timeout: 0 }).catch(() => {});
    opened.destroy();
  };
  return {
    async query(text) {
      if (!isReadStatement(text)) throw new EgressError('failed', `${host} rejected the statement: ${ONLY_READS}`);
      // The server enforces the statement timeout; this timer covers a server that does not respond at all.
      const timer = setTimeout(() => opened.destroy(timedOut(host)), limits.statementTimeout + SERVER_GRACE);
      try {
        return await client.begin('read only', async (sql) => {
          const statement = () => sql.unsafe(text).values();
          return readRows(statement, limits.maxRows);
        });
      } catch (error) {
        throw describe(error, host);
      } finally {
        clearTimeout(timer);
      }
    },
    close,
  };
}

function tlsOptions({ host, tls, certificates = {} }: ServerSourceOptions) {
  if (tls === 'off') return false;
  return { ...certificates, ...(tls === 'verify' ? { servername: host } : { rejectUnauthorized: false }) };
}

interface Statement {
  cursor(rows: number): AsyncIterable<unknown[]>;
  describe(): Promise<{ columns: unknown }>;
}

async function readRows(statement: () => Statement, maxRows: number) {
  const rows: SourceValue[][] = [];
  let columns: string[] = [];
  for await (const page of statement().cursor(Math.min(maxRows + 1, 1000))) {
    columns = 'columns' in page ? namesOf(page.columns) : columns;
    for (const row of page) if (Array.isArray(row)) rows.push(row.map(sourceValue));
    if (rows.length > maxRows) break;
  }
  // Without rows there was no page.
  if (rows.length === 0) columns = namesOf((await statement().describe()).columns);
  return { columns, rows: rows.slice(0, maxRows), cut: rows.length > maxRows };
}

const namesOf = (columns: unknown): string[] => listOf(columns, isObject).map(({ name }) => String(name));

const QUERY_CANCELED = '57014';

// A server error has a five-character code and a message that describes what is wrong with the statement.
function describe(error: unknown, host: string): EgressError {
  if (error instanceof Error && 'code' in error && /^[0-9A-Z]{5}$/.test(String(error.code))) {
    if (error.code === QUERY_CANCELED) return timedOut(host, error);
    return statementRejected(host, error);
  }
  return asEgressError(error, host);
}
