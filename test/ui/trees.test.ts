// What the forms of the journeys are for those who do not see them: names, roles and order, as files of `trees/`. After an intended
// change run with UPDATE_TREES=1 and read the difference.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { inBrowser } from './support/stage.js';

const FOLDER = join(import.meta.dirname, 'trees');
const TABLE = 'warehouse.analytics.facts.fct_orders';

/** Name of the file, address, who looks, and how to come to what is compared. */
const TREES: readonly [name: string, path: string, as: string | null, open?: (page: Page) => Promise<void>][] = [
  ['sign-in', '/signin', null],
  ['sign-up', '/signup', null],
  ['settings', '/settings', 'admin'],
  ['new-user', '/create-user', 'admin'],
  ['new-alert', '/observability/alerts/add', 'admin'],
  ['new-test', '/data-quality/add-test', 'admin'],
  ['sign-on', '/settings/sso', 'admin'],
  ['lineage-settings', '/settings/preferences/lineageConfig', 'admin'],
  [
    'request-description',
    `/table/${TABLE}/activity_feed/tasks`,
    'admin',
    async (page) => {
      await page.getByRole('button', { name: 'Ask for something' }).click();
      await page.getByRole('menuitem', { name: 'Request a description' }).click();
    },
  ],
  [
    'change-password',
    '/users/admin/access-token',
    'admin',
    async (page) => page.getByRole('button', { name: 'Change the password' }).click(),
  ],
  ['later', '/lineage', 'admin'],
];

inBrowser('trees of accessibility', (use) => {
  it.each(TREES)('%s', async (name, path, as, open) => {
    const { page, close } = await use().visit(path, { as });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    await open?.(page);
    const place = open ? page.getByRole('dialog') : page.getByRole('main');
    await place.waitFor();
    const file = join(FOLDER, `${name}.yml`);
    const seen = async () => `${steady(await place.ariaSnapshot(), use().url)}\n`;
    if (process.env.UPDATE_TREES) writeFileSync(file, await seen());
    await expect.poll(seen).toBe(readFileSync(file, 'utf8'));
    await close();
  });
});

/** Without what differs from run to run: times, and what other tests have set or done before. */
function steady(tree: string, url: string): string {
  return tree
    .replaceAll(url, 'http://server')
    .replaceAll(/\d+ (second|minute|hour|day)s? ago/g, 'some time ago')
    .replaceAll(/^( *- (?:combobox|textbox) "[^"]*"[^:\n]*): .+$/gm, '$1')
    .replaceAll(/^( *)- complementary ("[^"]*"):(?:\n\1 {2}.*)*/gm, '$1- complementary $2');
}
