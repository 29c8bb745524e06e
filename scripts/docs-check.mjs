// `npm run docs:check`: opens /docs in Chromium, as a person does: the groups are shown, the browser reports nothing (console,
// exceptions, content security policy), an operation opens, and one can be tried. `--check` does so three times, and fails when the groups
// never take less than two seconds. `CHROMIUM` names the program.
import { chromium } from 'playwright-core';
import { startCairn } from '../test/e2e/support/cairn-process.mjs';
import { createChecks } from '../test/e2e/support/checks.mjs';
import { findBrowser } from './browser.mjs';

const GOAL = 2000; // milliseconds
const isTimed = process.argv.includes('--check');
const TRIES = isTimed ? 3 : 1;

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
  const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    const reports = await reportsOf(page);
    const began = performance.now();
    await page.goto(new URL('/docs', cairn.url).href, { waitUntil: 'commit' });
    await page.locator('.opblock-tag').first().waitFor();
    const time = performance.now() - began;
    checks.equal('groups on the page', await page.locator('.opblock-tag').count(), tags.length);
    await openOperation(page, paths['/v1/tables'].get);
    await checkExample(page, paths['/v1/tables'].post);
    await tryOperation(page, paths['/v1/system/version'].get);
    checks.equal('what the browser reports', reports, []);
    return time;
  } finally {
    await browser.close();
  }
}

/** Collects everything that the browser reports to developers: console messages, exceptions, violated policies, failed requests. */
async function reportsOf(page) {
  const reports = [];
  page.on('console', (message) => reports.push(`console.${message.type()} ${message.text()}`));
  page.on('pageerror', (error) => reports.push(`${error}`));
  page.on('requestfailed', (request) => reports.push(`failed: ${request.url()} ${request.failure()?.errorText}`));
  const audits = await page.context().newCDPSession(page);
  audits.on('Audits.issueAdded', ({ issue: { code, details } }) => {
    if (code === 'ContentSecurityPolicyIssue') reports.push(`${code} ${JSON.stringify(details)}`); // others are mere hints
  });
  await audits.send('Audits.enable');
  return reports;
}

async function openOperation(page, { tags: [group], operationId, summary }) {
  const text = await (await open(page, { group, operationId })).innerText();
  checks.that('the operation is described', text.includes(summary) && text.includes('limit'), text.slice(0, 200));
}

/** The example of a request body is made from schemas that refer to others. */
async function checkExample(page, { tags: [group], operationId }) {
  const text = await (await open(page, { group, operationId })).innerText();
  checks.that('the body has an example', /"dataTypeDisplay"/.test(text), text.slice(0, 500));
}

/** Sends a request from the page and waits for its response. */
async function tryOperation(page, { tags: [group], operationId }) {
  const operation = await open(page, { group, operationId });
  await operation.locator('.try-out__btn').click();
  await operation.locator('.execute').click();
  const answers = operation.locator('.live-responses-table');
  await answers.locator('.response').first().waitFor();
  const text = await answers.innerText();
  checks.that('a request from the page is answered', text.includes('200') && text.includes('"version"'), text);
}

/** Opens an operation, and its group where that is closed; its place on the page. */
async function open(page, { group, operationId }) {
  const operation = page.locator(`#operations-${group.replaceAll(' ', '_')}-${operationId}`);
  if (!(await operation.count())) await page.locator(`.opblock-tag[data-tag=${JSON.stringify(group)}]`).click();
  await operation.locator('.opblock-summary-control').click();
  await operation.locator('.opblock-body .responses-table').first().waitFor();
  return operation;
}
