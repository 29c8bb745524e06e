// Several servers on one database: notices that rights, tokens or keys changed through another one.
import { createPulse } from '../events/index.js';
import {
  listTokenChanges,
  type NoticeLine,
  type Store,
  takeWriteMark,
  type WriteMark,
  writeMarkHolds,
} from '../storage/index.js';

export interface AccessWatchDeps {
  read: Store['read'];
  /** Where notices come from; it is told of every change at once while it is up. */
  line: Pick<NoticeLine, 'up'>;
  /** Called when rights or tokens may have changed. */
  changed(): void;
  failed(error: unknown): void;
  /** Time between two looks while notices arrive, and while they do not. Milliseconds. */
  every?: { up: number; down: number };
}

const TYPES = ['user', 'team', 'role', 'policy', 'bot', 'domain'];
/** How far back a look goes: longer than a commit may take after its note was written. Milliseconds. */
const OVERLAP = 60_000;
const EVERY = { up: 10_000, down: 500 };

/** Looks whether notices were missed, until the returned function is called. Not needed where one process does all writes. */
export function watchAccess({ read, line, changed, failed, every = EVERY }: AccessWatchDeps): () => Promise<void> {
  const look = createLook(read);
  const pulse = createPulse({
    everyMs: () => (line.up() ? every.up : every.down),
    async run() {
      if (await look()) changed();
    },
    failed,
  });
  return pulse.stop;
}

/** Whether anything was written since the look before. */
function createLook(read: Store['read']): () => Promise<boolean> {
  let marks: Map<string, WriteMark> | null = null;
  let noted = '';
  return () =>
    read(async (sql) => {
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
