import type { FastifyRequest } from 'fastify';
import { CatalogError } from '../../contract/errors.js';
import type { Request } from '../catalog/index.js';
import type { Visit } from './exchange.js';
import { mediaTypeOf } from './media-types.js';

/** The plain request that handlers get. */
export function readRequest(request: FastifyRequest, { found, bearer }: Visit): Request {
  const { headers } = request.raw;
  const { body } = request;
  return {
    params: withoutNul(found.params),
    query: request.raw.url?.includes('?')
      ? withoutNul(joinRepeated(request.query as Record<string, string | string[]>))
      : {},
    body: typeof body === 'string' && body !== '' ? body : null,
    mediaType: mediaTypeOf(headers['content-type']),
    ifMatch: headers['if-match'] ?? null,
    ifNoneMatch: headers['if-none-match'] ?? null,
    from: request.ip,
    bearer,
  };
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

function joinRepeated(query: Record<string, string | string[]>): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const name in query) {
    const value = query[name];
    joined[name] = Array.isArray(value) ? value.join(',') : (value ?? '');
  }
  return joined;
}
