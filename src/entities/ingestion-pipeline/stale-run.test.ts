import { expect, it } from 'vitest';
import { markStale } from './stale-run.js';

it('only unfinished runs without a recent report are stale', () => {
  const run = { pipelineState: 'running' as const, timestamp: 1000, metadata: { a: 1 } };
  expect(markStale(run, 2000, 1000)).toBe(run);
  expect(markStale(run, 2001, 1000)).toEqual({ ...run, metadata: { a: 1, stale: true } });
  expect(markStale({ ...run, pipelineState: 'failed' }, 9000, 1000).metadata).toEqual({ a: 1 });
  expect(markStale({ pipelineState: 'queued', startDate: 0 }, 5000, 1000).metadata).toEqual({ stale: true });
});
