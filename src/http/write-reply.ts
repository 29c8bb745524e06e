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
 * status goes out, so that a failure at the start is still an error answer. An empty piece says that there is nothing to
 * send yet: work ends there when the client has left.
 */
export function writeReply(
  response: ServerResponse,
  reply: Reply,
  requestId: string,
  standing: StandingHeaders,
): Promise<void> | void {
  const { body } = reply;
  if (body === undefined || typeof body === 'string') {
    const length = body === undefined ? 0 : Buffer.byteLength(body);
    response.writeHead(reply.status, headersOf(reply, requestId, standing, body === undefined ? null : length));
    if (body === undefined || response.req.method === 'HEAD') response.end();
    else if (reply.headers?.connection === 'close') endLast(response, body);
    else writeText(response, body, length === body.length ? 'latin1' : 'utf8');
    return;
  }
  return writeStream(response, reply, body, requestId, standing);
}

/** Text of characters that are a byte each is the same in both encodings, and cheaper in `latin1`. */
function writeText(response: ServerResponse, text: string, encoding: 'latin1' | 'utf8'): void {
  if (text.length > LONG_TEXT) response.end(Buffer.from(text, encoding));
  else response.end(text, encoding);
}

/**
 * What a header of a reply says about keeping the answer; without any of these nobody may keep it. With a tag the client may,
 * and has to ask each time whether it still holds: `If-None-Match` and 304 save the body, never the decision about rights.
 */
const CACHING: Readonly<Record<string, string | null>> = { etag: 'private, no-cache', 'cache-control': null };
/** How long what a refused request still sends is read and thrown away. */
const LINGER = 2000;

/**
 * The last answer of a connection. A socket closed while its client still sends is reset, and the client may lose the answer:
 * so the rest is taken in for a while, and a client that goes on sending is cut.
 */
function endLast(response: ServerResponse, text: string): void {
  const { req } = response;
  if (req.complete || req.readableEnded || req.destroyed) return void response.end(text);
  const end = () => {
    clearTimeout(cut);
    response.end();
  };
  const cut = setTimeout(end, LINGER);
  cut.unref();
  response.write(text);
  req.once('end', end).once('close', end).once('error', end).resume();
}

/** Names and values in turn. `length`: bytes of the body; null without one. */
function headersOf(
  { status, mediaType, headers }: Reply,
  requestId: string,
  standing: StandingHeaders,
  length: number | 'unknown' | null,
): (string | number)[] {
  const all = ['server', standing.server, 'x-request-id', requestId, 'x-content-type-options', 'nosniff'] as (
    | string
    | number
  )[];
  if (length !== null) all.push('content-type', mediaType ?? 'application/json');
  if (typeof length === 'number') all.push('content-length', length);
  else if (length === null && status !== 204 && status !== 304) all.push('content-length', 0);
  if (standing.connection !== undefined && headers?.connection === undefined)
    all.push('connection', standing.connection);
  let caching: string | null = 'no-store';
  for (const name in headers) {
    all.push(name, headers[name] as string);
    const known = CACHING[name.toLowerCase()];
    if (known !== undefined && caching !== null) caching = known;
  }
  if (caching !== null) all.push('cache-control', caching);
  return all;
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
    while (piece.value === '' && !response.destroyed) piece = await pieces.next();
    if (response.destroyed) return;
    response.writeHead(reply.status, headersOf(reply, requestId, standing, 'unknown'));
    while (!piece.done && !response.destroyed) {
      if (piece.value !== '' && !response.write(piece.value)) await drained(response);
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
