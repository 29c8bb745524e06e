import type { IncomingMessage, ServerResponse } from 'node:http';

/** Answers of an origin that may call from a browser carry these headers; others carry none. */
export function allowOrigin(request: IncomingMessage, response: ServerResponse, origins: readonly string[]): boolean {
  const { origin } = request.headers;
  if (origin === undefined || !origins.includes(origin)) return false;
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-expose-headers', 'ETag, Retry-After, X-Request-Id');
  response.setHeader('vary', 'Origin');
  return true;
}

/** Headers of the answer to a preflight. */
export function preflightHeaders(allowed: readonly string[]): Record<string, string> {
  return {
    'access-control-allow-methods': allowed.join(', '),
    'access-control-allow-headers': 'Authorization, Content-Type, If-Match, If-None-Match, X-Request-Id',
    'access-control-max-age': '600',
  };
}
