// Where pictures are taken: a server whose time is fixed, with the demo, and a browser whose pages look the same everywhere.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { root } from '../../../scripts/run.mjs';
import { runFolder } from '../../support/run-name.js';
import { startServer } from '../support/server.js';
import { program } from '../support/stage.js';
import { BROWSER_OPTIONS, openContext, SERVER_TIME } from './same-everywhere.js';
import type { Scene } from './scenes.js';

export const SCHEMA = 'warehouse.analytics.facts';
export const TABLE = `${SCHEMA}.fct_orders`;

const FONTCONFIG_FILE = join(import.meta.dirname, 'fonts.conf');
const ID = '019cd6e7-0000-7000-8000-000000000000';

export interface Studio {
  browser: Browser;
  /** A page that shows the scene. */
  show(scene: Scene): Promise<Page>;
  /** Changes the description of a table, as the admin. */
  describe(fqn: string, description: string): Promise<void>;
  close(): Promise<void>;
}

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: program ?? '', args: BROWSER_OPTIONS, env: { ...process.env, FONTCONFIG_FILE } });

export async function openStudio(): Promise<Studio> {
  const clock = pathToFileURL(join(root, 'test/ui/pictures/fixed-clock.mjs')).href;
  const [{ url, adminPassword, pid }, browser] = await Promise.all([
    startServer(join(runFolder(), 'pictures'), {
      options: ['--import', clock],
      env: { CAIRN_TEST_CLOCK: SERVER_TIME },
    }),
    openBrowser(),
  ]);
  const admin = await openContext(browser, url);
  const nobody = await openContext(browser, url);
  const account = { email: 'admin', password: adminPassword };
  await admin.request.post('/session', { data: account, headers: { origin: url } });
  const describe = await asAdmin(admin, account);
  await describe(
    `${SCHEMA}.fct_refunds`,
    'Every refund, one row for each payment that was given back in part or as a whole.',
  );
  await admin.route(/\/v1\/dataContracts\/.*odcs/i, async (route) => {
    const answer = await route.fetch();
    // Documents name their id and the moment they were made.
    const body = (await answer.text()).replace(/019c[-0-9a-f]{32}/g, ID).replace(/:\d\d\.\d{3}Z/g, ':00.000Z');
    await route.fulfill({ response: answer, body });
  });
  const pages = { admin: await admin.newPage(), nobody: await nobody.newPage() };
  const studio: Studio = {
    browser,
    describe,
    async show(scene) {
      const { path, heading, as, width = 1280, height = 800, act } = scene;
      const page = as === null ? pages.nobody : pages.admin;
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height });
      await page.mouse.move(width - 1, height - 1);
      await page.goto(path);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await act?.(page, studio);
      await page.mouse.move(width - 1, height - 1);
      return page;
    },
    async close() {
      await browser.close();
      process.kill(pid, 'SIGKILL');
    },
  };
  return studio;
}

async function asAdmin(context: BrowserContext, account: object): Promise<Studio['describe']> {
  const { accessToken } = await (await context.request.post('/api/v1/users/login', { data: account })).json();
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json-patch+json' };
  return async (fqn, description) => {
    const data = JSON.stringify([{ op: 'add', path: '/description', value: description }]);
    const answer = await context.request.patch(`/api/v1/tables/name/${fqn}`, { headers, data });
    if (!answer.ok()) throw new Error(await answer.text());
  };
}
