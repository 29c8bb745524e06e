/**
 * Parses the output of a template into blocks that mail and each chat product render. Everything else is dropped: scripts, styles,
 * attributes, and links other than http, https and mailto. Pure.
 */
import { type Block, type Inline, safeHref } from '../../mail/index.js';
import { walkHtml } from './walk-html.js';

/** Tags whose text is not meant for people. */
const DROPPED = new Set(
  'script style head title iframe object embed svg math noscript template textarea select audio video canvas'.split(
    ' ',
  ),
);
const STYLES: Readonly<Record<string, Inline['style']>> = {
  b: 'bold',
  strong: 'bold',
  ins: 'bold',
  i: 'italic',
  em: 'italic',
  s: 'strike',
  del: 'strike',
  strike: 'strike',
  code: 'code',
};
const GRID = /^table$/;
/** Tags that are part of a line; all others begin a new one. */
const INLINE = new Set([
  ...Object.keys(STYLES),
  'a',
  'span',
  'u',
  'font',
  'small',
  'sub',
  'sup',
  'mark',
  'img',
  'br',
  'wbr',
]);

interface Reading {
  blocks: Block[];
  line: Inline[];
  styles: { tag: string; style: Inline['style'] }[];
  link: { href: string; isButton: boolean } | null;
  /** Number of tags to skip until the one that is dropped ends. */
  dropped: string[];
  quote: { depth: number; content: Inline[] };
  isPreformatted: boolean;
  heading: boolean;
  list: { depth: number; items: Inline[][] };
  /** `left`: cells that further tables may have. */
  grid: { rows: { cells: string[]; isHeader: boolean }[]; isOpen: boolean; left: number };
}

const MOST_COLUMNS = 50;
/** Maximum number of cells in all tables: rows are padded to the longest, so a short text could produce millions. */
const MOST_CELLS = 10_000;

/** Throws a `TemplateError` for HTML that is nested too deeply. */
export function readHtml(html: string): Block[] {
  const reading: Reading = {
    blocks: [],
    line: [],
    styles: [],
    link: null,
    dropped: [],
    quote: { depth: 0, content: [] },
    isPreformatted: false,
    heading: false,
    list: { depth: 0, items: [] },
    grid: { rows: [], isOpen: false, left: MOST_CELLS },
  };
  walkHtml(html, {
    onopentag: (tag, attributes) => open(tag, attributes, reading),
    ontext: (text) => write(text, reading),
    onclosetag: (tag) => close(tag, reading),
  });
  endAll(reading);
  return reading.blocks;
}

function open(tag: string, attributes: Readonly<Record<string, string>>, reading: Reading): void {
  if (reading.dropped.length > 0 || DROPPED.has(tag)) {
    reading.dropped.push(tag);
    return;
  }
  if (!INLINE.has(tag)) endLine(reading);
  const style = STYLES[tag];
  if (style) reading.styles.push({ tag, style });
  if (tag === 'a') reading.link = linkOf(attributes);
  else if (tag === 'br') append('\n', reading);
  else if (tag === 'hr') add({ kind: 'divider' }, reading);
  else if (tag === 'img') addImage(attributes, reading);
  else if (tag === 'blockquote') reading.quote.depth++;
  else if (tag === 'pre') reading.isPreformatted = true;
  else if (/^h[1-6]$/.test(tag)) reading.heading = true;
  else if (tag === 'ul' || tag === 'ol') reading.list.depth++;
  else if (GRID.test(tag)) reading.grid.isOpen = true;
  else if (tag === 'tr') reading.grid.rows.push({ cells: [], isHeader: false });
}

function close(tag: string, reading: Reading): void {
  if (reading.dropped.length > 0) {
    reading.dropped.pop();
    return;
  }
  if (reading.styles.at(-1)?.tag === tag) reading.styles.pop();
  if (tag === 'a') endLink(reading);
  if (INLINE.has(tag)) return;
  if (tag === 'td' || tag === 'th') endCell(tag, reading);
  endLine(reading);
  if (tag === 'blockquote' && reading.quote.depth > 0 && --reading.quote.depth === 0) endQuote(reading);
  else if (tag === 'pre') reading.isPreformatted = false;
  else if ((tag === 'ul' || tag === 'ol') && reading.list.depth > 0 && --reading.list.depth === 0) endList(reading);
  else if (GRID.test(tag)) endGrid(reading);
}

function linkOf({ href, class: names = '' }: Readonly<Record<string, string>>): Reading['link'] {
  const safe = safeHref(href);
  return safe === undefined ? null : { href: safe, isButton: names.split(/\s+/).includes('button') };
}

/** A link with the class `button` on a line of its own becomes the button of the message. */
function endLink(reading: Reading): void {
  const { link, line } = reading;
  reading.link = null;
  const isAlone = line.every((piece) => piece.href === link?.href || piece.text.trim() === '');
  if (!link?.isButton || !isAlone) return;
  const text = line
    .map((piece) => piece.text)
    .join('')
    .trim();
  reading.line = [];
  if (text !== '') add({ kind: 'button', text, href: link.href }, reading);
}

function addImage({ src, alt = '' }: Readonly<Record<string, string>>, reading: Reading): void {
  const safe = safeHref(src);
  if (safe === undefined || !/^https?:/.test(safe) || reading.grid.isOpen) return;
  endLine(reading);
  add({ kind: 'image', src: safe, alt }, reading);
}

function write(text: string, reading: Reading): void {
  if (reading.dropped.length > 0) return;
  // Quotes keep the line breaks of their author.
  const spaces = reading.quote.depth > 0 ? /[^\S\n]+/g : /\s+/g;
  append(reading.isPreformatted ? text : text.replace(spaces, ' '), reading);
}

function append(text: string, { line, styles, link }: Reading): void {
  if (text === '') return;
  const style = styles.at(-1)?.style;
  const href = link?.href;
  const last = line.at(-1);
  if (last && last.style === style && last.href === href) {
    line[line.length - 1] = { ...last, text: last.text + text };
    return;
  }
  line.push({ text, ...(style ? { style } : {}), ...(href === undefined ? {} : { href }) });
}

/** Without the spaces at both ends. */
function trimmed(line: readonly Inline[]): Inline[] {
  const isText = ({ text }: Inline) => text.trim() !== '';
  const begin = line.findIndex(isText);
  const pieces = begin < 0 ? [] : line.slice(begin, line.findLastIndex(isText) + 1);
  return pieces.map((piece, i) => {
    const text = i === 0 ? piece.text.trimStart() : piece.text;
    return { ...piece, text: i === pieces.length - 1 ? text.trimEnd() : text };
  });
}

function endLine(reading: Reading): void {
  if (reading.grid.isOpen) return;
  const line = reading.isPreformatted ? reading.line : trimmed(reading.line);
  reading.line = [];
  const isHeading = reading.heading;
  reading.heading = false;
  if (line.length === 0) return;
  const text = () => line.map((piece) => piece.text).join('');
  if (reading.quote.depth > 0) {
    if (reading.quote.content.length > 0) reading.quote.content.push({ text: '\n' });
    reading.quote.content.push(...line);
  } else if (reading.list.depth > 0) reading.list.items.push(line);
  else if (reading.isPreformatted) add({ kind: 'code', text: text() }, reading);
  else if (isHeading) add({ kind: 'heading', text: text() }, reading);
  else add({ kind: 'paragraph', content: line }, reading);
}

function endQuote({ quote, blocks }: Reading): void {
  if (quote.content.length > 0) blocks.push({ kind: 'quote', content: quote.content });
  quote.content = [];
}

function endList({ list, blocks }: Reading): void {
  if (list.items.length > 0) blocks.push({ kind: 'list', items: list.items });
  list.items = [];
}

function endCell(tag: string, reading: Reading): void {
  const row = reading.grid.rows.at(-1);
  const text = trimmed(reading.line)
    .map((piece) => piece.text)
    .join('');
  reading.line = [];
  if (!row) return;
  row.cells.push(text);
  row.isHeader ||= tag === 'th';
}

function endGrid(reading: Reading): void {
  const { grid } = reading;
  grid.isOpen = false;
  reading.line = [];
  const all = grid.rows.filter(({ cells }) => cells.length > 0);
  grid.rows = [];
  const width = all.reduce((most, { cells }) => Math.min(MOST_COLUMNS, Math.max(most, cells.length)), 0);
  const rows = width === 0 ? [] : all.slice(0, Math.floor(grid.left / width));
  grid.left -= rows.length * width;
  const [first, ...others] = rows;
  if (!first) return;
  const padded = (cells: readonly string[]) => Array.from({ length: width }, (_, i) => cells[i] ?? '');
  const body = first.isHeader ? others : rows;
  const header = first.isHeader ? padded(first.cells) : padded([]);
  add({ kind: 'grid', header, rows: body.map(({ cells }) => padded(cells)) }, reading);
}

/** A block inside of a quote or list, such as a picture, comes before it: quotes and lists are added when they end. */
function add(block: Block, reading: Reading): void {
  reading.blocks.push(block);
}

function endAll(reading: Reading): void {
  if (reading.grid.isOpen) endGrid(reading);
  endLine(reading);
  endQuote(reading);
  endList(reading);
}
