// Every page in both themes: it shows its heading, axe finds nothing, the browser reports nothing, nothing is wider than the window,
// and words are whole on a telephone.
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { OPEN_PAGES, PAGES } from './pages.js';
import { findOverrun, findWider } from './support/room.js';
import { findBarriers, inBrowser, type Visit } from './support/stage.js';

inBrowser('every page', (use) => {
  // Pages share a window, as those of a person do: to open one and sign in costs as much as to look at a page.
  const windows = new Map<string | null, Visit>();
  afterAll(async () => {
    for (const { close } of windows.values()) await close();
  });
  async function open(path: string, as: string | null): Promise<Visit> {
    const known = windows.get(as);
    await known?.open(path);
    const visit = known ?? (await use().visit(path, { as }));
    windows.set(as, visit);
    return visit;
  }

  const all = [...PAGES.map((row) => [...row, 'admin'] as const), ...OPEN_PAGES.map((row) => [...row, null] as const)];
  it.each(all)('%s', async (path, heading, as) => {
    const { page, reports } = await open(path, as);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await page.waitForLoadState('networkidle');
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      // The page hears of the theme a moment after its styles do.
      await page.locator(`html[data-mantine-color-scheme=${theme}]`).waitFor();
      expect(await findBarriers(page, { ofColour: theme === 'dark' }), theme).toEqual([]);
    }
    for (const width of [1280, 1024, 800]) {
      await page.setViewportSize({ width, height: 800 });
      await settles(() => findOverrun(page), `wider than its box in a window of ${width} pixels`);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    await settles(() => findWider(page), 'wider than a window of 320 pixels');
    await page.setViewportSize({ width: 390, height: 844 });
    await settles(() => findSqueezed(page), 'unreadable on a telephone');
    expect(reports).toEqual([]);
  });
});

/** Lists measure themselves a moment after the window, and then draw again. */
function settles(find: () => Promise<string[]>, what: string): Promise<void> {
  return expect.poll(find, { message: what, timeout: 5000 }).toEqual([]);
}

/** Texts that are too small or have room for a few letters a line, and short words of the heading that are broken. */
function findSqueezed(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    for (let frames = 0; frames < 3; frames++) await new Promise((done) => requestAnimationFrame(done));
    const found: string[] = [];
    const texts = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const { parentElement: element, nodeValue } = node;
      if (!element) continue;
      if (nodeValue?.trim() && Number.parseFloat(getComputedStyle(element).fontSize) < 11)
        found.push(`small: ${element.outerHTML.slice(0, 200)}`);
      for (const { 0: word, index } of (nodeValue ?? '').matchAll(/\S+/g)) {
        if (word.length < 5 || word.length > 12) continue;
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
        if (lines > 2 || (lines > 1 && element.closest('h1')))
          found.push(`${word} of ${element.outerHTML.slice(0, 200)}`);
      }
    }
    return found;
  });
}
