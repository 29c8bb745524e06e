/** The outside world as an argument: nothing else in `src` reads the clock, makes ids or logs. */
export interface Context {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** A new UUID. Ids grow with time; they are names, never secrets. */
  id(): string;
  log: Log;
}

/** The part of pino that rooms use: fields first, then a sentence. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export { first, present } from './present.js';
export { createSystemContext } from './system-context.js';
