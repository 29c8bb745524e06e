import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { forEachStore } from '../../test/support/stores.js';
import type { Sql } from '../storage/index.js';
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

forEachStore('enqueuing a job', (use) => {
  const enqueue = (of: (tx: Sql) => Sql) =>
    use().store.write((tx) => enqueueJob(kind, null, { sql: of(tx), context, actor, invalidate() {} }, { key: 'one' }));

  it('returns the one with the same key, or a new one if that ends meanwhile', async () => {
    const first = await enqueue((tx) => tx);
    expect((await enqueue((tx) => tx)).id).toBe(first.id);
    const second = await enqueue(endingMeanwhile);
    expect(second).toMatchObject({ state: 'queued' });
    expect(second.id).not.toBe(first.id);
  });
});
