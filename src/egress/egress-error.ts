/**
 * Why an outbound connection failed. `invalid`: the address cannot be used; `refused`: the operator does not allow it;
 * `unreachable`: no connection; `timeout`: no response in time; `broken`: the connection was lost midway; `failed`:
 * the other side responded with an error.
 */
export type EgressFailure = 'invalid' | 'refused' | 'unreachable' | 'timeout' | 'broken' | 'failed';

/** A failure outside this process. The message names the host and the reason, never a credential. */
export class EgressError extends Error {
  override name = 'EgressError';

  constructor(
    readonly failure: EgressFailure,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL']);
const TIMEOUTS = new Set([
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'CONNECT_TIMEOUT',
  'ABORT_ERR',
]);

export function timedOut(host: string, cause?: unknown): EgressError {
  return new EgressError('timeout', `${host} did not answer in time`, cause === undefined ? {} : { cause });
}

/** What a database server answered to a statement or log-in. */
export function statementRejected(host: string, error: Error): EgressError {
  return new EgressError('failed', `${host} rejected the statement: ${error.message}`, { cause: error });
}

/** Converts an error of a socket, the HTTP client or a driver to an `EgressError`. */
export function asEgressError(error: unknown, host: string): EgressError {
  const inner = innermost(error);
  if (inner instanceof EgressError) return inner;
  const code = 'code' in inner ? String(inner.code) : inner.name;
  if (TIMEOUTS.has(code) || inner.name === 'TimeoutError') return timedOut(host, error);
  if (UNREACHABLE.has(code))
    return new EgressError('unreachable', `${host} cannot be reached (${code})`, { cause: error });
  return new EgressError('broken', `the connection to ${host} failed (${code})`, { cause: error });
}

// Clients wrap the original error, and an attempt at several addresses of a name yields one error per address.
function innermost(error: unknown): Error {
  let at = error instanceof Error ? error : new Error(String(error));
  for (let depth = 0; depth < 5; depth++) {
    const next: unknown = at instanceof AggregateError ? at.errors[0] : at.cause;
    if (!(next instanceof Error)) return at;
    at = next;
  }
  return at;
}
