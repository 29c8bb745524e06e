/** One event of a `text/event-stream`. The data is serialized as JSON, so it contains no line breaks. */
export function serverSentEvent(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
