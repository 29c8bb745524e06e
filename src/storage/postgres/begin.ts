// Transactions on a connection of the pool without the round trips of the client library's own `begin`, which waits for
// BEGIN before the first statement and for the last statement before COMMIT.
import type { PostgresClient } from './postgres-client.js';
import type { Statements } from './sql-over.js';

/** A connection during a transaction. Its statements keep their order. */
export interface Transaction extends Statements {
  /** Settles with the answer to BEGIN. */
  begun: Promise<void>;
  /** Rejects when the connection is lost. Statements that were not sent before that never settle. */
  lost: Promise<never>;
}

/** What the client library calls a connection, as its own `begin` uses it. */
interface Connection {
  /** Sends a statement; false if no other may follow before the connection is ready again. */
  execute(query: unknown): boolean | undefined;
  /**
   * Called when all sent statements are answered and a transaction is open. When none is open any more, the library
   * returns the connection to the pool.
   */
  reserved: (() => void) | null;
  onclose: ((error: unknown) => void) | null;
}

/** A statement of the client library; it is passed to `handler` when somebody waits for it. */
type Query = ReturnType<PostgresClient['unsafe']> & { handler?: (query: Query) => void };

/** Whatever the database has as a default. Under another one, writes that wait for each other would fail instead. */
const BEGIN = 'begin isolation level read committed';

/** Sends BEGIN and resolves when it is sent. Rejects if there is no connection. */
export function begin(client: PostgresClient): Promise<Transaction> {
  return new Promise((resolve, reject) => {
    const onexecute = (connection: Connection): false => {
      const send = inOrder(connection);
      const lost = new Promise<never>((_, lose) => {
        connection.onclose = lose;
      });
      lost.catch(() => {});
      const unsafe: Statements['unsafe'] = (text, params, options) => {
        const query: Query = client.unsafe(text, params, options);
        query.handler = send;
        return query;
      };
      resolve({ unsafe, begun, lost });
      return false; // the pool sends nothing else on this connection
    };
    // The option is the one that the library's `begin` uses; its types do not have it.
    const options: object = { onexecute };
    const begun = client.unsafe(BEGIN, [], options).then(() => {});
    begun.catch(reject);
  });
}

/** Sends statements on a connection as soon as it takes them. */
function inOrder(connection: Connection): (query: Query) => void {
  const waiting: Query[] = [];
  let blocked = false;
  connection.reserved = () => {
    blocked = false;
    while (!blocked) {
      const next = waiting.shift();
      if (!next) return;
      blocked = !connection.execute(next);
    }
  };
  return (query) => {
    if (blocked) waiting.push(query);
    else blocked = !connection.execute(query);
  };
}
