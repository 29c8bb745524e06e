import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';
import type { OpenStream } from './event-streams.js';

type Piece = string | Uint8Array;
type Pieces = AsyncIterator<Piece>;

export interface StreamToWrite {
  body: AsyncIterable<Piece>;
  /** Sets status and headers. */
  setHead(): void;
  /** null: the body ends by itself, and the client may take its time. */
  stream: OpenStream | null;
}

/**
 * Sends a stream as fast as the client reads it. The status is sent after the first chunk arrives, so that an early
 * failure is still an error response. An empty chunk means that there is nothing to send yet: it lets a producer stop
 * if the client has disconnected.
 */
export async function writeStream(reply: FastifyReply, { body, setHead, stream }: StreamToWrite): Promise<void> {
  const { raw: response } = reply;
  const { socket } = response;
  const pieces = body[Symbol.asyncIterator]();
  const failures: unknown[] = [];
  async function* sent(first: IteratorResult<Piece>) {
    try {
      yield* takenPieces(first, pieces, { response, stream });
    } catch (error) {
      failures.push(error);
      throw error;
    } finally {
      await release(pieces, stream);
    }
  }
  try {
    let piece = await pieces.next();
    while (!piece.done && piece.value.length === 0 && !response.destroyed) piece = await pieces.next();
    if (response.destroyed) return void (await pieces.return?.());
    setHead();
    // A stream without an end would go on behind a response that has no body.
    if (stream && reply.request.method === 'HEAD') {
      await pieces.return?.();
      reply.send();
    } else reply.send(Readable.from(sent(piece), { objectMode: false }));
  } catch (error) {
    await pieces.return?.();
    throw error;
  }
  await finished(response).catch(() => {});
  if (stream?.ending.aborted) socket?.end(); // would stay open otherwise, as its response began before the stop
  if (failures.length > 0) throw failures[0];
}

async function* takenPieces(
  first: IteratorResult<Piece>,
  pieces: Pieces,
  { response, stream }: { response: ServerResponse; stream: OpenStream | null },
): AsyncGenerator<Piece> {
  let stalled: NodeJS.Timeout | undefined;
  const next = () => (stream ? nextUntil(stream.ending, pieces) : pieces.next());
  try {
    for (let piece = first; !piece.done && !response.destroyed; piece = await next()) {
      if (piece.value.length === 0) continue;
      // Goes on once the client has taken enough of what was sent before.
      if (stream) stalled = setTimeout(() => response.destroy(), stream.stallMs);
      yield piece.value;
      clearTimeout(stalled);
    }
  } finally {
    clearTimeout(stalled);
  }
}

/** The next piece, or the end when the signal fires. */
function nextUntil(ending: AbortSignal, pieces: Pieces): Promise<IteratorResult<Piece>> {
  if (ending.aborted) return Promise.resolve({ done: true, value: undefined });
  return new Promise((resolve, reject) => {
    const end = () => resolve({ done: true, value: undefined });
    ending.addEventListener('abort', end, { once: true });
    pieces
      .next()
      .then(resolve, reject)
      .finally(() => ending.removeEventListener('abort', end));
  });
}

/** The producer of an event stream may still wait for the next event, and ends after that. */
async function release(pieces: Pieces, stream: OpenStream | null): Promise<void> {
  const released = pieces.return?.();
  if (stream) released?.catch(() => {});
  else await released;
}
