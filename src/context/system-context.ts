import { destination, pino, stdTimeFunctions } from 'pino';
import type { Context, Log } from './index.js';
import { createTimeOrderedIds } from './time-ordered-id.js';

/** The system clock, generated ids, and a log of JSON lines on standard error. */
export function createSystemContext(level: string): Context {
  return { now: Date.now, id: createTimeOrderedIds(Date.now), log: createLog(level) };
}

function createLog(level: string): Log {
  const log = pino(
    { level, base: null, timestamp: stdTimeFunctions.isoTime },
    destination({ dest: 2, sync: true }), // keeps lines whole across threads, and loses none on a crash
  );
  return {
    debug: (fields, message) => log.debug(fields, message),
    info: (fields, message) => log.info(fields, message),
    warn: (fields, message) => log.warn(fields, message),
    error: (fields, message) => log.error(fields, message),
  };
}
