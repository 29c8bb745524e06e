// `npm run ui:measure`: prints what the pages cost and how long people wait for them, beside the budgets of the design. `--check` fails
// on a missed one; `--tables 100000 --columns 10000 --terms 50000` says how large the catalog is, `--kept FOLDER` where it is kept.
// Needs a Chromium; `CHROMIUM` names the program.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { copyOf } from './bench/make-data.mjs';
import { startServer } from './bench/server-process.mjs';
import { findBrowser, signIn } from './browser.mjs';
import { buildPages } from './build-pages.mjs';
import { buildServer } from './build-server.mjs';
import { root } from './run.mjs';
import { catalogOf, USER } from './ui-measure/make-catalog.mjs';
import { measureLargeLists } from './ui-measure/measure-large-lists.mjs';
import { measurePages } from './ui-measure/measure-pages.mjs';
import { measureSizes } from './ui-sizes.mjs';

const { values } = parseArgs({
  options: {
    tables: { type: 'string', default: '100000' },
    columns: { type: 'string', default: '10000' },
    terms: { type: 'string', default: '50000' },
    kept: { type: 'string', default: join(tmpdir(), 'cairn-bench') },
    check: { type: 'boolean', default: false },
  },
});
const program = findBrowser();
if (program === undefined) {
  console.log('skipped: no Chromium is installed');
  process.exit(process.env.CAIRN_TEST_BROWSER_REQUIRED ? 1 : 0);
}
const sizes = Object.fromEntries(['tables', 'columns', 'terms'].map((name) => [name, Number(values[name])]));
await buildServer();
await buildPages();
const kept = resolve(values.kept);
mkdirSync(kept, { recursive: true });
const place = await catalogOf(sizes, kept);
const scratch = mkdtempSync(join(tmpdir(), 'cairn-ui-measure-'));
const server = await startServer(copyOf(place, join(scratch, 'data')));
const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] });
try {
  for (const { name, size, limit } of measureSizes(join(root, 'dist/ui')))
    print({ name, value: size / 1024, limit: limit / 1024, unit: 'KB' });
  for await (const row of measurePages(openContext)) print(row);
  for await (const row of measureLargeLists(openContext, sizes)) print(row);
} finally {
  await browser.close();
  await server.stop();
  rmSync(scratch, { recursive: true, force: true });
}

/** A line of the table: what was measured, and its budget; `!` where that is missed. */
function print({ name, value, limit, unit, atLeast = false }) {
  const met = atLeast ? value >= limit : value <= limit;
  const text = (number) => number.toFixed(unit === '' ? 3 : number < 100 ? 1 : 0).padStart(7);
  console.log(`${met ? ' ' : '!'} ${name.padEnd(70)}${text(value)} ${atLeast ? '≥' : '≤'}${text(limit)} ${unit}`);
  if (!met && values.check) process.exitCode = 1;
}

/** A browser with a session but an empty cache. */
async function openContext() {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1280, height: 800 } });
  await signIn(context, server.url, USER);
  return context;
}
