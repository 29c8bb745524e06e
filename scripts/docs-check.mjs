// `npm run docs:check`: opens /docs in Chromium, as a person does: the groups are shown, the browser reports nothing (console,
// exceptions, content security policy), an operation opens, and one can be tried. `--check` does so three times, and fails when the groups
// never take less than two seconds. `CHROMIUM` names the program.
import { setTimeout } from 'node:timers/promises';
import { startCairn } from '../test/e2e/support/cairn-process.mjs';
import { createChecks } from '../test/e2e/support/checks.mjs';
import { findBrowser, openBrowser } from './browser.mjs';

const GOAL = 2000; // milliseconds
const isTimed = process.argv.includes('--check');
const TRIES = isTimed ? 3 : 1;
const GROUP_SHOWN = "document.querySelectorAll('.opblock-tag').length";

const program = findBrowser();
if (program === undefined) {
  console.log('docs skipped: no Chromium is installed');
  process.exit(process.env.CAIRN_TEST_BROWSER_REQUIRED ? 1 : 0);
}
const checks = createChecks();
const cairn = await startCairn();
try {
  const document = await (await fetch(new URL('/openapi.json', cairn.url))).json();
  const times = [];
  for (let i = 0; i < TRIES; i++) times.push(await visit(document));
  const best = Math.min(...times);
  console.log(`/docs shows its groups after ${times.map(Math.round).join(', ')} ms`);
  if (isTimed) checks.that(`/docs opens in ${GOAL} ms`, best < GOAL, `${Math.round(best)} ms`);
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
    await checkExample(browser, paths['/v1/tables'].post);
    await tryOperation(browser, paths['/v1/system/version'].get);
    checks.equal('what the browser reports', browser.reports, []);
    return time;
  } finally {
    await browser.close();
  }
}

async function openOperation(browser, { tags: [group], operationId, summary }) {
  const text = await open(browser, { group, operationId });
  checks.that('the operation is described', text.includes(summary) && text.includes('limit'), text.slice(0, 200));
}

/** The example of a request body is made from schemas that refer to others. */
async function checkExample(browser, { tags: [group], operationId }) {
  const text = await open(browser, { group, operationId });
  checks.that('the body has an example', /"dataTypeDisplay"/.test(text), text.slice(0, 500));
}

/** Sends a request from the page and waits for its response. */
async function tryOperation(browser, { tags: [group], operationId }) {
  await open(browser, { group, operationId });
  const place = placeOf({ group, operationId });
  await browser.run(`document.querySelector('${place} .try-out__btn').click()`);
  await until(browser, `document.querySelectorAll('${place} .execute').length`);
  await browser.run(`document.querySelector('${place} .execute').click()`);
  await until(browser, `document.querySelectorAll('${place} .live-responses-table .response').length`);
  const text = await browser.run(`document.querySelector('${place} .live-responses-table').innerText`);
  checks.that('a request from the page is answered', text.includes('200') && text.includes('"version"'), text);
}

function placeOf({ group, operationId }) {
  return `#operations-${group.replaceAll(' ', '_')}-${operationId}`;
}

/** Opens an operation, and its group where that is closed; the text that it shows. */
async function open(browser, { group, operationId }) {
  const place = placeOf({ group, operationId });
  const isOpen = () => browser.run(`document.querySelectorAll('${place}').length`);
  const groupHeading = `[...document.querySelectorAll('.opblock-tag')].find((tag) => tag.dataset.tag === ${JSON.stringify(group)})`;
  if (!(await isOpen())) await browser.run(`${groupHeading}.click()`);
  await until(browser, `document.querySelectorAll('${place} .opblock-summary-control').length`);
  await browser.run(`document.querySelector('${place} .opblock-summary-control').click()`);
  await until(browser, `document.querySelectorAll('${place} .opblock-body .responses-table').length`);
  return browser.run(`document.querySelector('${place}').innerText`);
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
