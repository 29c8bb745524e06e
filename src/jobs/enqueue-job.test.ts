import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { forEachStore } from '../../test/support/stores.js';
import { claimJobs, type JobRow, type Sql } from '../storage/index.js';
import { declareJob, enqueueJob } from './index.js';

const log = { debug() {}, info() {}, warn() {}, error() {} };
const context = { now: () => 1_000_000, id: randomUUID, log };
const actor = { id: randomUUID(), name: 'ann' };
const kind = declareJob({ name: 'keyed' });

/** The jobs of the kind end on another server while one is enqueued. */
function endingMeanwhile(tx: Sql): Sql {
  let ended = false;
  return {
    ...tx,
    async get<T>(text: string, params?: Parameters<Sql['get']>[1]) {
      const row = await tx.get<T>(text, params);
      if (text.includes('insert into job') && row === undefined && !ended) {
        ended = true;
        await tx.run("update job set state = 'completed', ended_at = 1 where kind = 'keyed'");
      }
      return row;
    },
  };
}

forEachStore('enqueuing a job', (use, store) => {
  const enqueue = (of: (tx: Sql) => Sql) =>
    use().store.write((tx) => enqueueJob(kind, null, { sql: of(tx), context, actor, invalidate() {} }, { key: 'one' }));

  it('returns the one with the same key, or a new one if that ends meanwhile', async () => {
    const first = await enqueue((tx) => tx);
    expect((await enqueue((tx) => tx)).id).toBe(first.id);
    const second = await enqueue(endingMeanwhile);
    expect(second).toMatchObject({ state: 'queued' });
    expect(second.id).not.toBe(first.id);
  });

  describe('that finds its work in the database', () => {
    const finding = declareJob({ name: 'finding' });
    const options = { key: 'one', lane: 'one', findsWork: true };
    const find = (after = async (_: JobRow) => {}) =>
      use().store.write(async (sql) => {
        const job = await enqueueJob(finding, null, { sql, context, actor, invalidate() {} }, options);
        await after(job);
        return job;
      });
    const claim = () => {
      const free = { kind: finding.name, leaseMs: 60_000, limit: 10, now: context.now() };
      const other = store === 'postgres' ? use().another() : use().store;
      return other.write((tx) => claimJobs(tx, { ...free, holder: 'another' }));
    };

    it('returns the one that waits, which begins after the transaction', async () => {
      const first = await find();
      const again = await find(async () => {
        if (store === 'postgres') expect(await claim()).toEqual([]);
      });
      expect(again.id).toBe(first.id);
      expect(await claim()).toMatchObject([{ id: first.id, state: 'running' }]);
    });

    it('adds one behind the one that runs, and only one', async () => {
      const second = await find();
      expect(second.state).toBe('queued');
      expect((await find()).id).toBe(second.id);
      expect(await claim()).toEqual([]);
      await use().store.write((tx) =>
        tx.run("update job set state = 'completed', ended_at = 1 where state = 'running'"),
      );
      expect(await claim()).toMatchObject([{ id: second.id, key: 'one' }]);
    });
  });
});
