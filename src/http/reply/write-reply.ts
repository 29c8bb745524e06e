import { validateHeaderValue } from 'node:http';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';
import type { Reply, SetCookie } from '../../catalog/index.js';

/** Headers that every answer of this server carries. */
export interface StandingHeaders {
  server: string;
  /** `close` while the server stops. */
  connection?: string;
}

type Stream = AsyncIterable<string | Uint8Array>;

/** Longer text is encoded once, for its length and for the socket; shorter text goes out in one piece with the head. */
const LONG_TEXT = 16_384;
/** Bodies are serialized already. */
const asIs = (text: string) => text;

/** Sends a reply; resolves when a streamed one is sent. */
export function writeReply(
  reply: FastifyReply,
  answer: Reply,
  requestId: string,
  standing: StandingHeaders,
): Promise<void> | void {
  const { body } = answer;
  if (isStream(body)) return writeStream(reply, answer, body, requestId, standing);
  setHead(reply, answer, requestId, standing);
  if (body === undefined) reply.send();
  else if (reply.request.method === 'HEAD') reply.header('content-length', Buffer.byteLength(body)).send('');
  else if (typeof body !== 'string') reply.send(body);
  else if (answer.headers?.connection === 'close') endLast(reply, body);
  else reply.send(body.length > LONG_TEXT ? Buffer.from(body) : body);
}

function isStream(body: Reply['body']): body is Stream {
  return typeof body === 'object' && Symbol.asyncIterator in body;
}

/**
 * What a header of a reply says about keeping the answer; without any of these nobody may keep it. With a tag the client may,
 * and has to ask each time whether it still holds: `If-None-Match` and 304 save the body, never the decision about rights.
 */
const CACHING: Readonly<Record<string, string | null>> = { etag: 'private, no-cache', 'cache-control': null };

function setHead(reply: FastifyReply, answer: Reply, requestId: string, standing: StandingHeaders): void {
  const { headers, cookies } = answer;
  // Before any is set, so that the error answer goes out without it.
  for (const name in headers) validateHeaderValue(name, headers[name] ?? '');
  reply.statusCode = answer.status;
  reply.serializer(asIs);
  reply.header('server', standing.server);
  reply.header('x-request-id', requestId);
  reply.header('x-content-type-options', 'nosniff');
  if (answer.body !== undefined) reply.header('content-type', answer.mediaType ?? 'application/json');
  if (standing.connection !== undefined) reply.header('connection', standing.connection);
  let caching: string | null = 'no-store';
  for (const name in headers) {
    reply.header(name, headers[name]);
    const known = CACHING[name.toLowerCase()];
    if (known !== undefined && caching !== null) caching = known;
  }
  if (caching !== null) reply.header('cache-control', caching);
  if (cookies?.length) setCookies(reply, cookies);
}

function setCookies(reply: FastifyReply, cookies: readonly SetCookie[]): void {
  const defaults = { path: '/', httpOnly: true, sameSite: 'lax' } as const;
  const texts = cookies.map(({ name, value, ...how }) =>
    reply.server.serializeCookie(name, value, { ...defaults, ...how }),
  );
  reply.header('set-cookie', texts);
}

/** How long what a refused request still sends is read and thrown away. */
const LINGER = 2000;

/**
 * The last answer of a connection. A socket closed while its client still sends is reset, and the client may lose the answer:
 * so the rest is taken in for a while, and a client that goes on sending is cut.
 */
function endLast(reply: FastifyReply, text: string): void {
  const { raw: response } = reply;
  const { req } = response;
  if (req.complete || req.readableEnded || req.destroyed) return void reply.send(text);
  const end = () => {
    clearTimeout(cut);
    response.end();
  };
  const cut = setTimeout(end, LINGER);
  cut.unref();
  reply.hijack();
  reply.header('content-length', Buffer.byteLength(text));
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) response.setHeader(name, value);
  response.writeHead(reply.statusCode);
  response.write(text);
  req.once('end', end).once('close', end).once('error', end).resume();
}

/**
 * Sends a stream as fast as the client reads it; its first piece is awaited before the status goes out, so that a failure at
 * the start is still an error answer. An empty piece says that there is nothing to send yet: work ends there when the client has left.
 */
async function writeStream(
  reply: FastifyReply,
  answer: Reply,
  body: Stream,
  requestId: string,
  standing: StandingHeaders,
): Promise<void> {
  const { raw: response } = reply;
  const pieces = body[Symbol.asyncIterator]();
  const failures: unknown[] = [];
  async function* sent(first: IteratorResult<string | Uint8Array>) {
    try {
      for (let piece = first; !piece.done && !response.destroyed; piece = await pieces.next())
        if (piece.value.length > 0) yield piece.value;
    } catch (error) {
      failures.push(error);
      throw error;
    } finally {
      await pieces.return?.();
    }
  }
  try {
    let piece = await pieces.next();
    while (!piece.done && piece.value.length === 0 && !response.destroyed) piece = await pieces.next();
    if (response.destroyed) return void (await pieces.return?.());
    setHead(reply, answer, requestId, standing);
    reply.send(Readable.from(sent(piece), { objectMode: false }));
  } catch (error) {
    await pieces.return?.();
    throw error;
  }
  await finished(response).catch(() => {});
  if (failures.length > 0) throw failures[0];
}
