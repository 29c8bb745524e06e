/**
 * Why something outside could not be reached:
 * `invalid`: the address cannot be used; `refused`: the operator does not allow it; `unreachable`: no connection;
 * `timeout`: no answer in time; `broken`: the connection failed in the middle; `failed`: it answered with an error.
 */
export type EgressFailure = 'invalid' | 'refused' | 'unreachable' | 'timeout' | 'broken' | 'failed';

/** A failure outside this process. The message names host and reason, never a credential. */
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

/** The `EgressError` that an error of a socket, of the HTTP client or of a driver stands for. */
export function asEgressError(error: unknown, host: string): EgressError {
  const inner = innermost(error);
  if (inner instanceof EgressError) return inner;
  const code = 'code' in inner ? String(inner.code) : inner.name;
  if (TIMEOUTS.has(code) || inner.name === 'TimeoutError')
    return new EgressError('timeout', `${host} did not answer in time`, { cause: error });
  if (UNREACHABLE.has(code))
    return new EgressError('unreachable', `${host} cannot be reached (${code})`, { cause: error });
  return new EgressError('broken', `the connection to ${host} failed (${code})`, { cause: error });
}

// Clients wrap what went wrong; trying several addresses of a name gives one error for each.
function innermost(error: unknown): Error {
  let at = error instanceof Error ? error : new Error(String(error));
  for (let depth = 0; depth < 5; depth++) {
    const next: unknown = at instanceof AggregateError ? at.errors[0] : at.cause;
    if (!(next instanceof Error)) return at;
    at = next;
  }
  return at;
}
