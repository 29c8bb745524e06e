import { validateHeaderValue } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Reply, SetCookie } from '../../catalog/index.js';
import type { OpenStream } from './event-streams.js';
import { writeStream } from './write-stream.js';

/** Headers of every response. */
export interface StandingHeaders {
  server: string;
  /** `close` while the server stops. */
  connection?: string;
}

type Stream = AsyncIterable<string | Uint8Array>;

/** Longer text is encoded once, for both length and socket; shorter text is sent in one chunk with the headers. */
const LONG_TEXT = 16_384;
/** Bodies are already serialized. */
const asIs = (text: string) => text;

/** Sends a reply; for a stream, resolves when it is sent. `stream` is given for event streams. */
export function writeReply(
  reply: FastifyReply,
  answer: Reply,
  requestId: string,
  standing: StandingHeaders,
  stream: OpenStream | null = null,
): Promise<void> | void {
  const { body } = answer;
  if (isStream(body))
    return writeStream(reply, { body, stream, setHead: () => setHead(reply, answer, requestId, standing) });
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
 * `Cache-Control` by reply header; without any of these headers, responses must not be stored. With an ETag the client
 * may cache but must revalidate each time: `If-None-Match` and 304 save the body, never the authorization check.
 */
const CACHING: Readonly<Record<string, string | null>> = { etag: 'private, no-cache', 'cache-control': null };

function setHead(reply: FastifyReply, answer: Reply, requestId: string, standing: StandingHeaders): void {
  const { headers, cookies } = answer;
  // Validate all before setting any, so that the error response does not contain them.
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

/** How long the remaining input of a refused request is read and discarded. Milliseconds. */
const LINGER = 2000;

/**
 * Sends the last response of a connection. Closing a socket while the client still sends would reset it, and the client
 * may lose the response, so input is discarded for a while; then the connection is closed.
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
