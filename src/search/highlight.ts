/** Marks the words of a search in what a hit shows. Linear in the text. Pure. */
import { type Fields, isObject } from '../catalog/index.js';
import { splitWords, stem, wholeToken } from './tokenize.js';

const START = '<span class="text-highlighter">';
const END = '</span>';
/** Texts of one field that are looked at, and that are shown. */
const LOOKED = 500;
const SHOWN = 5;

/** What to mark. */
export interface HighlightView {
  /** Dotted names. */
  fields: readonly string[];
  /** Characters of a text that are looked at. */
  longest: number;
}

/** Texts with marks by field, fields without any left out. */
export function highlight(source: Fields, text: string, { fields, longest }: HighlightView): Record<string, string[]> {
  const words = splitWords(text);
  const wanted = new Set(words.flatMap(({ parts, joined }) => [...parts, joined]));
  if (wanted.size === 0) return {};
  const prefixes = words.map(({ joined }) => joined).filter((word) => word.length > 2);
  const marks: Record<string, string[]> = {};
  for (const field of fields) {
    const texts = textsOf(source, field.replace(/\.(keyword|ngram|stemmed|compound|actualCase)$/, ''));
    const found = texts.flatMap((one) => mark(one.slice(0, longest), wanted, prefixes) ?? []);
    if (found.length > 0) marks[field] = found.slice(0, SHOWN);
  }
  return marks;
}

/** Texts at a dotted path, through lists; names of parts at any depth. */
function textsOf(source: Fields, path: string): string[] {
  if (path === 'columns.name' && Array.isArray(source.columnNames))
    return source.columnNames.slice(0, LOOKED).map(String);
  let values: unknown[] = [source];
  for (const name of path.split('.'))
    values = values.flatMap((value) => (isObject(value) ? value[name] : [])).slice(0, LOOKED);
  return values.filter((value) => typeof value === 'string');
}

function mark(text: string, wanted: ReadonlySet<string>, prefixes: readonly string[]): string | null {
  let found = false;
  const fits = (word: string) => {
    const token = wholeToken(word);
    const fit = wanted.has(token) || wanted.has(stem(token)) || prefixes.some((prefix) => token.startsWith(prefix));
    found ||= fit;
    return fit;
  };
  const marked = text.replace(/[\p{L}\p{N}\p{M}]+(?:_+[\p{L}\p{N}\p{M}]+)*/gu, (word) => {
    if (fits(word)) return `${START}${word}${END}`;
    return word.includes('_')
      ? word.replace(/[\p{L}\p{N}\p{M}]+/gu, (part) => (fits(part) ? `${START}${part}${END}` : part))
      : word;
  });
  return found ? marked : null;
}
