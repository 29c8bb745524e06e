// Several servers on one database: notices that rights or tokens changed through another one.
import { ACCESS_TYPE } from '../entities/index.js';
import { listTokenChanges, type Store, takeWriteMark, type WriteMark, writeMarkHolds } from '../storage/index.js';

export interface AccessWatchDeps {
  read: Store['read'];
  /** Called when rights or tokens may have changed. */
  changed(): void;
  failed(error: unknown): void;
  /** Time between two looks. Milliseconds. */
  interval: number;
}

const TYPES = [
  ACCESS_TYPE.user,
  ACCESS_TYPE.team,
  ACCESS_TYPE.role,
  ACCESS_TYPE.policy,
  ACCESS_TYPE.bot,
  ACCESS_TYPE.domain,
];
/** How far back a look goes: longer than a commit may take after its note was written. Milliseconds. */
const OVERLAP = 60_000;

/** Looks every `interval` until the returned function is called. Not needed where one process does all writes. */
export function watchAccess({ read, changed, failed, interval }: AccessWatchDeps): () => void {
  let marks: Map<string, WriteMark> | null = null;
  let noted = '';
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function look(): Promise<boolean> {
    return read(async (sql) => {
      const stale = marks === null || !(await allHold(marks));
      if (stale)
        marks = new Map(await Promise.all(TYPES.map(async (type) => [type, await takeWriteMark(sql, type)] as const)));
      const ids = (await listTokenChanges(sql, OVERLAP)).join();
      const other = ids !== noted;
      noted = ids;
      return stale || other;

      async function allHold(known: Map<string, WriteMark>): Promise<boolean> {
        const held = await Promise.all([...known].map(([type, mark]) => writeMarkHolds(sql, type, mark)));
        return held.every((holds) => holds);
      }
    });
  }

  async function tick(): Promise<void> {
    try {
      if (await look()) changed();
    } catch (error) {
      failed(error);
    }
    if (!stopped) timer = setTimeout(() => void tick(), interval);
  }

  void tick();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
