// The rules for the web pages: the order of imports, texts in `words` only, and nothing that could run foreign code.
import { posix } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { findCycles } from './find-cycles.mjs';

// Layers of `ui`, left to right; layers of one row do not import each other. `cairn/client` and `cairn/contract` are open to all.
const ROWS = [['gallery'], ['app'], ['pages'], ['entities'], ['kit', 'data'], ['words', 'styles']];
const WORDY = new Set(['label', 'title', 'placeholder', 'aria-label', 'alt', 'description', 'message']);
const FORBIDDEN =
  /\b(dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function\()/;
const FOREIGN = /\bhttps?:\/\/(?!www\.w3\.org\/)/;
/** Used by tests only and not shipped, so its texts need no translation. */
const GALLERY = 'gallery';
/** Only the session sends requests without `cairn/client`. */
const FETCHES = 'ui/data/session.ts';

/** Findings `{ path, line, rule, text }` of `Map<path from the root, text>`. */
export function checkUi(sources) {
  const files = [...sources].map(([path, text]) => ({ path, text, ...read(path, text) }));
  const edges = new Map(
    files.map(({ path, imports }) => [path, imports.filter((i) => !i.typeOnly).map((i) => i.target)]),
  );
  const findings = files.flatMap((file) =>
    [...checkArrows(file), ...checkWords(file), ...checkLines(file)].map((finding) => ({
      path: file.path,
      ...finding,
    })),
  );
  for (const cycle of findCycles(edges))
    findings.push({ path: cycle[0], line: 1, rule: 'cycle', text: `${cycle.join(' -> ')} -> ${cycle[0]}` });
  return findings;
}

const layerOf = (path) => path.split('/')[1];
const rowOf = (layer) => ROWS.findIndex((row) => row.includes(layer));

function checkArrows({ path, imports }) {
  const layer = layerOf(path);
  if (rowOf(layer) < 0) return [{ line: 1, rule: 'layer', text: `"${layer}" is not a layer of the web pages` }];
  return imports.flatMap(({ target, line }) => {
    const say = (text) => [{ line, rule: 'arrow', text }];
    if (!target.startsWith('ui/')) return say(`${target}: import cairn/client or cairn/contract instead`);
    const to = layerOf(target);
    if (layer === 'pages' && to === 'pages' && areaOf(path) !== areaOf(target))
      return say(`pages/${areaOf(path)} must not import pages/${areaOf(target)}`);
    if (to !== layer && rowOf(to) <= rowOf(layer)) return say(`${layer} must not import ${to}`);
    return [];
  });
}

function checkWords({ path, texts }) {
  if (layerOf(path) === GALLERY) return [];
  return texts.map(({ line, value }) => ({ line, rule: 'words', text: `"${value}" belongs in ui/words` }));
}

const areaOf = (path) => path.split('/')[2];

function checkLines({ path, text }) {
  return text.split('\n').flatMap((line, i) => {
    const at = (rule, why) => [{ line: i + 1, rule, text: why }];
    const forbidden = FORBIDDEN.exec(line);
    if (forbidden) return at('unsafe', `${forbidden[1]} can run what somebody wrote`);
    if (FOREIGN.test(line)) return at('foreign', 'pages load nothing from other hosts');
    if (/(?<![\w.])fetch\(/.test(line) && path !== FETCHES) return at('fetch', 'use the client of ui/data/client.ts');
    return [];
  });
}

function read(path, text) {
  const { program, errors } = parseSync(path, text);
  if (errors.length) throw new Error(`${path}: ${errors[0].message}`);
  const imports = [];
  const texts = [];
  const lineAt = (offset) => text.slice(0, offset).split('\n').length;
  const isWord = (value) => typeof value === 'string' && /\p{L}{2,}/u.test(value);
  walk(program, (node) => {
    const specifier = node.source?.value;
    if (typeof specifier === 'string' && specifier.startsWith('.') && /\.js$/.test(specifier))
      imports.push({
        target: posix.join(posix.dirname(path), specifier),
        line: lineAt(node.start),
        typeOnly: node.importKind === 'type' || node.exportKind === 'type',
      });
    if (node.type === 'JSXText' && isWord(node.value))
      texts.push({ line: lineAt(node.start), value: node.value.trim() });
    if (node.type === 'JSXAttribute' && WORDY.has(node.name.name) && isWord(node.value?.value))
      texts.push({ line: lineAt(node.start), value: node.value.value });
  });
  return { imports: imports.map((one) => ({ ...one, target: one.target.replace(/\.js$/, '') })), texts };
}

function walk(node, visit) {
  if (Array.isArray(node)) for (const item of node) walk(item, visit);
  else if (node && typeof node === 'object') {
    if (typeof node.type === 'string') visit(node);
    for (const value of Object.values(node)) if (value && typeof value === 'object') walk(value, visit);
  }
}
