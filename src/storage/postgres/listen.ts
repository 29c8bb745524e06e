// One connection that does nothing but listen. The client's own `listen` says neither that a connection was lost nor that it is back.
import { NOTICES, type Notice, type NoticeLine, type NoticeListener } from '../port.js';
import { connectPostgres, type PostgresClient, type PostgresOptions } from './postgres-client.js';

/** A notice of the connection to itself: proof that notices arrive. */
const PROBE = 'cairn_probe';
const RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;

/** Listens until it is closed, and connects again whenever the connection is lost. */
export function listen(options: PostgresOptions, listener: NoticeListener): NoticeLine {
  let schema: string | null = null;
  let tries = 0;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let up = false;
  const client: PostgresClient = connectPostgres({ ...options, connections: 1 }, { closed: lost, notified });

  function notified(channel: string, payload: string): void {
    if (channel === PROBE) {
      if (!up && !closed) connected();
      return;
    }
    const notice = NOTICES.find((one) => channelOf(one) === channel);
    if (notice && payload === schema) listener.heard(notice);
  }

  function connected(): void {
    up = true;
    tries = 0;
    listener.connected();
  }

  async function begin(): Promise<void> {
    try {
      const [row] = await client.unsafe<{ schema: string }[]>('select current_schema() as schema');
      schema = row?.schema ?? null;
      // Together and last: a connection that was lost in between is another one here. Behind a pooler the probe never arrives.
      const channels = [...NOTICES.map(channelOf), PROBE];
      await client.unsafe(`${channels.map((channel) => `listen ${channel}`).join('; ')}; notify ${PROBE}`);
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
    up: () => up,
    async close() {
      closed = true;
      up = false;
      clearTimeout(timer);
      await client.end({ timeout: 1 });
    },
  };
}

function channelOf(notice: Notice): string {
  return `cairn_${notice}`;
}
