// How much of the built pages a browser loads, compressed by gzip.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const KB = 1024;
const LIMITS = { initial: 230 * KB, route: 60 * KB, all: 600 * KB, css: 45 * KB };
/** Loaded when something is shown that few pages hold: an editor of code, a description with HTML. */
const EDITOR = /codemirror|code-editor|markdown-html/;

/** Rows `{ name, size, limit }`. */
export function measureSizes(folder) {
  const chunks = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'));
  const sizeOf = (file) => statSync(join(folder, `${file}.gz`)).size;
  const sum = (keys) => [...keys].reduce((total, key) => total + sizeOf(chunks[key].file), 0);
  const isCode = (key) => chunks[key].file.endsWith('.js') && !EDITOR.test(key);
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const entries = scriptsOf(html, chunks);
  const first = closure(entries, chunks);
  const all = [...closure(entries, chunks, true)].filter(isCode);
  const routes = all
    .filter((key) => !first.has(key))
    .map((key) => ({ key, size: sum([...closure([key], chunks)].filter((one) => !first.has(one) && isCode(one))) }))
    .sort((a, b) => b.size - a.size);
  const css = [...html.matchAll(/ href="\/([^"]+\.css)"/g)].map(([, file]) => file);
  const heaviest = routes[0] ?? { key: '-', size: 0 };
  return [
    { name: 'scripts at first', size: sum(first), limit: LIMITS.initial },
    { name: `scripts of the heaviest route (${heaviest.key})`, size: heaviest.size, limit: LIMITS.route },
    { name: 'all scripts but editors', size: sum(all), limit: LIMITS.all },
    { name: 'styles', size: css.reduce((total, file) => total + sizeOf(file), 0), limit: LIMITS.css },
  ];
}

/** The chunks that the page itself loads; the shell, which every signed-in user needs, must be among them. */
function scriptsOf(html, chunks) {
  const files = new Set([...html.matchAll(/ (?:src|href)="\/([^"]+\.js)"/g)].map(([, file]) => file));
  const keys = Object.keys(chunks).filter((key) => files.has(chunks[key].file));
  const later = Object.keys(chunks).some((key) => key.includes('app/shell/shell'));
  if (keys.length === 0 || later) throw new Error('the scripts of index.html are not what a page needs at first');
  return keys;
}

/** The chunks with all that they import; `later`: on demand, too. */
function closure(keys, chunks, later = false) {
  const found = new Set();
  const add = (key) => {
    if (found.has(key) || !chunks[key]) return;
    found.add(key);
    const { imports = [], dynamicImports = [] } = chunks[key];
    for (const next of later ? [...imports, ...dynamicImports] : imports) add(next);
  };
  for (const key of keys) add(key);
  return found;
}
