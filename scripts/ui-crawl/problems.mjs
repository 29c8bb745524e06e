// Problems of a page that a program can see.

const ID = /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/;
const NO_WORD = /\bundefined\b|\bNaN\b|\[object |Invalid Date/;
const AROUND = 60;

const QUIET_MS = 400;
const PATIENCE_MS = 8000; // some pages ask again and again
const open = new WeakMap();

/** Counts what a page asks for, so that `settle` knows when it has all of it. Before the page is opened. */
export function countRequests(page) {
  const requests = new Set();
  open.set(page, requests);
  page.on('request', (request) => requests.add(request));
  for (const end of ['requestfinished', 'requestfailed']) page.on(end, (request) => requests.delete(request));
}

/** Resolves when the page has asked for nothing for a moment. A load state would not do: it stays reached after a press. */
export async function settle(page) {
  const until = performance.now() + PATIENCE_MS;
  let quietSince = performance.now();
  while (performance.now() - quietSince < QUIET_MS && performance.now() < until) {
    await page.waitForTimeout(25);
    if (open.get(page).size > 0) quietSince = performance.now();
  }
}

/** Sentences on what is wrong. */
export async function problemsOf(page) {
  const [heading = ''] = await page.locator('h1').allTextContents();
  const text = await page.locator('body').innerText();
  return [
    ...(heading === '' ? ['The page has no heading.'] : []),
    ...['There is no page at this address', 'This did not work'].filter((sentence) => text.includes(sentence)),
    ...[ID, NO_WORD].flatMap((pattern) => excerpt(text, pattern)),
  ];
}

function excerpt(text, pattern) {
  const found = pattern.exec(text);
  if (!found) return [];
  const part = text.slice(Math.max(0, found.index - AROUND), found.index + AROUND);
  return [`In a text: ${part.replaceAll(/\s+/g, ' ')}`];
}
