import { LostRace, StoreUnavailable, UniqueViolation } from '../store-errors.js';

// Serialization failure, deadlock, and a lock that took longer than the database allows: another transaction won, and a
// retry may succeed.
const LOST_RACE = ['40001', '40P01', '55P03'];
const UNIQUE = '23505';

// The connection, or the network path to it, is gone.
const NO_CONNECTION = [
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT', // the file of a Unix socket
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
];

// TLS: no agreement, or a certificate that is not trusted, has expired, or is another server's.
const NO_TLS =
  /^(ERR_TLS_|ERR_SSL_|ERR_OSSL_|CERT_|CRL_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_|UNABLE_TO_|INVALID_CA|HOSTNAME_MISMATCH|EPROTO)/;
// The server ended the connection: a shutdown, an administrator command, or a timeout.
const ENDED = /^57P0[1-5]$|^25P0[34]$/;
// Connection exceptions; out of disk, memory or connections; disk errors; login refused; read-only; database missing or
// not accepting connections; rights to a table missing; the statement ended by an administrator or by a time limit that the database has
// for it.
const REFUSED = /^(08|28|53|58)...$|^(25006|3D000|42501|55000|57014)$/;
// Disk full; an input or output error, which may pass; read-only.
const UNWRITABLE = ['53100', '58030', '25006'];
// A table or an index is damaged; one of their files is missing.
const DAMAGED = ['XX001', 'XX002', '58P01'];

/** Converts an error of the client library to one of the port, if it has one. */
export function translateError(error: unknown): unknown {
  const code = codeOf(error);
  if (code === UNIQUE) {
    const { constraint_name: constraint } = error as { constraint_name?: string };
    return new UniqueViolation(constraint ?? 'unknown index');
  }
  const kind = DAMAGED.includes(code) ? 'damaged' : UNWRITABLE.includes(code) ? 'unwritable' : 'away';
  if (kind === 'damaged' || NO_CONNECTION.includes(code) || [NO_TLS, ENDED, REFUSED].some((codes) => codes.test(code)))
    return new StoreUnavailable(`the database is unavailable: ${reasonOf(error, code)}`, { cause: error, kind });
  return error;
}

export function isLostRace(error: unknown): boolean {
  return error instanceof LostRace || LOST_RACE.includes(codeOf(error));
}

/** Whether a statement was rejected because an earlier one of its transaction had failed. */
export function failedBefore(error: unknown): boolean {
  return codeOf(error) === '25P02';
}

/** Whether a message was rejected as one of another protocol: by poolers, the first one if it has settings that they do not know. */
export function violatesProtocol(error: unknown): boolean {
  return codeOf(error) === '08P01';
}

/** Whether the statement's connection is lost, and its transaction with it. */
export function endsConnection(error: unknown): boolean {
  const code = codeOf(error instanceof StoreUnavailable ? error.cause : error);
  return NO_CONNECTION.includes(code) || ENDED.test(code);
}

/** The library's own messages include the address; some system errors have no message. */
function reasonOf(error: unknown, code: string): string {
  return error instanceof Error && error.message ? error.message : code;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
