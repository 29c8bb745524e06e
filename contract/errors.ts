// Every error the API can return. docs/errors.md is generated from this table.

export interface ErrorKind {
  readonly status: number;
  readonly errorType: string;
  /** The circumstances, for the documentation. */
  readonly when: string;
}

const kind = <T extends string>(status: number, errorType: T, when: string) => ({ status, errorType, when }) as const;

export const errors = {
  BAD_REQUEST: kind(
    400,
    'BAD_REQUEST',
    'A field is missing, unknown or invalid, or the JSON or a query parameter is malformed.',
  ),
  UNAUTHORIZED: kind(401, 'UNAUTHORIZED', 'The token is missing, malformed, expired, revoked or used after log-out.'),
  FORBIDDEN: kind(403, 'FORBIDDEN', 'The token is valid, but its owner does not have permission.'),
  ENTITY_NOT_FOUND: kind(404, 'ENTITY_NOT_FOUND', 'No entity or path matches.'),
  METHOD_NOT_ALLOWED: kind(405, 'METHOD_NOT_ALLOWED', 'The path exists, but does not support this method.'),
  ENTITY_ALREADY_EXISTS: kind(409, 'ENTITY_ALREADY_EXISTS', 'The name is already in use. PUT creates or updates.'),
  ENTITY_LOCKED: kind(409, 'ENTITY_LOCKED', 'The entity or one of its containers is being deleted.'),
  EVENTS_EXPIRED: kind(
    410,
    'EVENTS_EXPIRED',
    'Change events after the given position were removed by retention. Begin with the oldest one kept (position 0), or without a position (now).',
  ),
  PRECONDITION_FAILED: kind(
    412,
    'PRECONDITION_FAILED',
    'If-Match does not match the current version. Read the entity again.',
  ),
  BULK_LIMIT_EXCEPTION: kind(413, 'BULK_LIMIT_EXCEPTION', 'The body or the bulk request exceeds the configured limit.'),
  UNSUPPORTED_MEDIA_TYPE: kind(
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    'This path does not accept the media type or encoding of the body.',
  ),
  LIMITS_EXCEPTION: kind(
    429,
    'LIMITS_EXCEPTION',
    'Too many requests, or too many event streams of one user (--streams-per-user) or on one server (--stream-limit). Retry-After says how long to wait.',
  ),
  INTERNAL_ERROR: kind(500, 'INTERNAL_ERROR', 'Unexpected error. The message contains the request id.'),
  DATABASE_UNAVAILABLE: kind(
    503,
    'DATABASE_UNAVAILABLE',
    'The database is unavailable. Retry-After says how long to wait. A write in progress was applied completely or not at all.',
  ),
  RUNNER_UNAVAILABLE: kind(
    503,
    'RUNNER_UNAVAILABLE',
    'The runner of ingestion pipelines cannot be reached, or does not give a valid response in time.',
  ),
  SEARCH_UNAVAILABLE: kind(
    503,
    'SEARCH_UNAVAILABLE',
    'The search index is being rebuilt after an upgrade and is not complete yet. Retry-After says how long to wait.',
  ),
} as const satisfies Record<string, ErrorKind>;

export type ErrorType = keyof typeof errors;

/** The only error class of the product: thrown where the cause is known, converted to a response in one place. */
export class CatalogError extends Error {
  override readonly name = 'CatalogError';
  readonly errorType: ErrorType;
  readonly status: number;
  /** Seconds after which the client should retry. */
  readonly retryAfterSeconds: number | undefined;

  constructor(errorType: ErrorType, message: string, details: { cause?: unknown; retryAfterSeconds?: number } = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.errorType = errorType;
    this.status = errors[errorType].status;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

export const catalogError = (
  errorType: ErrorType,
  message: string,
  details?: { cause?: unknown; retryAfterSeconds?: number },
): CatalogError => new CatalogError(errorType, message, details);

/** The 403 of an actor. `why` follows the name: "is not admin", "may not …". */
export const forbidden = (actor: { readonly name: string }, why: string): CatalogError =>
  new CatalogError('FORBIDDEN', `Principal: CatalogPrincipal{name='${actor.name}'} ${why}`);

/** The 403 of an actor who lacks the right to some operations; `where` follows them: "on some assets of …". */
export const operationsRefused = (
  actor: { readonly name: string },
  operations: readonly string[],
  where?: string,
): CatalogError =>
  forbidden(actor, `operations [${operations.join(', ')}] not allowed${where === undefined ? '' : ` ${where}`}`);

/** The body of an error response. */
export interface ErrorBody {
  code: number;
  errorType: string;
  message: string;
}

export const errorBody = (error: CatalogError): ErrorBody => ({
  code: error.status,
  errorType: error.errorType,
  message: error.message,
});

/** Seconds as text: `1 second`, `2 seconds`. */
export const inSeconds = (seconds: number): string => (seconds === 1 ? '1 second' : `${seconds} seconds`);

/** Shared error messages. `type` is an entity type such as `table`. */
export const errorMessages = {
  notFoundById: (type: string, id: string) => `${type} instance for ${id} not found`,
  notFoundByName: (type: string, fqn: string) => `${type} instance for ${fqn} not found by its fully qualified name`,
  notFoundByQuery: (type: string, query: string) => `no ${type} found for ${query}`,
  noSuchPath: (path: string) => `no route for ${path}`,
  methodNotAllowed: (method: string, allowed: readonly string[]) =>
    `method ${method} is not allowed here; allowed: ${allowed.join(', ')}`,
  alreadyExists: (type: string, fqn: string) => `${type} ${fqn} already exists`,
  locked: (type: string, fqn: string) => `${type} ${fqn} is being deleted`,
  notEmpty: (type: string, fqn: string) => `${type} ${fqn} is not empty; delete it with recursive=true`,
  rateLimited: (seconds: number) => `too many requests; try again in ${inSeconds(seconds)}`,
  unavailable: (seconds: number) => `the database is unavailable; try again in ${inSeconds(seconds)}`,
  internal: (requestId: string) => `unexpected error, request ${requestId}`,
} as const;
