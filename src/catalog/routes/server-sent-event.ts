/** One event of a `text/event-stream`. The data is JSON, which has no line breaks. */
export function serverSentEvent(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
