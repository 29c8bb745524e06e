// What of a page has not the room that it takes.
import type { Page } from 'playwright-core';

/** Rows of lists whose cells have no room, and the page if it scrolls sideways. */
export async function findOverrun(page: Page): Promise<string[]> {
  const wider = await findWider(page);
  const rows = await page
    .locator('[role=row]:not([data-sideways] *)')
    .evaluateAll((all) =>
      all
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
        .map(
          ({ scrollWidth, clientWidth, outerHTML }) => `${scrollWidth} of ${clientWidth}: ${outerHTML.slice(0, 200)}`,
        ),
    );
  return [...wider, ...rows];
}

/** What makes the page scroll sideways, once it has taken the size of its window; the innermost elements in words. */
export function findWider(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { documentElement: root } = document;
    for (let frames = 0; frames < 60 && root.scrollWidth > root.clientWidth; frames++)
      await new Promise((done) => requestAnimationFrame(done));
    if (root.scrollWidth <= root.clientWidth) return [];
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > root.clientWidth,
    );
    const innermost = wide.filter((element) => !wide.some((other) => other !== element && element.contains(other)));
    return [`${root.scrollWidth} pixels`, ...innermost.map(({ outerHTML }) => outerHTML.slice(0, 200))];
  });
}
