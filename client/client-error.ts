import type { ErrorBody } from 'cairn/contract';

export interface ClientErrorDetails {
  /** HTTP status; 0 where no answer came. */
  status: number;
  /** Such as `PRECONDITION_FAILED`; null where the answer names none. */
  errorType: string | null;
  requestId: string | null;
  /** Seconds after which the server asks to try again. */
  retryAfterSeconds: number | null;
  operation: string;
  /** The JSON of the answer, where it is JSON. */
  body: unknown;
  cause?: unknown;
}

/** What every failed call is rejected with. `message` is the server's sentence. */
export class ClientError extends Error {
  override readonly name = 'ClientError';
  readonly status: number;
  readonly errorType: string | null;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
  readonly operation: string;
  readonly body: unknown;

  constructor(message: string, details: ClientErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.status = details.status;
    this.errorType = details.errorType;
    this.requestId = details.requestId;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.operation = details.operation;
    this.body = details.body;
  }
}

/** The error that a response describes. */
export async function errorOf(response: Response, operation: string): Promise<ClientError> {
  const text = await response.text().catch(() => '');
  const body = parse(text);
  const told = isErrorBody(body) ? body : null;
  return new ClientError(told?.message ?? (text.slice(0, 500) || `${operation} was answered with ${response.status}`), {
    status: response.status,
    errorType: told?.errorType ?? null,
    requestId: response.headers.get('x-request-id'),
    retryAfterSeconds: secondsOf(response.headers.get('retry-after')),
    operation,
    body,
  });
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `Retry-After` in seconds or as a date. */
function secondsOf(header: string | null): number | null {
  if (header === null) return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, (at - Date.now()) / 1000);
}
