import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Reply } from '../catalog/index.js';

/** Headers that every answer of this server carries. */
export interface StandingHeaders {
  server: string;
  /** `close` while the server stops. */
  connection?: string;
}

/** Longer text is encoded once, for its length and for the socket; shorter text goes out in one piece with the head. */
const LONG_TEXT = 16_384;

/**
 * Sends a reply. A streamed one is sent as fast as the client reads it; its first piece is awaited before the
 * status goes out, so that a failure at the start is still an error answer.
 */
export function writeReply(
  response: ServerResponse,
  reply: Reply,
  requestId: string,
  standing: StandingHeaders,
): Promise<void> | void {
  const { body } = reply;
  if (body === undefined || typeof body === 'string') {
    const sent = body !== undefined && body.length > LONG_TEXT ? Buffer.from(body) : body;
    response.writeHead(reply.status, headersOf(reply, requestId, standing, sent));
    response.end(response.req.method === 'HEAD' ? undefined : sent);
    return;
  }
  return writeStream(response, reply, body, requestId, standing);
}

function headersOf(
  { status, mediaType, headers }: Reply,
  requestId: string,
  standing: StandingHeaders,
  body: string | Buffer | undefined,
): Record<string, string | number> {
  const all: Record<string, string | number> = { server: standing.server, 'x-request-id': requestId };
  if (body !== undefined) {
    all['content-type'] = mediaType ?? 'application/json';
    all['content-length'] = Buffer.byteLength(body);
  } else if (status !== 204 && status !== 304) {
    all['content-length'] = 0;
  }
  all['x-content-type-options'] = 'nosniff';
  if (standing.connection !== undefined) all.connection = standing.connection;
  return headers ? Object.assign(all, headers) : all;
}

async function writeStream(
  response: ServerResponse,
  reply: Reply,
  body: AsyncIterable<string>,
  requestId: string,
  standing: StandingHeaders,
): Promise<void> {
  const pieces = body[Symbol.asyncIterator]();
  try {
    let piece = await pieces.next();
    const headers = headersOf(reply, requestId, standing, undefined);
    delete headers['content-length'];
    headers['content-type'] = reply.mediaType ?? 'application/json';
    response.writeHead(reply.status, headers);
    while (!piece.done && !response.destroyed) {
      if (!response.write(piece.value)) await drained(response);
      piece = await pieces.next();
    }
    response.end();
  } finally {
    await pieces.return?.();
  }
}

async function drained(response: ServerResponse): Promise<void> {
  if (response.destroyed) return;
  const stop = new AbortController();
  try {
    await Promise.race([
      once(response, 'drain', { signal: stop.signal }),
      once(response, 'close', { signal: stop.signal }),
    ]);
  } finally {
    stop.abort();
  }
}
