import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { CatalogError } from '../../../contract/errors.js';

/** The body of a request for a route that takes less than the server does; fails with 413 as soon as it is known to be more. */
export function limitBody({ raw, visit }: FastifyRequest, body: Readable): Readable {
  const limit = visit?.found.mounted.route.bodyLimit;
  if (limit === undefined) return body;
  if (Number(raw.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  return Readable.from(upTo(limit, body), { objectMode: false });
}

/** Read only while somebody listens. The source stays open when it is left, as its socket has to carry the answer. */
async function* upTo(limit: number, body: Readable): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    // a body has no encoding set
    length += chunk.length;
    if (length > limit) throw tooLarge(limit);
    yield chunk;
  }
}

function tooLarge(limit: number): CatalogError {
  return new CatalogError('BULK_LIMIT_EXCEPTION', `the body of this request must not exceed ${limit} bytes`);
}
