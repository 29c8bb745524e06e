/** The outside world, passed as an argument: nothing else in `src` reads the clock, generates ids or logs. */
export interface Context {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** A new time-ordered UUID. Ids are identifiers, never secrets. */
  id(): string;
  log: Log;
}

/** The part of pino's interface that modules use: fields first, then the message. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export { groupBy } from './group-by.js';
export { first, present } from './present.js';
export { createSystemContext } from './system-context.js';
export { idAfter } from './time-ordered-id.js';
