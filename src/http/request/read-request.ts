import type { IncomingMessage } from 'node:http';
import { type ParsedUrlQuery, parse } from 'node:querystring';
import type { FastifyRequest } from 'fastify';
import { CatalogError } from '../../../contract/errors.js';
import type { Request } from '../../catalog/index.js';
import type { Visit } from './exchange.js';
import { mediaTypeOf } from './media-types.js';

/** The plain request that handlers get. */
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

/** The address of the peer; behind a proxy that is trusted, the one that came to the first of them. */
export function addressOf({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? headers['x-forwarded-for'] : undefined;
  const first = typeof forwarded === 'string' ? forwarded.split(',', 1)[0]?.trim() : '';
  return first || (socket.remoteAddress ?? '');
}

/** The token of an `Authorization: Bearer` header; null for any other header or none. */
export function bearerOf(authorization: string | undefined): string | null {
  if (authorization === undefined || authorization.length < 8) return null;
  if (authorization.slice(0, 7).toLowerCase() !== 'bearer ') return null;
  const token = authorization.slice(7).trim();
  return token === '' || token.includes(' ') ? null : token;
}

/** Nothing is named by text with NUL in it, and a database may not even take it for a question. */
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
