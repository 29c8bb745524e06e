import { setTimeout as pause } from 'node:timers/promises';
import { type ActionScope, type Request, serverSentEvent } from '../../catalog/index.js';
import { readerOf } from './reader-of.js';
import { isClosed, readLog } from './run-log.js';

const pollEvery = 1000;
const quietLimit = 60 * 1000;
const maxDuration = 60 * 60 * 1000;
const batchSize = 500;

/**
 * Streams the log of a run as LogStreamEvents until it is complete, has no new text for a minute, or an hour has
 * passed.
 */
export async function* streamLog(pipelineId: string, request: Request, scope: ActionScope): AsyncGenerator<string> {
  const { params, query } = request;
  const runId = params.runId ?? '';
  const read = readerOf(pipelineId, request, scope);
  const start = scope.context.now();
  let lastText = start;
  let after = /^\d{1,15}$/.test(query.after ?? '') ? Number(query.after) : 0;
  for (;;) {
    const { log, closed } = await read(async ({ sql }) => ({
      log: await readLog(sql, pipelineId, runId, after, batchSize),
      closed: await isClosed(sql, pipelineId, runId),
    }));
    after = log.after;
    const now = scope.context.now();
    if (log.text !== '') {
      lastText = now;
      yield serverSentEvent('logs', { eventType: 'logs', runId, logs: log.text, after: String(after) });
    }
    const reason = log.more ? null : endReason(closed, now - lastText, now - start);
    if (reason) {
      yield serverSentEvent('complete', { eventType: 'complete', runId, reason });
      return;
    }
    if (log.more) continue;
    yield ''; // notices that the client has left
    await pause(pollEvery);
  }
}

function endReason(closed: boolean, quiet: number, open: number): string | null {
  if (closed) return 'runFinished';
  if (quiet > quietLimit) return 'idleTimeout';
  return open > maxDuration ? 'maxDuration' : null;
}
