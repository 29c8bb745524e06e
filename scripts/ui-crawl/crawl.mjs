// From page to page by links and tabs, and what is wrong on each.
import { pressAll } from './press.mjs';
import { countRequests, problemsOf, settle } from './problems.mjs';

/** Pages whose addresses differ in names only show the same: that many of them are opened. */
const OF_A_KIND = 2;
const ELSEWHERE = /^\/(api|docs|openapi|logout)/;

/**
 * Opens the pages that can be reached from the addresses `from`, at most `most` of them. `presses`: presses their buttons, too. `report`
 * gets each finding once, with where it was. Resolves to the number of pages and of findings.
 */
export async function crawl(page, from, { most, presses, report }) {
  const queue = [...from];
  const opened = new Set();
  const kinds = new Map();
  const known = new Set();
  let place = '';
  const tell = (what) => {
    const finding = what.replaceAll(/[0-9a-f-]{36}/g, 'ID');
    if (known.has(finding)) return;
    known.add(finding);
    report(`${place}\n  ${what}`);
  };
  watch(page, tell);
  countRequests(page);
  while (queue.length > 0 && opened.size < most) {
    const path = queue.shift();
    const kind = kindOf(path);
    const before = kinds.get(kind) ?? 0;
    if (opened.has(path) || before >= OF_A_KIND || ELSEWHERE.test(path)) continue;
    kinds.set(kind, before + 1);
    opened.add(path);
    place = path;
    await page.goto(path);
    await settle(page);
    for (const problem of await problemsOf(page)) tell(problem);
    queue.push(...(await linksOf(page)), ...(await tabsOf(page)));
    if (!presses) continue;
    for await (const pressed of pressAll(page, path)) {
      place = `${path} [${pressed}]`;
      for (const problem of await problemsOf(page)) tell(problem);
    }
  }
  return { opened: opened.size, found: known.size };
}

function watch(page, tell) {
  page.on('pageerror', (error) => tell(String(error.stack ?? error).slice(0, 500)));
  page.on('dialog', (dialog) => dialog.dismiss());
  page.on('console', (message) => {
    const isOwn = ['error', 'warning'].includes(message.type()) && !/Failed to load resource/.test(message.text());
    if (isOwn) tell(message.text().slice(0, 300));
  });
  page.on('response', (answer) => {
    if (answer.status() >= 400)
      tell(`${answer.status()} of ${answer.request().method()} ${new URL(answer.url()).pathname}`);
  });
}

/** `/table/a.b.c/schema` and `/table/d.e.f/schema` are of one kind: names have dots, or follow the word of a type. */
function kindOf(path) {
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  const words = pathname.split('/').slice(1);
  const kind = words.map((word, i) => (/^[a-z_-]+$/i.test(word) && (i !== 1 || words.length === 2) ? word : '*'));
  return [...kind, ...[...searchParams.keys()].sort()].join('/');
}

function linksOf(page) {
  return page.locator('a[href^="/"]').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
}

/** Tabs are buttons: where they lead shows when they are pressed. */
async function tabsOf(page) {
  const found = [];
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click({ timeout: 2000 }).catch(() => {}); // gone, because another tab shows something else
    await settle(page);
    const { pathname, search } = new URL(page.url());
    found.push(pathname + search);
  }
  return found;
}
