// The snapshot of reads that run together. Its first statement is one of two:
// - `state`: only a look at the state that the database is in. If all that the reads need is cached for that state, this
//   is the only statement; otherwise the snapshot begins with the first one of a read. Should the state have changed
//   between the two, reads that are not complete run again.
// - `snapshot`: the snapshot begins at once, which is cheaper where something has to be loaded anyway.
import type { Sql, SqlValue } from '../../port.js';
import { StoreUnavailable } from '../../store-errors.js';
import { sqlOver } from '../sql-over.js';
import { translateError } from '../translate-error.js';
import { createGatherer } from './gather.js';
import type { Line } from './read-lines.js';
import { BEGIN, type Shown, type SnapshotCache, type StateCache } from './snapshot-cache.js';

export type FirstStatement = 'state' | 'snapshot';

export interface OpenSnapshot {
  /** Runs a read. `work` may run twice; the first run is then without effect. */
  run<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Resolves when the state is known. Reads that arrive later must not share it. */
  taken: Promise<unknown>;
  /**
   * Ends the snapshot; returns whether a read sent a statement. The line is available at once: the next read's
   * statements queue after the commit. After a failure, `commit` rolls back.
   */
  end(): boolean;
}

/** Nobody waits for the ends of a snapshot, and a prepared statement needs no parsing. */
const PREPARED = { prepare: true, simple: false };

/** A read continues in a snapshot that shows another state than the one it began with. */
class StateChanged extends Error {}

/** `shared` is merged into the connection that every read receives. */
export function openSnapshot(
  line: Line,
  cache: SnapshotCache,
  first: FirstStatement,
  shared: Partial<Sql>,
): OpenSnapshot {
  const { client } = line;
  const { check, lose, lost, release } = watchLine(line);
  let asked = false;
  const statements = sqlOver(client, {
    guard() {
      check();
      asked = true;
    },
  });

  const seeState = (): Promise<StateCache | null> => {
    const [text, parameters] = cache.question();
    const seen = client.unsafe<Shown[]>(text, parameters, PREPARED).then(([row]) => (row ? cache.enter(row) : null));
    seen.catch(lose);
    return seen;
  };

  /** The state that the snapshot shows; set when it has begun. */
  let begun: Promise<StateCache | null> | null = null;
  const begin = (): Promise<StateCache | null> => {
    if (begun) return begun;
    check();
    client.unsafe(BEGIN, [], PREPARED).catch(lose);
    begun = seeState();
    return begun;
  };

  const inSnapshot = (
    state: Promise<StateCache | null>,
    { all, get, run, dialect }: Sql,
    changed = () => false,
  ): Sql => ({
    ...{ all, get, run, dialect },
    ...keeping(state, changed),
    ...createGatherer(),
    ...shared,
  });
  const taken = first === 'state' ? seeState() : begin();
  const later = first === 'state' ? beginLater(taken, begin, statements) : null;
  const early = inSnapshot(taken, later?.sql ?? statements, later?.changed);
  let again: Sql | null = null;

  return {
    async run(work) {
      if (!again) {
        try {
          const value = await Promise.race([work(early), lost]);
          if (!later?.changed()) return value;
        } catch (error) {
          if (!later?.changed()) throw error;
        }
        again ??= inSnapshot(begin(), statements);
      }
      return Promise.race([work(again), lost]);
    },
    taken,
    end() {
      release();
      if (begun) client.unsafe('commit', [], PREPARED).catch(() => {});
      return asked;
    },
  };
}

/** A line while it is used: its connection may be lost, and must not be used after its release. */
function watchLine(line: Line) {
  const before = line.losses;
  let released = false;
  let lose = (_: unknown) => {};
  const lost = new Promise<never>((_, reject) => {
    lose = (error) => reject(translateError(error));
  });
  lost.catch(() => {});
  line.lose = lose;
  return {
    lost,
    lose,
    check(): void {
      // The client would open a new connection, outside of the snapshot.
      if (released || line.losses !== before)
        throw new StoreUnavailable('the database cannot be used: the connection of a read was lost');
    },
    release(): void {
      released = true;
      line.lose = null;
    },
  };
}

/** Statements that begin the snapshot first, and fail if it does not show the state that was seen before. */
function beginLater(seen: Promise<StateCache | null>, begin: () => Promise<StateCache | null>, statements: Sql) {
  let changed = false;
  let begun: Promise<void> | null = null;
  const compare = async () => {
    const [before, now] = await Promise.all([seen, begin()]);
    if (now !== null && now === before) return;
    changed = true;
    throw new StateChanged('the state changed before the snapshot began');
  };
  /** The statement is sent without waiting for the comparison, but nobody gets its answer before. */
  const behind = <T>(send: () => Promise<T>): Promise<T> => {
    begun ??= compare();
    const answer = send();
    answer.catch(() => {});
    return begun.then(() => answer);
  };
  const sql: Sql = {
    dialect: statements.dialect,
    all: <R>(text: string, params?: readonly SqlValue[]) => behind(() => statements.all<R>(text, params)),
    get: <R>(text: string, params?: readonly SqlValue[]) => behind(() => statements.get<R>(text, params)),
    run: (text, params) => behind(() => statements.run(text, params)),
  };
  return { sql, changed: () => changed };
}

function keeping(taken: Promise<StateCache | null>, changed: () => boolean): Required<Pick<Sql, 'kept'>> {
  let cached: StateCache | null | undefined;
  const settle = (state: StateCache | null) => {
    cached = state;
  };
  taken.then(settle, () => {});
  /** What another snapshot of the state was loading may fail because that one began too late; this one then loads it itself. */
  const keptIn = <T>(state: StateCache, name: string, load: () => Promise<T>, weigh: (value: T) => number) =>
    state.kept(name, load, weigh).catch((error: unknown) => {
      if (error instanceof StateChanged && !changed()) return load();
      throw error;
    });
  return {
    kept(name, load, weigh) {
      if (cached === undefined) return taken.then((state) => (state ? keptIn(state, name, load, weigh) : load()));
      return cached === null ? load() : keptIn(cached, name, load, weigh);
    },
  };
}
