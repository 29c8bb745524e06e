// Very large lists: nothing takes over 1.5 seconds, and scrolling does not stutter.
import { GLOSSARY, SCHEMA, termName, WIDE } from './make-catalog.mjs';
import { row } from './measure-pages.mjs';
import { openTab, scrollRate, timeOf, timeOfInput, visit } from './visit.mjs';

const WAIT = 1500;
const SMOOTH = 55;

export async function* measureLargeLists(openContext, { tables, columns, terms }) {
  const context = await openContext();
  yield* await measureSearch(context, tables);
  yield* await measureColumns(context, columns);
  yield* await measureTerms(context, terms);
  await context.close();
}

async function measureSearch(context, tables) {
  const { page } = await openTab(context);
  await visit(page, '/my-data', { at: 'h1' });
  const box = page.getByRole('searchbox', { name: 'Search' });
  const time = await timeOf(async () => {
    await box.fill('order');
    await page.getByRole('option').nth(1).waitFor();
  });
  await page.close();
  return [row(`${tables} tables: hits while one types`, time, WAIT)];
}

async function measureColumns(context, columns) {
  const path = `/table/${SCHEMA}.${WIDE}`;
  const first = { at: '[role=row]', text: /column_0(?!\d)/ };
  const slow = await openTab(context);
  const { useful } = await visit(slow.page, path, first);
  await slow.page.close();
  const { page } = await openTab(context, { slowed: false });
  await visit(page, path, first);
  const shown = await page.getByRole('row').count();
  const rate = await scrollRate(page, page.getByRole('grid'));
  const last = `column_${columns - 1}`;
  const field = page.getByRole('textbox', { name: 'Find a column' });
  const filter = await timeOfInput(page, field, last, { at: '[role=row]', text: new RegExp(last) });
  await page.close();
  return [
    row(`${columns} columns: useful`, useful, WAIT),
    row(`${columns} columns: rows in the document`, shown, 60, 'rows'),
    row(`${columns} columns: filter`, filter, 100),
    row(`${columns} columns: scrolling`, rate, SMOOTH, 'pictures a second', { atLeast: true }),
  ];
}

async function measureTerms(context, terms) {
  const first = { at: '[role=row]', text: new RegExp(termName(0)) };
  const slow = await openTab(context);
  const { useful } = await visit(slow.page, `/glossary/${GLOSSARY}`, first);
  const opened = await timeOf(async () => {
    await slow.page.getByRole('treeitem', { name: new RegExp(GLOSSARY) }).press('ArrowRight');
    await slow.page.getByRole('treeitem', { name: termName(0) }).waitFor();
  });
  const found = await timeOf(async () => {
    await slow.page.getByRole('textbox', { name: 'Find a term' }).fill(termName(terms - 1));
    await slow.page.getByRole('treeitem', { name: termName(terms - 1) }).waitFor();
  });
  await slow.page.close();
  const { page } = await openTab(context, { slowed: false });
  await visit(page, `/glossary/${GLOSSARY}`, first);
  const rate = await scrollRate(page, page.getByRole('grid'));
  const reached = await timeOf(() => toTheEnd(page, terms));
  const shown = await page.getByRole('row').count();
  await page.close();
  return [
    row(`${terms} terms: useful`, useful, WAIT),
    row(`${terms} terms: the glossary opens in the tree`, opened, WAIT),
    row(`${terms} terms: one is found by its name`, found, WAIT),
    row(`${terms} terms: scrolling`, rate, SMOOTH, 'pictures a second', { atLeast: true }),
    row(`${terms} terms: a page further, on the way to the last`, reached / (terms / 200), WAIT),
    row(`${terms} terms: rows in the document at the last`, shown, 60, 'rows'),
  ];
}

/** Scrolls until the last term is reached. */
async function toTheEnd(page, terms) {
  await page.evaluate(
    async (last) => {
      const isThere = () => [...document.querySelectorAll('[role=row]')].some((one) => one.textContent.includes(last));
      while (!isThere()) {
        window.scrollTo(0, document.documentElement.scrollHeight);
        await new Promise((done) => requestAnimationFrame(done));
      }
    },
    termName(terms - 1),
  );
}
