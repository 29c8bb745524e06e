/** One event of a `text/event-stream`. The data is serialized as JSON, so it contains no line breaks. */
export function serverSentEvent(name: string, data: unknown): string {
  return sentEventText(name, JSON.stringify(data));
}

/** The same with data that was serialized before, and an id to resume behind. */
export function sentEventText(name: string, json: string, id?: number): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${json}\n\n`;
}

/** Tells proxies and clients that the stream is alive; `id` moves the place to resume behind. */
export function sentComment(text: string, id?: number): string {
  return `: ${text}\n${id === undefined ? '' : `id: ${id}\n`}\n`;
}

export const KEEP_ALIVE = sentComment('still here');
