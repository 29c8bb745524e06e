import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { CatalogError } from '../../../contract/errors.js';

/** Applies a route's own body limit; fails with 413 as soon as the body exceeds it. */
export function limitBody({ raw, visit }: FastifyRequest, body: Readable): Readable {
  const limit = visit?.found.mounted.route.bodyLimit;
  if (limit === undefined) return body;
  if (Number(raw.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  return Readable.from(upTo(limit, body), { objectMode: false });
}

/** Reads on demand. The source is not destroyed on an early exit, because its socket must still send the response. */
async function* upTo(limit: number, body: Readable): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    // chunks are buffers, because no encoding is set
    length += chunk.length;
    if (length > limit) throw tooLarge(limit);
    yield chunk;
  }
}

function tooLarge(limit: number): CatalogError {
  return new CatalogError('BULK_LIMIT_EXCEPTION', `the body of this request must not exceed ${limit} bytes`);
}
