import type { FastifyReply, FastifyRequest } from 'fastify';

/** Adds CORS headers if the origin is allowed. */
export function allowOrigin(request: FastifyRequest, reply: FastifyReply, origins: readonly string[]): void {
  const { origin } = request.headers;
  if (origin === undefined || !origins.includes(origin)) return;
  reply.header('access-control-allow-origin', origin);
  reply.header('access-control-expose-headers', 'ETag, Retry-After, X-Request-Id');
  reply.header('vary', 'Origin');
}

/** Response headers for a preflight request. */
export function preflightHeaders(allowed: readonly string[]): Record<string, string> {
  return {
    'access-control-allow-methods': allowed.join(', '),
    'access-control-allow-headers': 'Authorization, Content-Type, If-Match, If-None-Match, Last-Event-ID, X-Request-Id',
    'access-control-max-age': '600',
  };
}
