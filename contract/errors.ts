// Every error that an answer can carry. The documentation of errors is made from this table.

export interface ErrorKind {
  readonly status: number;
  readonly errorType: string;
  /** When it happens, for the documentation. */
  readonly when: string;
}

const kind = <T extends string>(status: number, errorType: T, when: string) => ({ status, errorType, when }) as const;

export const errors = {
  BAD_REQUEST: kind(
    400,
    'BAD_REQUEST',
    'A field is missing, unknown or wrong; the JSON or a query parameter is malformed.',
  ),
  UNAUTHORIZED: kind(401, 'UNAUTHORIZED', 'The token is missing, malformed, expired, revoked or used after log-out.'),
  FORBIDDEN: kind(403, 'FORBIDDEN', 'The token is valid, but its holder may not do this.'),
  ENTITY_NOT_FOUND: kind(404, 'ENTITY_NOT_FOUND', 'Nothing has this id, name or path.'),
  METHOD_NOT_ALLOWED: kind(405, 'METHOD_NOT_ALLOWED', 'The path exists, but not with this method.'),
  ENTITY_ALREADY_EXISTS: kind(409, 'ENTITY_ALREADY_EXISTS', 'The name is taken; PUT creates or updates.'),
  ENTITY_LOCKED: kind(409, 'ENTITY_LOCKED', 'The entity, or one above it, is being deleted.'),
  PRECONDITION_FAILED: kind(412, 'PRECONDITION_FAILED', 'If-Match names another version; read the entity again.'),
  BULK_LIMIT_EXCEPTION: kind(413, 'BULK_LIMIT_EXCEPTION', 'The body or the bulk request is larger than configured.'),
  UNSUPPORTED_MEDIA_TYPE: kind(
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    'The body has a media type or an encoding that this path does not take.',
  ),
  LIMITS_EXCEPTION: kind(429, 'LIMITS_EXCEPTION', 'Too many requests; Retry-After says how long to wait.'),
  INTERNAL_ERROR: kind(500, 'INTERNAL_ERROR', 'Something unexpected; the message carries the id of the request.'),
  DATABASE_UNAVAILABLE: kind(
    503,
    'DATABASE_UNAVAILABLE',
    'The database cannot be used now; Retry-After says how long to wait. What was being written is there whole or not at all.',
  ),
} as const satisfies Record<string, ErrorKind>;

export type ErrorType = keyof typeof errors;

/** The one error of the product: thrown where the reason is known, turned into an answer in one place. */
export class CatalogError extends Error {
  override readonly name = 'CatalogError';
  readonly errorType: ErrorType;
  readonly status: number;
  /** Seconds after which a new try makes sense. */
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

/** The body of an error answer. */
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

/** Sentences of the errors that have variants. `type` is the type of an entity, such as `table`. */
export const errorMessages = {
  notFoundById: (type: string, id: string) => `${type} instance for ${id} not found`,
  notFoundByName: (type: string, fqn: string) => `${type} instance for ${fqn} not found by its fully qualified name`,
  notFoundByQuery: (type: string, query: string) => `no ${type} found for ${query}`,
  noSuchPath: (path: string) => `there is nothing at ${path}`,
  methodNotAllowed: (method: string, allowed: readonly string[]) =>
    `${method} is not allowed here, only ${allowed.join(', ')}`,
  alreadyExists: (type: string, fqn: string) => `${type} ${fqn} already exists`,
  locked: (type: string, fqn: string) => `${type} ${fqn} is being deleted`,
  notEmpty: (type: string, fqn: string) => `${type} ${fqn} is not empty; delete it with recursive=true`,
  forbidden: (actor: string, operations: readonly string[]) => `principal ${actor} may not ${operations.join(', ')}`,
  rateLimited: (seconds: number) => `too many requests, try again in ${seconds} seconds`,
  unavailable: (seconds: number) => `the database cannot be used now, try again in ${seconds} seconds`,
  internal: (requestId: string) => `unexpected error, request ${requestId}`,
} as const;
