// The pages in a language of longer words: no text is missing from `ui/words`, and none is cut.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { pseudo, speakPseudo, translate } from './support/pseudo.js';
import { inBrowser } from './support/stage.js';

const TABLE = '/table/warehouse.analytics.facts.fct_orders';

/** A page of each kind. */
const SHOWN = [
  '/my-data',
  TABLE,
  `${TABLE}/profiler/table-profile`,
  `${TABLE}/contract`,
  '/glossary/Shop.Revenue',
  '/data-quality/add-test',
  '/observability/alerts/add',
  '/task/TASK-00001',
  '/settings',
  '/settings/preferences/email',
  '/settings/governance/glossary-term-relations',
  '/settings/access/permission-debugger',
  '/users/admin/access-token',
];

it('translates texts of words and nothing else', () => {
  const areas = new Map([['table', new Set(['rows', 'key_one'])]]);
  const source =
    'x(`table`,{rows:`Rows of {{name}}`,key_one:"Key"});y("table",{className:"Key"});z("other",{rows:"Rows"})';
  expect(translate(source, areas)).toBe(
    `x(\`table\`,{rows:"${pseudo('Rows of {{name}}')}",key_one:"${pseudo('Key')}"});y("table",{className:"Key"});z("other",{rows:"Rows"})`,
  );
  expect(pseudo('Rows of {{name}}')).toBe('Ŕóŵš óƒ {{name}}~~~~~~');
});

inBrowser('the pseudo-language', (use) => {
  it('leaves no text out and cuts none', async () => {
    const { page, reports, close } = await use().visit('/my-data', { prepare: speakPseudo });
    for (const path of SHOWN) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.getByRole('banner').getByRole('searchbox').getAttribute('aria-label')).toBe(pseudo('Search'));
      expect(await findPlain(page), `texts of ${path} that are not in ui/words`).toEqual([]);
      for (const width of [1280, 320]) {
        await page.setViewportSize({ width, height: 800 });
        await expect.poll(() => findCut(page), { message: `${path}: cut at ${width} pixels` }).toEqual([]);
      }
    }
    expect(reports).toEqual([]);
    await close();
  }, 120_000);
});

/** What the server names: a figure of profiles, a contract of the demo. */
const DATA = ['Row count', 'Orders for reports'];

/** Buttons, fields, tabs and headings whose whole text is English words; most names of data are one word or have other signs. */
async function findPlain(page: Page): Promise<string[]> {
  const found = await page.evaluate(() => {
    const named = [...document.querySelectorAll('button, label, [role=tab], h2, h3, th, legend, [role=columnheader]')];
    return named.flatMap((element) => {
      const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim();
      return /^[A-Z][a-z]+( [a-z]+)+$/.test(text) ? [text] : [];
    });
  });
  return found.filter((text) => !DATA.includes(text));
}

/** Texts of buttons, tabs, labels and headings that do not fit into their place, and a page that scrolls sideways. */
function findCut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { documentElement: html } = document;
    const beyond = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > html.clientWidth + 1,
    );
    const innermost = beyond.filter((element) => !beyond.some((other) => other !== element && element.contains(other)));
    const wide =
      html.scrollWidth > html.clientWidth
        ? [`the page is ${html.scrollWidth} pixels wide`, ...innermost.map(({ outerHTML }) => outerHTML.slice(0, 160))]
        : [];
    const isHidden = (element: Element) =>
      element.closest('.visually-hidden') !== null || element.getBoundingClientRect().width <= 1;
    const cut = [...document.querySelectorAll('main button, main label, main [role=tab], main h1, main h2, main h3')]
      .flatMap((element) => [element, ...element.querySelectorAll('span')])
      .filter(
        (element) => element.textContent?.trim() && !isHidden(element) && element.scrollWidth > element.clientWidth + 1,
      )
      .filter((element) => getComputedStyle(element).overflowX !== 'visible');
    return [...wide, ...cut.map((element) => `${element.tagName} ${(element.textContent ?? '').slice(0, 60)}`)];
  });
}
