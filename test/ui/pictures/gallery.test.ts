// Every component of the pages in every state: a picture in both themes, nothing that axe finds, and the keys it hears.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildGallery } from '../../../scripts/build-pages.mjs';
import { root } from '../../../scripts/run.mjs';
import { openWebPages } from '../../../src/web/index.js';
import { runFolder } from '../../support/run-name.js';
import { findBarriers, program } from '../support/stage.js';
import { compare, whyNot } from './album.js';
import { openContext } from './same-everywhere.js';
import { EXHIBITS, nameOfExhibit } from './scenes.js';
import { openBrowser } from './studio.js';

const DIALOGS = ['ask-dialog', 'final-dialog'];
describe.skipIf(program === undefined)('gallery', () => {
  let server: FastifyInstance;
  let browser: Browser;
  let page: Page;
  let reason: string | undefined;
  const reports: string[] = [];
  beforeAll(async () => {
    const folder = join(runFolder(), 'gallery');
    await buildGallery(folder);
    server = Fastify();
    const pages = openWebPages(folder);
    await pages?.addFiles(server);
    server.get('/', (_, reply) => pages?.send(reply));
    const url = await server.listen({ port: 0, host: '127.0.0.1' });
    browser = await openBrowser();
    reason = whyNot(browser.version());
    page = await (await openContext(browser, url)).newPage();
    page.on('console', (message) => reports.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => reports.push(String(error.stack)));
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  async function open(name: string): Promise<void> {
    reports.length = 0;
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.mouse.move(1279, 799);
    await page.goto(`/?show=${name}`);
    await page.getByRole('heading', { level: 1, includeHidden: true }).waitFor();
  }

  const hasFocus = (locator: Locator) =>
    expect.poll(() => locator.evaluate((element) => element === document.activeElement)).toBe(true);

  it.for([...EXHIBITS, ...DIALOGS])('%s has nothing that axe finds', async (name) => {
    await open(name);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
      expect(await findBarriers(page), colorScheme).toEqual([]);
    }
    expect(reports).toEqual([]);
  });

  it.for(EXHIBITS)('%s looks as it did', async (shown, { skip }) => {
    skip(reason !== undefined, reason);
    await open(shown);
    if (shown === 'news')
      for (const name of ['Tell', 'Fail', 'Wait']) {
        await page.getByRole('button', { name }).click();
        // Messages stay while the pointer is on them, here until both pictures are taken.
        for (const one of await page.locator('[role=alert], [role=status]').all()) await one.dispatchEvent('mouseover');
      }
    // It counts down while it is looked at.
    for (const one of await page.getByText(/^Trying again in/).all())
      await one.evaluate((element) => element.style.setProperty('display', 'none'));
    const name = nameOfExhibit(shown);
    const wanted = { fullPage: true };
    const differences = [await compare(page, name, 'light', wanted), await compare(page, name, 'dark', wanted)];
    expect(differences.filter((one) => one !== undefined)).toEqual([]);
  });

  it('moves through a grid by keys, selects, opens and unfolds', async () => {
    await open('grid');
    const rows = page.getByRole('grid', { name: 'Columns to select' }).getByRole('row');
    await rows.nth(1).focus();
    await page.keyboard.press('j');
    await hasFocus(rows.nth(2));
    await page.keyboard.press('ArrowDown');
    await hasFocus(rows.nth(3));
    await page.keyboard.press('x');
    expect(await rows.nth(3).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Space');
    expect(await rows.nth(3).getAttribute('aria-selected')).toBe('false');
    await page.keyboard.press('Home');
    await hasFocus(rows.nth(1));
    await page.keyboard.press('Enter');
    await page.getByText('Opened: ordered_at').waitFor();
    const nested = page.getByRole('treegrid', { name: 'Nested columns' }).getByRole('row');
    await nested.nth(3).focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => nested.nth(3).getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => nested.nth(3).getAttribute('aria-expanded')).toBe('true');
    expect(reports).toEqual([]);
  });

  it('moves through a tree by keys', async () => {
    await open('tree');
    const item = (name: string) =>
      page.getByRole('tree', { name: 'Terms', exact: true }).getByRole('treeitem', { name });
    await item('Revenue').focus();
    await page.keyboard.press('Home');
    await hasFocus(item('Shop'));
    await page.keyboard.press('ArrowLeft');
    await item('Revenue').waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowRight');
    await item('Revenue').waitFor();
    await page.keyboard.press('ArrowRight');
    await expect
      .poll(() =>
        item('Basket')
          .first()
          .evaluate((one) => one === document.activeElement),
      )
      .toBe(true);
    await page.keyboard.press('Enter');
    expect(await item('Basket').first().getAttribute('aria-selected')).toBe('true');
    expect(await page.getByRole('tree', { name: 'Many terms' }).getByRole('treeitem').count()).toBeLessThan(60);
    expect(reports).toEqual([]);
  });

  it('tells more of what somebody points at', async () => {
    await open('news');
    await page.getByText('fct_orders').hover();
    const hint = page.getByRole('tooltip');
    await hint.getByText('warehouse.analytics.facts.fct_orders').waitFor();
    await page.mouse.move(1279, 799);
    await hint.waitFor({ state: 'detached' });
    expect(reports).toEqual([]);
  });

  it('keeps the focus in a dialog, says what went wrong, and closes', async () => {
    await open('ask-dialog');
    const dialog = page.getByRole('dialog', { name: 'Rename orders' });
    await hasFocus(dialog.getByRole('textbox'));
    for (let i = 0; i < 6; i++) await page.keyboard.press('Tab');
    expect(await dialog.evaluate((one) => one.contains(document.activeElement))).toBe(true);
    await dialog.getByRole('textbox').press('Enter');
    await dialog.getByRole('alert').getByText('A table of this name exists in the schema already.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Closed').waitFor();
    expect(reports).toEqual([]);
  });

  it('changes a number by arrows, within its limits', async () => {
    await open('parts');
    const field = page.getByRole('textbox', { name: 'Share' });
    await field.press('ArrowUp');
    expect(await field.inputValue()).toBe('0.4');
    await field.fill('7');
    await field.blur();
    await expect.poll(() => field.inputValue()).toBe('1');
  });
});

describe('components', () => {
  // Hooks beside them (`use-*.ts`) draw nothing, so the pictures of the gallery would say nothing of them.
  it('are all in the gallery', () => {
    const reached = new Set<string>();
    const follow = (file: string) => {
      if (reached.has(file)) return;
      reached.add(file);
      for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?'(\.[^']+)\.js'/g))
        for (const kind of ['ts', 'tsx']) {
          const found = join(dirname(file), `${path}.${kind}`);
          if (sources.has(found)) follow(found);
        }
    };
    const sources = new Set(
      readdirSync(join(root, 'ui'), { recursive: true, encoding: 'utf8' }).map((path) => join(root, 'ui', path)),
    );
    follow(join(root, 'ui/gallery/main.tsx'));
    const kit = [...sources].filter((path) => /\/ui\/kit\/[^.]+\.tsx$/.test(path));
    expect(kit.length).toBeGreaterThan(25);
    expect(kit.filter((path) => !reached.has(path)).map((path) => relative(root, path))).toEqual([]);
  });
});
