// What can be seen to be wrong with a page.

const ID = /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/;
const NO_WORD = /\bundefined\b|\bNaN\b|\[object |Invalid Date/;
const AROUND = 60;

export async function settle(page) {
  // Some pages ask again and again.
  await page.waitForLoadState('networkidle', { timeout: 8000 }).catch(() => {});
  await page.waitForTimeout(50);
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
