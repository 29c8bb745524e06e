import type { IncomingMessage } from 'node:http';
import { type ParsedUrlQuery, parse } from 'node:querystring';
import type { FastifyRequest } from 'fastify';
import { CatalogError } from '../../../contract/errors.js';
import type { Request } from '../../catalog/index.js';
import type { Visit } from './exchange.js';
import { mediaTypeOf } from './media-types.js';

/** The framework-independent request passed to handlers. */
export function readRequest({ raw, body, server }: FastifyRequest, { found, bearer, from }: Visit): Request {
  const { headers, url = '' } = raw;
  const mark = url.indexOf('?');
  return {
    params: withoutNul(found.params),
    query: mark < 0 ? {} : withoutNul(joinRepeated(parse(url.slice(mark + 1), '&', '=', { maxKeys: 0 }))),
    body: typeof body === 'string' && body !== '' ? body : null,
    mediaType: mediaTypeOf(headers['content-type']),
    ifMatch: headers['if-match'] ?? null,
    ifNoneMatch: headers['if-none-match'] ?? null,
    from,
    bearer,
    headers,
    cookies: headers.cookie === undefined ? {} : server.parseCookie(headers.cookie),
  };
}

/** The client address; behind trusted proxies, the address that connected to the first proxy. */
export function addressOf({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? headers['x-forwarded-for'] : undefined;
  const first = typeof forwarded === 'string' ? forwarded.split(',', 1)[0]?.trim() : '';
  return first || (socket.remoteAddress ?? '');
}

/** The token of an `Authorization: Bearer` header; null if there is none. */
export function bearerOf(authorization: string | undefined): string | null {
  if (authorization === undefined || authorization.length < 8) return null;
  if (authorization.slice(0, 7).toLowerCase() !== 'bearer ') return null;
  const token = authorization.slice(7).trim();
  return token === '' || token.includes(' ') ? null : token;
}

/** Fails with 400 on NUL: no stored name contains it, and a database may not accept it in a query. */
function withoutNul(texts: Record<string, string>): Record<string, string> {
  for (const name in texts)
    if (texts[name]?.includes('\0')) throw new CatalogError('BAD_REQUEST', `${name} must not contain NUL`);
  return texts;
}

function joinRepeated(query: ParsedUrlQuery): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const name in query) {
    const value = query[name];
    joined[name] = Array.isArray(value) ? value.join(',') : (value ?? '');
  }
  return joined;
}
