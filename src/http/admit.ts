import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { CatalogError, errorMessages } from '../../contract/errors.js';
import type { Actor, Route } from '../catalog/index.js';
import type { Visit } from './exchange.js';
import { acceptedMedia, mediaTypeOf } from './media-types.js';
import type { Authenticate } from './ports.js';
import type { RequestRate } from './request-rate.js';

/**
 * Looks at token, rate and media type, in this order, before the body is read. Refuses with 401, 429 or 415;
 * null: nobody, on an open route.
 */
export type Admit = (
  route: Route,
  request: IncomingMessage,
  visit: Pick<Visit, 'bearer' | 'from'>,
) => Actor | null | Promise<Actor | null>;

export function createAdmit(authenticate: Authenticate, rate: RequestRate | null): Admit {
  const check = (route: Route, { headers }: IncomingMessage, from: string, actor: Actor | null) => {
    if (rate) checkRate(rate, actor?.id ?? from);
    if (headers['content-type'] !== undefined) checkMedia(route, headers);
    return actor;
  };
  return (route, request, { bearer, from }) => {
    if (route.open && bearer === null) return check(route, request, from, null);
    const actor = route.open ? tolerant(authenticate, bearer) : authenticate(bearer);
    return actor instanceof Promise
      ? actor.then((found) => check(route, request, from, found))
      : check(route, request, from, actor);
  };
}

/** An open route answers also those who come with a token that is no longer good. */
async function tolerant(authenticate: Authenticate, bearer: string | null): Promise<Actor | null> {
  try {
    return await authenticate(bearer);
  } catch (error) {
    if (error instanceof CatalogError && error.status === 401) return null;
    throw error;
  }
}

function checkRate(rate: RequestRate, caller: string): void {
  const seconds = rate.take(caller);
  if (seconds > 0)
    throw new CatalogError('LIMITS_EXCEPTION', errorMessages.rateLimited(seconds), { retryAfterSeconds: seconds });
}

/** A header without a body says nothing; a body without a header is taken for what the route expects. */
function checkMedia(route: Route, headers: IncomingHttpHeaders): void {
  const length = headers['content-length'];
  if (headers['transfer-encoding'] === undefined && (length === undefined || length === '0')) return;
  const header = headers['content-type'];
  const accepted = acceptedMedia(route);
  if (accepted.includes(mediaTypeOf(header) ?? '')) return;
  throw new CatalogError('UNSUPPORTED_MEDIA_TYPE', `the media type ${header} is not one of ${accepted.join(', ')}`);
}
