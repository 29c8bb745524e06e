// The built server with the demo, and a Chromium that looks at it. One server for the whole run, one browser for each worker.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, onTestFailed } from 'vitest';
import { findBrowser } from '../../../scripts/browser.mjs';
import { root } from '../../../scripts/run.mjs';
import { runFolder } from '../../support/run-name.js';
import { type Server, startServer, waitFor } from './server.js';

export const PASSWORD = 'Correct-horse-7';

export interface Opening {
  theme?: 'light' | 'dark';
  /** Who signs in; null: nobody. Default: the admin. */
  as?: string | null;
  width?: number;
  /** Before the first page is opened. */
  prepare?: (context: BrowserContext) => Promise<void>;
}

export interface Visit {
  page: Page;
  /** Messages of the console, exceptions and violations of the policy. Answers with 4xx are in it unless `expected` names them. */
  reports: string[];
  /** Opens another address in the same window, of the size and theme that it began with; `reports` begins anew. */
  open(path: string): Promise<void>;
  close(): Promise<void>;
}

export interface Stage {
  url: string;
  /** Of the user `admin`; that of users who joined is `PASSWORD`. */
  adminPassword: string;
  /** Opens an address as a person does. */
  visit(path: string, opening?: Opening): Promise<Visit>;
  /** A request in the name of the admin, for what a test needs. */
  api(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  /** A user with `PASSWORD`; `more` goes into the create request. */
  join(name: string, more?: object): Promise<void>;
}

/** Features that are off: those that Playwright turns off, whose list this replaces, and what Chromium loads for each window to complete addresses. */
const OFF = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'LensOverlay'],
  ...['HttpsFirstBalancedModeAutoEnable', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled'],
  ...['PreconnectToSearch', 'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
];

/** One renderer for all windows of a test file, and no GPU process: less to start and to hand on. */
const LIGHT = ['--process-per-site', '--renderer-process-limit=1', '--disable-site-isolation-trials', '--disable-gpu'];

/** The smaller form of `axe.source`, which every page must compile. */
const AXE = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');

export const program: string | undefined = findBrowser();
if (program === undefined && process.env.CAIRN_TEST_BROWSER_REQUIRED) throw new Error('no Chromium is installed');

/** Tests in a browser; reported as skipped where none is installed. */
export function inBrowser(name: string, tests: (use: () => Stage) => void): void {
  describe.skipIf(program === undefined)(name, () => {
    let stage: Stage;
    let browser: Browser;
    beforeAll(async () => {
      const [server, opened] = await Promise.all([
        sharedServer(),
        chromium.launch({
          executablePath: program ?? '',
          args: ['--no-sandbox', `--disable-features=${OFF.join()}`, ...LIGHT],
        }),
      ]);
      browser = opened;
      stage = await createStage(server, browser);
    });
    afterAll(() => browser?.close());
    tests(() => stage);
  });
}

async function createStage(server: Server, browser: Browser): Promise<Stage> {
  const { url } = server;
  const login = await fetch(`${url}/api/v1/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin', password: server.adminPassword }),
  });
  const { accessToken } = await login.json();
  const api: Stage['api'] = (method, path, body, headers = {}) =>
    fetch(`${url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        ...(body === undefined
          ? {}
          : { 'content-type': method === 'PATCH' ? 'application/json-patch+json' : 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return {
    url,
    adminPassword: server.adminPassword,
    api,
    async join(name, more = {}) {
      const account = { password: PASSWORD, confirmPassword: PASSWORD, createPasswordType: 'ADMIN_CREATE' };
      const answer = await api('PUT', '/v1/users', { name, email: `${name}@example.com`, ...account, ...more });
      if (!answer.ok) throw new Error(`${name}: ${await answer.text()}`);
    },
    async visit(path, { theme = 'light', as = 'admin', width = 1280, prepare } = {}) {
      const size = { width, height: 800 };
      const context = await browser.newContext({
        viewport: size,
        colorScheme: theme,
        reducedMotion: 'reduce',
        baseURL: url,
      });
      await prepare?.(context);
      const page = await context.newPage();
      const reports: string[] = [];
      page.on('console', (message) => reports.push(`${message.type()}: ${message.text()}`));
      page.on('pageerror', (error) => reports.push(String(error.stack)));
      const show = async (address: string) => {
        onTestFailed(async ({ task }) => console.error(await describePage(page, task.name, reports)));
        await page.goto(address);
      };
      if (as !== null) await signIn(page, as, as === 'admin' ? server.adminPassword : PASSWORD);
      await show(path);
      return {
        page,
        reports,
        async open(address) {
          await page.setViewportSize(size);
          await page.emulateMedia({ colorScheme: theme });
          reports.length = 0;
          await show(address);
        },
        close: () => context.close(),
      };
    },
  };

  /** By the route that the form uses; the form has a test of its own. */
  async function signIn(page: Page, email: string, password: string): Promise<void> {
    const answer = await page.context().request.post('/session', {
      data: { email, password },
      headers: { origin: url },
    });
    if (!answer.ok()) throw new Error(`${email} cannot sign in: ${await answer.text()}`);
  }
}

/** What a failed test was looking at, for those who only have its output. */
async function describePage(page: Page, test: string, reports: readonly string[]): Promise<string> {
  const seen = await page.locator('body').ariaSnapshot({ timeout: 5000 }).catch(String);
  return [`${test}: ${page.url()}`, ...reports, seen.slice(0, 6000)].join('\n');
}

const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What a theme can break. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];
/** The default of axe, and tooltips, which are read with what they describe, wherever they lie. */
const OUTSIDE_OF_LANDMARKS = 'dialog, [role=dialog], [role=alertdialog], [role=tooltip], svg';

/** What axe finds on the page, in words. `ofColour`: only what depends on the theme, for a page that was looked at in another. */
export async function findBarriers(page: Page, { ofColour = false } = {}): Promise<string[]> {
  // By the protocol, which the policy of the page does not concern.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(
    async ({ runOnly, regionMatcher }) => {
      const { axe: run } = window as unknown as { axe: typeof axe };
      run.configure({ checks: [{ id: 'region', options: { regionMatcher } }] });
      const { violations } = await run.run(document, { resultTypes: ['violations'], runOnly });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary ?? ''}`),
      );
    },
    {
      runOnly: ofColour
        ? { type: 'rule' as const, values: RULES_OF_COLOUR }
        : { type: 'tag' as const, values: ALL_RULES },
      regionMatcher: OUTSIDE_OF_LANDMARKS,
    },
  );
}

/** The first that asks starts the server; the run stops it when it ends (`stop-stage.ts`). */
async function sharedServer(): Promise<Server> {
  const folder = join(runFolder(), 'ui');
  const told = join(folder, 'server.json');
  try {
    mkdirSync(folder);
  } catch {
    return waitFor(() => (existsSync(told) ? (JSON.parse(readFileSync(told, 'utf8')) as Server) : null));
  }
  const server = await startServer(folder);
  writeFileSync(told, JSON.stringify(server));
  return server;
}
