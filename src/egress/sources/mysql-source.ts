import type { Connection, QueryError } from 'mysql2';
import { asEgressError, EgressError, statementRejected, timedOut } from '../egress-error.js';
import { openSocket } from '../guarded-socket.js';
import { isReadStatement, ONLY_READS } from './read-statement.js';
import {
  SERVER_GRACE,
  type ServerSourceOptions,
  type Source,
  type SourceRows,
  type SourceValue,
  sourceValue,
} from './source.js';

// `select … into outfile` writes a file on the server even in a read-only transaction.
const WRITES_FILE = /\b(?:outfile|dumpfile)\b/i;

/** Opens a MySQL or MariaDB database: one connection, each statement in its own read-only transaction. */
export async function openMysqlSource(options: ServerSourceOptions): Promise<Source> {
  const { host, limits } = options;
  let connection: Connection | null = await connect(options);
  const end = () => {
    connection?.destroy();
    connection = null;
  };
  return {
    async query(text) {
      if (!isReadStatement(text) || WRITES_FILE.test(text))
        throw new EgressError('failed', `${host} rejected the statement: ${ONLY_READS}`);
      connection ??= await connect(options); // after a timeout or a result that was cut
      try {
        await run(connection, 'start transaction read only', options);
        const found = await run(connection, text, options);
        if (found.cut) end();
        else await run(connection, 'rollback', options);
        return { ...found, rows: found.rows.slice(0, limits.maxRows) };
      } catch (error) {
        end(); // also ends the transaction
        throw error;
      }
    },
    async close() {
      end();
    },
  };
}

async function connect(options: ServerSourceOptions): Promise<Connection> {
  const { host, port, policy, limits, certificates = {} } = options;
  // Loaded from a bundle, it has no other export than `default`.
  const { createConnection } = (await import('mysql2')).default;
  const stream = await openSocket(host, port, policy, limits.connectTimeout);
  const tls = {
    off: {},
    require: { ssl: { ...certificates, rejectUnauthorized: false } },
    verify: { ssl: { ...certificates, rejectUnauthorized: true, verifyIdentity: true } },
  }[options.tls];
  const connection = createConnection({
    host,
    port,
    user: options.user,
    password: options.password,
    ...(options.database ? { database: options.database } : {}),
    ...tls,
    stream,
    connectTimeout: limits.connectTimeout,
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
    jsonStrings: true,
    rowsAsArray: true,
    disableEval: true,
    multipleStatements: false,
    // The server must not be able to ask for files of this machine.
    flags: ['-LOCAL_FILES'],
  });
  connection.on('error', () => {}); // what runs at the time reports it
  try {
    for (const text of await settingsOf(connection, options)) await run(connection, text, options);
    return connection;
  } catch (error) {
    connection.destroy();
    throw error;
  }
}

/** The server enforces the time limit and the number of rows; MySQL and MariaDB have different names for the first. */
async function settingsOf(connection: Connection, options: ServerSourceOptions): Promise<string[]> {
  const { statementTimeout, maxRows } = options.limits;
  const { rows } = await run(connection, 'select version()', options);
  const isMariadb = /mariadb/i.test(String(rows[0]?.[0]));
  const time = isMariadb
    ? `max_statement_time = ${statementTimeout / 1000}`
    : `max_execution_time = ${statementTimeout}`;
  return [`set session ${time}, session sql_select_limit = ${maxRows + 1}`];
}

/** At most one row more than requested is read; then the connection is of no more use, as the server still sends. */
function run(connection: Connection, text: string, { host, limits }: ServerSourceOptions): Promise<SourceRows> {
  return new Promise((done, fail) => {
    const rows: SourceValue[][] = [];
    let columns: string[] = [];
    const failed = (error: QueryError) => {
      settle();
      fail(describe(error, host));
    };
    const ended = () => {
      settle();
      done({ columns, rows, cut: rows.length > limits.maxRows });
    };
    // This timer covers a server that does not respond at all.
    const timer = setTimeout(() => {
      settle();
      connection.destroy();
      fail(timedOut(host));
    }, limits.statementTimeout + SERVER_GRACE);
    const settle = () => {
      clearTimeout(timer);
      connection.off('error', failed);
    };
    connection.on('error', failed); // a failed handshake is reported here only
    const query = connection.query({ sql: text, rowsAsArray: true });
    query.on('error', failed);
    query.on('fields', (fields?: { name: string }[]) => {
      columns = (fields ?? []).map(({ name }) => name);
    });
    query.on('result', (row: unknown) => {
      if (!Array.isArray(row) || rows.length > limits.maxRows) return; // a statement without rows has a header
      rows.push(row.map(sourceValue));
      if (rows.length > limits.maxRows) ended();
    });
    query.on('end', ended);
  });
}

const TIMED_OUT = new Set([1969, 3024]); // of MariaDB and of MySQL

// A server error has a number and a message that describes what is wrong with the statement or the login.
function describe(error: QueryError, host: string): EgressError {
  if (error.errno && TIMED_OUT.has(error.errno)) return timedOut(host, error);
  if (error.errno && error.sqlState) return statementRejected(host, error);
  return asEgressError(error, host);
}
