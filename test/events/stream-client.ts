// A client of the stream of change events, over a socket.
import { expect, vi } from 'vitest';

export interface SentEvent {
  id: number;
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events freely
  data: any;
}

export interface StreamClient {
  status: number;
  headers: Headers;
  events: SentEvent[];
  /** All that was received. */
  text(): string;
  /** The id that a browser would send with its next connection. */
  lastId(): string;
  /** Whether the server has ended the stream. */
  ended(): boolean;
  /** Waits until that many events have arrived. */
  until(count: number): Promise<SentEvent[]>;
  close(): void;
}

const soon = { timeout: 20_000, interval: 10 };

export async function openStream(
  url: string,
  { token, lastId }: { token: string; lastId?: string | number },
): Promise<StreamClient> {
  const stop = new AbortController();
  const headers = {
    authorization: `Bearer ${token}`,
    ...(lastId === undefined ? {} : { 'last-event-id': String(lastId) }),
  };
  const answer = await fetch(url, { headers, signal: stop.signal });
  let text = '';
  let lastSeen = '';
  let ended = false;
  const events: SentEvent[] = [];
  const take = (block: string) => {
    const fields = new Map(
      block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)] as const),
    );
    lastSeen = fields.get('id') ?? lastSeen;
    const [data, event] = [fields.get('data'), fields.get('event')];
    if (data !== undefined && event !== undefined) events.push({ id: Number(lastSeen), event, data: JSON.parse(data) });
  };
  const reading = (async () => {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const bytes of answer.body ?? []) {
      const piece = decoder.decode(bytes, { stream: true });
      text += piece;
      const blocks = (rest + piece).split('\n\n');
      rest = blocks.pop() ?? '';
      blocks.forEach(take);
    }
    ended = true;
  })();
  reading.catch(() => {});
  if (answer.status === 200) await vi.waitFor(() => expect(lastSeen).not.toBe(''), soon);
  else await reading;
  return {
    status: answer.status,
    headers: answer.headers,
    events,
    text: () => text,
    lastId: () => lastSeen,
    ended: () => ended,
    async until(count) {
      await vi.waitFor(() => expect(events.length).toBeGreaterThanOrEqual(count), soon);
      return events;
    },
    close: () => stop.abort(),
  };
}
