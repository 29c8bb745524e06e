import { LostRace, StoreUnavailable, UniqueViolation } from '../port.js';

// Serialization failure and deadlock: another transaction won, the same work may pass the next time.
const LOST_RACE = ['40001', '40P01'];
const UNIQUE = '23505';

// The connection or the way to it is gone.
const NO_CONNECTION = [
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
];

// The server ended the connection: it stops, was told to, or waited for too long.
const ENDED = /^57P0[1-5]$|^25P0[34]$/;
// Connection exceptions; no room, memory or connection left; log-in refused; read-only; no such database, or closed to all.
const REFUSED = /^(08|28|53)...$|^(25006|3D000|55000)$/;
// No room on the disk; read-only.
const UNWRITABLE = ['53100', '25006'];
// A table or an index is damaged.
const DAMAGED = ['XX001', 'XX002'];

/** An error of the client library as one of the port, where it has one. */
export function translateError(error: unknown): unknown {
  const code = codeOf(error);
  if (code === UNIQUE) {
    const { constraint_name: constraint } = error as { constraint_name?: string };
    return new UniqueViolation(constraint ?? 'unknown index');
  }
  const kind = DAMAGED.includes(code) ? 'damaged' : UNWRITABLE.includes(code) ? 'unwritable' : 'away';
  if (kind === 'damaged' || NO_CONNECTION.includes(code) || ENDED.test(code) || REFUSED.test(code))
    return new StoreUnavailable(`the database is unavailable: ${reasonOf(error, code)}`, { cause: error, kind });
  return error;
}

export function isLostRace(error: unknown): boolean {
  return error instanceof LostRace || LOST_RACE.includes(codeOf(error));
}

/** Whether a statement was refused because another of its transaction had failed. */
export function failedBefore(error: unknown): boolean {
  return codeOf(error) === '25P02';
}

/** Whether the connection of a statement is gone, and its transaction with it. */
export function endsConnection(error: unknown): boolean {
  const code = codeOf(error instanceof StoreUnavailable ? error.cause : error);
  return NO_CONNECTION.includes(code) || ENDED.test(code);
}

/** The library's own sentences name the address; some errors of the system have none. */
function reasonOf(error: unknown, code: string): string {
  return error instanceof Error && error.message ? error.message : code;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
