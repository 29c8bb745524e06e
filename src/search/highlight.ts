/** Marks the words of a search in what a hit shows. Linear in the text. Pure. */
import type { Fields } from '../catalog/index.js';
import { splitWords, stem, wholeToken } from './tokenize.js';

const START = '<span class="text-highlighter">';
const END = '</span>';
const LONGEST = 1000;

/** Texts with marks by field, fields without any left out. */
export function highlight(source: Fields, text: string): Record<string, string[]> {
  const words = splitWords(text);
  const wanted = new Set(words.flatMap(({ parts, joined }) => [...parts, joined]));
  if (wanted.size === 0) return {};
  const prefixes = words.map(({ joined }) => joined).filter((word) => word.length > 2);
  const marks: Record<string, string[]> = {};
  for (const field of ['displayName', 'description'] as const) {
    const marked = typeof source[field] === 'string' ? mark(source[field].slice(0, LONGEST), wanted, prefixes) : null;
    if (marked !== null) marks[field] = [marked];
  }
  if (marks.displayName) marks['displayName.ngram'] = marks.displayName;
  const columns = Array.isArray(source.columnNames) ? source.columnNames.slice(0, 500) : [];
  const found = columns.flatMap((name) => mark(String(name), wanted, prefixes) ?? []);
  if (found.length > 0) marks['columns.name'] = found.slice(0, 5);
  return marks;
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
