// Every page in both themes: it shows its heading, axe finds nothing, the browser reports nothing, nothing is wider than the window.
import { expect, it } from 'vitest';
import { OPEN_PAGES, PAGES } from './pages.js';
import { findBarriers, inBrowser } from './support/stage.js';

inBrowser('every page', (use) => {
  const all = [...PAGES.map((row) => [...row, 'admin'] as const), ...OPEN_PAGES.map((row) => [...row, null] as const)];
  it.each(all)('%s', async (path, heading, as) => {
    const { page, reports, close } = await use().visit(path, { as });
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await page.waitForLoadState('networkidle');
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      expect(await findBarriers(page), theme).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider, 'pixels beyond a window of 320').toBeLessThanOrEqual(0);
    expect(reports).toEqual([]);
    await close();
  });
});
