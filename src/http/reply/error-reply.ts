/** Converts all errors to responses. */
import { declinedSentence } from '../../../contract/declined.js';
import { CatalogError, type ErrorBody, errorBody, errorMessages } from '../../../contract/errors.js';
import type { Reply } from '../../catalog/index.js';
import type { Log } from '../../context/index.js';
import { StoreUnavailable } from '../../storage/index.js';

const API = '/api';
/** `Retry-After` while the database is unavailable, in seconds. */
const AGAIN_AFTER = 1;

export interface ErrorReplyDeps {
  log: Log;
  /** Bytes. */
  bodyLimit: number;
}

/**
 * The response to an error. An unexpected error is logged under the request id, and the response contains only that id.
 */
export function errorReply(error: unknown, requestId: string, { log, bodyLimit }: ErrorReplyDeps): Reply {
  if (error instanceof CatalogError) return catalogErrorReply(error);
  const refused = refusedByFramework(error, bodyLimit);
  if (refused) return refused;
  if (error instanceof StoreUnavailable) {
    log.warn({ reason: error.message, requestId }, 'request rejected');
    const refusal = new CatalogError('DATABASE_UNAVAILABLE', errorMessages.unavailable(AGAIN_AFTER), {
      retryAfterSeconds: AGAIN_AFTER,
    });
    return catalogErrorReply(refusal);
  }
  log.error({ err: error, requestId }, 'request failed');
  return catalogErrorReply(new CatalogError('INTERNAL_ERROR', errorMessages.internal(requestId)));
}

function catalogErrorReply(error: CatalogError): Reply {
  const reply: Reply = { status: error.status, body: JSON.stringify(errorBody(error)) };
  if (error.retryAfterSeconds !== undefined) reply.headers = { 'retry-after': String(error.retryAfterSeconds) };
  if (error.status === 413) reply.headers = { ...reply.headers, connection: 'close' };
  if (error.status === 401) reply.headers = { ...reply.headers, 'www-authenticate': 'Bearer' };
  return reply;
}

/**
 * 404 if the path has no route, otherwise 405 with `Allow`. The 404 of a part of the interface that this server does not
 * have says so.
 */
export function unroutedReply(method: string, path: string, allowed: readonly string[]): Reply {
  if (allowed.length === 0) {
    const message =
      (path.startsWith(API) && declinedSentence(path.slice(API.length))) || errorMessages.noSuchPath(path);
    return catalogErrorReply(new CatalogError('ENTITY_NOT_FOUND', message));
  }
  const reply = catalogErrorReply(
    new CatalogError('METHOD_NOT_ALLOWED', errorMessages.methodNotAllowed(method, allowed)),
  );
  return { ...reply, headers: { allow: allowed.join(', ') } };
}

/**
 * Rejects a missing or repeated Host header, since a proxy in front may interpret the request as one for another
 * server.
 */
export function badHostReply(): Reply {
  return { ...malformedReply(400, 'the request must have exactly one Host header'), headers: { connection: 'close' } };
}

/** The response to a request that could not be parsed or received: status 400, 408, 414 or 431. */
export function malformedReply(status: number, message = MALFORMED[status] ?? 'the request is malformed'): Reply {
  return { status, body: JSON.stringify({ code: status, errorType: 'BAD_REQUEST', message } satisfies ErrorBody) };
}

const MALFORMED: Readonly<Record<number, string>> = {
  400: 'the request is malformed',
  408: 'the request was not received in time',
  414: 'a path segment is too long',
  431: 'the headers are too long',
};

function refusedByFramework(error: unknown, bodyLimit: number): Reply | null {
  if (!(error instanceof Error) || !('statusCode' in error)) return null;
  const status = Number(error.statusCode);
  if (!(status >= 400 && status < 500)) return null;
  if (status === 413)
    return catalogErrorReply(new CatalogError('BULK_LIMIT_EXCEPTION', `the body must not exceed ${bodyLimit} bytes`));
  if (status === 415) return catalogErrorReply(new CatalogError('UNSUPPORTED_MEDIA_TYPE', 'unknown media type'));
  return malformedReply(status);
}
