// `npm run docs:check`: opens /docs in Chromium, as a person does: the groups are shown, the browser reports nothing (console,
// exceptions, content security policy), and an operation opens. `--check` also fails when the groups take more than two
// seconds. `CHROMIUM` names the program.
import { setTimeout } from 'node:timers/promises';
import { startCairn } from '../test/e2e/support/cairn-process.mjs';
import { createChecks } from '../test/e2e/support/checks.mjs';
import { findBrowser, openBrowser } from './browser.mjs';

const GOAL = 2000; // milliseconds
const TRIES = 3;
const GROUP_SHOWN = "document.querySelectorAll('.opblock-tag').length";

const program = findBrowser();
if (program === undefined) {
  console.log('docs skipped: no Chromium is installed');
  process.exit(process.env.CAIRN_DOCS_REQUIRED ? 1 : 0);
}
const checks = createChecks();
const cairn = await startCairn();
try {
  const document = await (await fetch(new URL('/openapi.json', cairn.url))).json();
  const times = [];
  for (let i = 0; i < TRIES; i++) times.push(await visit(document));
  const best = Math.min(...times);
  console.log(`/docs shows its groups after ${times.map(Math.round).join(', ')} ms`);
  if (process.argv.includes('--check')) checks.that(`/docs opens in ${GOAL} ms`, best < GOAL, `${Math.round(best)} ms`);
} finally {
  await cairn.stop();
}
process.exitCode = checks.report();

/** One visit by a browser that has nothing in its cache; milliseconds until the groups are shown. */
async function visit({ tags, paths }) {
  const browser = await openBrowser(program);
  try {
    const began = performance.now();
    await browser.goTo(new URL('/docs', cairn.url).href);
    const groups = await until(browser, GROUP_SHOWN);
    const time = performance.now() - began;
    checks.equal('groups on the page', groups, tags.length);
    await openOperation(browser, paths['/v1/tables'].get);
    checks.equal('what the browser reports', browser.reports, []);
    return time;
  } finally {
    await browser.close();
  }
}

async function openOperation(browser, { tags: [group], summary }) {
  await browser.run(
    `[...document.querySelectorAll('.opblock-tag')].find((tag) => tag.dataset.tag === ${JSON.stringify(group)}).click()`,
  );
  await until(browser, "document.querySelectorAll('.opblock-summary-control').length");
  await browser.run("document.querySelector('#operations-Tables-listTables .opblock-summary-control').click()");
  await until(browser, "document.querySelectorAll('.opblock-body .responses-table').length");
  const text = await browser.run("document.querySelector('#operations-Tables-listTables').innerText");
  checks.that('the operation is described', text.includes(summary) && text.includes('limit'), text.slice(0, 200));
}

/** Waits until an expression is something on the page. */
async function until(browser, expression) {
  const end = performance.now() + 30_000;
  for (;;) {
    const value = await browser.run(expression);
    if (value) return value;
    if (performance.now() > end) throw new Error(`${expression} is ${value} after 30 s: ${browser.reports.join('; ')}`);
    await setTimeout(10);
  }
}
