import { segmentsOf } from './addresses/addresses.js';
import { accessToken } from './session.js';

/**
 * Asks for what the page shows that the browser was opened with, while its code is on its way: `ask` gets the segments of the address.
 * `words`: the first of them, those of the page. A page that comes from a click asks when it is drawn, which is at once.
 */
export async function askAhead(words: readonly string[], ask: (segments: readonly string[]) => void): Promise<void> {
  const segments = segmentsOf(location.pathname);
  if (words.includes(segments[0] ?? '') && (await accessToken()) !== null) ask(segments);
}
