// A server that has no time, or is away, on every page: the page says when it asks again, claims nothing that it does not know, and is there afterwards.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { PAGES } from './pages.js';
import { findCodes, inject, PROXY_PAGE } from './support/faults.js';
import { inBrowser } from './support/stage.js';

/** Pages that show something only when it is chosen, and those that ask for nothing. */
const ASKS_LATER = /^\/(settings(\/members|\/preferences\/appearance)?|lineage|explore-nothing\/here)$/;
/** Of types that share their frame, and of settings that share their form, one is enough. */
const SAME: readonly [pattern: RegExp, kind: string][] = [
  [
    /^\/(table|topic|pipeline|dashboard|mlmodel|container|searchIndex|apiEndpoint|database|databaseSchema|metric)\/[^/]+$/,
    'asset',
  ],
  [/^\/settings\/preferences\/(?!search|om-health|profiler|data-quality)/, 'form'],
  [/^\/table\/[^/]+\/([^/]+).*/, 'table $1'],
  [/^\/(settings\/[^/]+|[^/]+).*/, '$1'],
];
const kindOf = (path: string) => {
  const [pattern, kind] = SAME.find(([one]) => one.test(path)) ?? [/$/, ''];
  return path.replace(pattern, kind).replace(/\?.*/, '');
};
const kinds = PAGES.map(([path]) => kindOf(path));
const pages = PAGES.filter(([path], i) => !ASKS_LATER.test(path) && kinds.indexOf(kindOf(path)) === i);

const FAULTS = {
  429: {
    headers: { 'retry-after': '60' },
    body: '{"code":429,"errorType":"TOO_MANY_REQUESTS","message":"too many requests"}',
  },
  503: { headers: { 'retry-after': '60', 'content-type': 'text/html' }, body: PROXY_PAGE },
} as const;

inBrowser('busy servers', (use) => {
  it.each([429, 503] as const)('%s: is counted down on every page', { timeout: 300_000 }, async (status) => {
    const { page, close } = await use().visit('/settings/preferences/appearance');
    await page.clock.install();
    let isBusy = false;
    await page.route(/\/api\/v1\//, (route) =>
      isBusy && route.request().method() === 'GET' ? route.fulfill({ status, ...FAULTS[status] }) : route.fallback(),
    );
    const found: string[] = [];
    // Half of the pages with each of the two.
    for (const [path, heading] of pages.filter((_, i) => i % 2 === Number(status === 503))) {
      isBusy = true;
      await page.goto(path);
      const counts = page.getByText(/Trying again in \d+ second/).first();
      if (!(await comes(counts))) found.push(`${path}: does not say when it asks again`);
      found.push(...(await findCodes(page)).map((line) => `${path}: ${line}`));
      isBusy = false;
      await page.clock.runFor(61_000);
      if (!(await comes(page.getByRole('heading', { level: 1, name: heading }).first())))
        found.push(`${path}: is not there afterwards`);
    }
    expect(found).toEqual([]);
    await close();
  });
});

inBrowser('a part of a page that the server does not answer', (use) => {
  it.each([
    ['/explore/tables?search=orders', /\/search\/entityTypeCounts/, 'Tables 72', /Tables 0/],
    [
      '/table/warehouse.analytics.facts.fct_orders/profiler/table-profile',
      /\/systemProfile/,
      'Changes of the data',
      null,
    ],
    ['/domain', /\/domains\/assets\/counts/, '40 assets', /\b0 assets/],
  ] as const)('%s: is counted down and comes by itself', async (path, pattern, later, never) => {
    const { page, close } = await use().visit('/settings/preferences/appearance');
    await page.clock.install();
    const fail = await inject(page, pattern, { status: 503, body: PROXY_PAGE });
    await page.goto(path);
    for (let tries = 0; tries < 40 && fail.times.length < 4; tries++) {
      await page.clock.runFor(500); // it is sent again after moments
      await page.waitForTimeout(50);
    }
    await page.getByText(/^The server is not available. Trying again in \d seconds?\.$/).waitFor();
    if (never) expect(await page.getByRole('main').innerText()).not.toMatch(never);
    await fail.end();
    await page.clock.runFor(6000);
    await page.getByText(later).first().waitFor();
    await close();
  });
});

function comes(what: ReturnType<Page['getByText']>): Promise<boolean> {
  return what.waitFor({ timeout: 8000 }).then(
    () => true,
    () => false,
  );
}
