/**
 * Notices that another process has committed, such as a command beside the server. There are no notifications, so it looks:
 * `data_version` of a connection changes with the commits of all others, and reading it costs microseconds.
 */
import type { NoticeConnection, NoticeListener } from '../port.js';
import type { Turn } from '../turn.js';
import type { SqliteConnection } from './sqlite-connection.js';

const LOOK_MS = 250;

export function noticeOthers(
  connection: Pick<SqliteConnection, 'get'>,
  turn: Turn,
  listener: NoticeListener,
): NoticeConnection {
  let known: number | undefined;
  let isFailing = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    try {
      const row = await turn.take(() => connection.get<{ data_version: number }>('pragma data_version'));
      if (closed) return;
      // Which channels it would have woken is not known.
      if (known !== undefined && known !== row?.data_version) listener.connected();
      known = row?.data_version;
      isFailing = false;
    } catch (error) {
      if (!isFailing) listener.failed(error);
      isFailing = true;
    }
    lookLater();
  }

  function lookLater(): void {
    if (closed) return;
    timer = setTimeout(() => {
      looking = look();
    }, LOOK_MS);
  }

  looking = look();
  return {
    connected: () => true,
    async close() {
      closed = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
