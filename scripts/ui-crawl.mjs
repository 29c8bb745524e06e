// `npm run ui:crawl`: opens the pages that links and tabs lead to, as a person would, and reports what went wrong: errors in the console,
// refused requests, pages that do not show, ids and `undefined` in texts. `--press` also presses every button and menu item once, and
// changes data by that: everything happens on a server of its own. `--as viewer` is an ordinary account, `--empty` a catalog without
// sample data, `--pages 100` how many pages at most, and further words are the addresses to begin with. Needs a Chromium.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { startServer } from './bench/server-process.mjs';
import { findBrowser, signIn } from './browser.mjs';
import { buildPages } from './build-pages.mjs';
import { buildServer } from './build-server.mjs';
import { capture, root } from './run.mjs';
import { crawl } from './ui-crawl/crawl.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    as: { type: 'string', default: 'admin' },
    empty: { type: 'boolean', default: false },
    press: { type: 'boolean', default: false },
    pages: { type: 'string', default: '200' },
  },
});
const program = findBrowser();
if (program === undefined) throw new Error('no Chromium is installed');
await buildServer();
await buildPages();
const scratch = mkdtempSync(join(tmpdir(), 'cairn-ui-crawl-'));
const data = join(scratch, 'data');
if (!values.empty) loadSample();
const server = await startServer(data);
const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] });
try {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1280, height: 900 } });
  await signIn(context, server.url, await makeAccount());
  const from = positionals.length > 0 ? positionals : ['/my-data', '/explore', '/settings'];
  const { opened, found } = await crawl(await context.newPage(), from, {
    most: Number(values.pages),
    presses: values.press,
    report: (finding) => console.log(finding),
  });
  console.log(`${opened} pages, ${found} findings`);
  if (found > 0) process.exitCode = 1;
} finally {
  await browser.close();
  await server.stop();
  rmSync(scratch, { recursive: true, force: true });
}

function loadSample() {
  const { code, output } = capture(process.execPath, [join(root, 'bin/cairn.js'), 'demo', '--data', data]);
  if (code !== 0) throw new Error(output);
}

/** An account with a password that is known, unlike that of the first administrator. */
async function makeAccount() {
  const password = 'Crawls-0nly-here';
  const account = { name: 'crawler', email: 'crawler@example.com', isAdmin: values.as === 'admin' };
  const answer = await fetch(`${server.url}/api/v1/users`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...account, password, confirmPassword: password, createPasswordType: 'ADMIN_CREATE' }),
  });
  if (!answer.ok) throw new Error(`no account: ${await answer.text()}`);
  return { email: account.email, password };
}
