import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { CatalogError, errorMessages } from '../../../contract/errors.js';
import type { Actor, Route } from '../../catalog/index.js';
import type { Authenticate } from '../ports.js';
import type { Visit } from '../request/exchange.js';
import { acceptedMedia, mediaTypeOf } from '../request/media-types.js';
import type { RequestRate } from '../request/request-rate.js';

/**
 * Checks token, rate and media type, in this order, before the body is read. Fails with 401, 429 or 415. Returns the
 * actor; null for an anonymous request on an open route.
 */
export type Admit = (
  route: Route,
  request: IncomingMessage,
  visit: Pick<Visit, 'bearer' | 'from' | 'actor'>,
) => Actor | null | Promise<Actor | null>;

/** Names the user that a bot acts for. */
const ACTS_FOR = 'x-impersonate-user';

export function createAdmit(authenticate: Authenticate, rate: RequestRate | null): Admit {
  const identify = rate ? metered(authenticate, rate) : (bearer: string | null) => authenticate(bearer);
  /** `caller` is who the rate limit counts. */
  const check = (route: Route, { headers }: IncomingMessage, caller: string, actor: Actor | null) => {
    if (rate && !route.unmetered) checkRate(rate, caller);
    if (headers['content-type'] !== undefined || headers['content-encoding'] !== undefined) checkBody(route, headers);
    return actor;
  };
  return (route, request, visit) => {
    const { bearer, from } = visit;
    const actsFor = request.headers[ACTS_FOR];
    // Open routes need nobody: who would act for somebody is anonymous there.
    if (route.open && (bearer === null || actsFor !== undefined)) return check(route, request, from, null);
    if (typeof actsFor === 'string' && actsFor !== '') return admitFor(actsFor, route, request, visit);
    const actor = route.open ? tolerant(authenticate, bearer) : identify(bearer, from);
    return actor instanceof Promise
      ? actor.then((found) => check(route, request, found?.id ?? from, found))
      : check(route, request, actor?.id ?? from, actor);
  };

  /** A refusal is recorded under the name of the bot, and the bot is who the rate limit counts. */
  async function admitFor(user: string, route: Route, request: IncomingMessage, visit: Parameters<Admit>[2]) {
    const bot = await identify(visit.bearer, visit.from);
    visit.actor = bot;
    return check(route, request, bot.id, await authenticate(visit.bearer, user));
  }
}

/** Applies the rate limit. Refused tokens count against the address, as there is no actor yet. */
function metered(authenticate: Authenticate, rate: RequestRate) {
  const refuse = (error: unknown, from: string): never => {
    if (isUnauthorized(error)) checkRate(rate, from);
    throw error;
  };
  return (bearer: string | null, from: string): Actor | Promise<Actor> => {
    try {
      const actor = authenticate(bearer);
      return actor instanceof Promise ? actor.catch((error: unknown) => refuse(error, from)) : actor;
    } catch (error) {
      return refuse(error, from);
    }
  };
}

/** Open routes ignore an invalid or expired token. */
async function tolerant(authenticate: Authenticate, bearer: string | null): Promise<Actor | null> {
  try {
    return await authenticate(bearer);
  } catch (error) {
    if (isUnauthorized(error)) return null;
    throw error;
  }
}

const isUnauthorized = (error: unknown) => error instanceof CatalogError && error.status === 401;

function checkRate(rate: RequestRate, caller: string): void {
  const seconds = rate.take(caller);
  if (seconds > 0)
    throw new CatalogError('LIMITS_EXCEPTION', errorMessages.rateLimited(seconds), { retryAfterSeconds: seconds });
}

/** Ignores a content type without a body, and assumes the expected type for a body without one. */
function checkBody(route: Route, headers: IncomingHttpHeaders): void {
  const length = headers['content-length'];
  if (headers['transfer-encoding'] === undefined && (length === undefined || length === '0')) return;
  checkEncoding(headers['content-encoding']);
  const header = headers['content-type'];
  const accepted = acceptedMedia(route);
  if (header === undefined || accepted.includes(mediaTypeOf(header) ?? '')) return;
  throw new CatalogError('UNSUPPORTED_MEDIA_TYPE', `the media type ${header} is not one of ${accepted.join(', ')}`);
}

/** Rejects encodings: a compressed body would fail as invalid JSON. */
function checkEncoding(encoding = 'identity'): void {
  if (encoding.trim().toLowerCase() === 'identity') return;
  const sentence = `the content encoding ${encoding} is not supported; send the body uncompressed`;
  throw new CatalogError('UNSUPPORTED_MEDIA_TYPE', sentence);
}
