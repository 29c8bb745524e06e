// A connection that only listens, for the `NOTIFY` of other servers. The client's own `listen` does not report that a
// connection was lost or restored.
import type { NoticeConnection, NoticeListener } from '../port.js';
import { connectPostgres, type PostgresClient, type PostgresOptions } from './postgres-client.js';

/** A notification that the connection sends to itself, to verify that notifications arrive. */
const PROBE = 'cairn_probe';
const RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;

/** Listens until closed, and reconnects whenever the connection is lost. */
export function listen(options: PostgresOptions, listener: NoticeListener): NoticeConnection {
  let prefix = '';
  let tries = 0;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let up = false;
  const client: PostgresClient = connectPostgres({ ...options, connections: 1 }, { closed: lost, notified });

  function notified(channel: string, payload: string): void {
    if (closed) return;
    if (channel === PROBE) {
      if (!up) connected();
      return;
    }
    if (payload.startsWith(prefix)) listener.notified(payload.slice(prefix.length));
  }

  function connected(): void {
    up = true;
    tries = 0;
    listener.connected();
  }

  async function begin(): Promise<void> {
    try {
      const [row] = await client.unsafe<{ schema: string }[]>('select current_schema() as schema');
      prefix = `${row?.schema} `;
      // One message, so that all of it reaches the same connection; if that was lost meanwhile, a new one is opened.
      await client.unsafe(`listen cairn; listen ${PROBE}; notify ${PROBE}`);
    } catch (error) {
      if (!closed) listener.failed(error);
      retry();
    }
  }

  function lost(): void {
    up = false;
    retry();
  }

  function retry(): void {
    if (closed) return;
    clearTimeout(timer);
    timer = setTimeout(() => void begin(), Math.min(RETRY_MS * 2 ** tries++, LONGEST_RETRY_MS));
  }

  void begin();
  return {
    connected: () => up,
    async close() {
      closed = true;
      up = false;
      clearTimeout(timer);
      await client.end({ timeout: 1 });
    },
  };
}

/** Replaces `listen` where notifications do not arrive, so that their listeners poll. */
export function notListening(listener: NoticeListener): NoticeConnection {
  listener.failed(new Error('a pooler in transaction mode does not pass on notifications'));
  return { connected: () => false, close: async () => {} };
}
