// What a person waits for when they open a page for the first time and again, and when they go from one to the next.
import { SCHEMA } from './make-catalog.mjs';
import { heapOf, openTab, timeOfClick, visit } from './visit.mjs';

const CHANGES = 200;

const heading = (text) => ({ at: 'h1', text });
/** The name of a page, its address, and what of it is useful. */
const PAGES = [
  ['my data', '/my-data', heading(/^Welcome/)],
  ['search among all tables', '/explore/tables?search=order', { at: '[data-result]' }],
  ['schema with its tables', `/databaseSchema/${SCHEMA}`, heading(new RegExp(`^${SCHEMA.split('.').at(-1)}`))],
  ['glossaries', '/glossary', heading(/^Glossaries/)],
];

export async function* measurePages(openContext) {
  for (const [name, path, seen] of PAGES) {
    const context = await openContext();
    for (const [how, limit] of [
      ['first', 1400],
      ['again', 700],
    ]) {
      const { page } = await openTab(context);
      const { useful, largest, blocked, moved } = await visit(page, path, seen);
      yield row(`${name}: useful, ${how}`, useful, 1500);
      yield row(`${name}: largest paint, ${how}`, largest, limit);
      if (how === 'first') {
        yield row(`${name}: blocked`, blocked, 300);
        yield row(`${name}: moved`, moved, 0.02, '');
      }
      await page.close();
    }
    await context.close();
  }
  const context = await openContext();
  yield* await measureChanges(context);
  await context.close();
}

/** From page to page in one tab. */
async function measureChanges(context) {
  const { page, protocol } = await openTab(context);
  await visit(page, '/my-data', heading(/^Welcome/));
  const links = page.getByRole('navigation', { name: 'Main' });
  const go = (name, title) => timeOfClick(page, links.getByRole('link', { name, exact: true }), heading(title));
  const circle = [
    ['Explore', /^Explore/],
    ['Glossaries', /^Glossaries/],
    ['Tags', /^Classifications/],
    ['My data', /^Welcome/],
  ];
  for (const step of circle) await go(...step); // their files are loaded now
  const times = [];
  for (const step of circle) times.push(await go(...step));
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  for (let i = 0; i < CHANGES; i++) await go(...circle[i % circle.length]);
  const { slowest } = await page.evaluate(() => globalThis.watched);
  return [
    row('change of page, slowest of four', Math.max(...times), 200),
    row('slowest answer to a click of the changes', slowest, 150),
    row(`memory after ${CHANGES} changes of page`, await heapOf(protocol), 80, 'MB'),
  ];
}

export function row(name, value, limit, unit = 'ms', more = {}) {
  return { name, value, limit, unit, ...more };
}
