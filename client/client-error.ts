import type { ErrorBody } from 'cairn/contract';

export interface ClientErrorDetails {
  /** HTTP status; 0 if there was no response. */
  status: number;
  /** Such as `PRECONDITION_FAILED`; null if the response has none. */
  errorType: string | null;
  requestId: string | null;
  /** Seconds after which the server asks to try again. */
  retryAfterSeconds: number | null;
  operation: string;
  /** The body of the response, if it is JSON. */
  body: unknown;
  cause?: unknown;
}

/** The error of every failed call. `message` is the server's; if it has none, it describes the status. */
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
  return new ClientError(told?.message ?? sentenceOf(response.status), {
    status: response.status,
    errorType: told?.errorType ?? null,
    requestId: response.headers.get('x-request-id'),
    retryAfterSeconds: secondsOf(response.headers.get('retry-after')),
    operation,
    body,
  });
}

const SENTENCES: Readonly<Record<number, string>> = {
  401: 'Nobody is signed in, or the session has ended',
  403: 'You are not allowed to do this',
  404: 'There is nothing at this address of the server',
  413: 'This is larger than the server accepts',
  429: 'The server gets too many requests at the moment',
  502: 'The server is not available at the moment',
  503: 'The server is not available at the moment',
  504: 'The server takes too long to answer at the moment',
};

/** For responses that do not come from a Cairn server, such as the page of a proxy. */
function sentenceOf(status: number): string {
  return SENTENCES[status] ?? (status >= 500 ? 'The server could not do this' : 'The server refused this');
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
