import type { FastifyRequest } from 'fastify';
import type { Request } from '../catalog/index.js';
import { mediaTypeOf } from './media-types.js';

/** The plain request that handlers get. */
export function readRequest(request: FastifyRequest, params: Record<string, string>): Request {
  const { headers } = request.raw;
  const { body } = request;
  return {
    params,
    query: request.raw.url?.includes('?') ? joinRepeated(request.query as Record<string, string | string[]>) : {},
    body: typeof body === 'string' && body !== '' ? body : null,
    mediaType: mediaTypeOf(headers['content-type']),
    ifMatch: headers['if-match'] ?? null,
    ifNoneMatch: headers['if-none-match'] ?? null,
    from: request.ip,
    bearer: bearerOf(headers.authorization),
  };
}

/** The token of an `Authorization: Bearer` header; null for any other header or none. */
export function bearerOf(authorization: string | undefined): string | null {
  if (authorization === undefined) return null;
  const match = /^Bearer +(\S+) *$/i.exec(authorization);
  return match?.[1] ?? null;
}

function joinRepeated(query: Record<string, string | string[]>): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const name in query) {
    const value = query[name];
    joined[name] = Array.isArray(value) ? value.join(',') : (value ?? '');
  }
  return joined;
}
