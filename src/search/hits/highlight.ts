/** Highlights the words of a search in the text of a hit. Linear in the text. Pure. */
import { at, type Fields, isObject, type PartRule } from '../../catalog/index.js';
import { boundedCache } from '../bounded-cache.js';
import { isNamesOf } from '../query/part-fields.js';
import { LONGEST, splitWords, stem, wholeToken } from '../words/tokenize.js';

const START = '<span class="text-highlighter">';
const END = '</span>';
/** Texts of one field that are searched, and that are returned. */
const LOOKED = 500;
const SHOWN = 5;
/** Size of the cache of words and whether they are highlighted. */
const REMEMBERED = 10_000;

/** What to highlight. */
export interface HighlightView {
  /** Dotted names. */
  fields: readonly string[];
  /** The lists of parts that the type of the hit has. */
  parts: readonly PartRule[];
  /** Characters of a text that are searched. */
  longest: number;
}

/** Highlighted texts by field; fields without any are omitted. */
export type Highlighter = (source: Fields, view: HighlightView) => Record<string, string[]>;

/** A highlighter for the words of a text, to be used for all hits of a response. */
export function createHighlighter(text: string): Highlighter {
  const words = splitWords(text);
  const wanted = new Set(words.flatMap(({ parts, joined }) => [...parts, joined]));
  if (wanted.size === 0) return () => ({});
  const prefixes = words.map(({ joined }) => joined).filter((word) => word.length > 2);
  const compare = (word: string) => {
    const token = wholeToken(word);
    return wanted.has(token) || wanted.has(stem(token)) || prefixes.some((prefix) => token.startsWith(prefix));
  };
  const remembered = boundedCache(REMEMBERED, compare);
  const fits = (word: string) => (word.length > LONGEST ? compare(word) : remembered(word));
  return (source, { fields, parts, longest }) => {
    const marks: Record<string, string[]> = {};
    for (const field of fields) {
      const found = textsOf(source, pathOf(field), parts).flatMap((one) => mark(one.slice(0, longest), fits) ?? []);
      if (found.length > 0) marks[field] = found.slice(0, SHOWN);
    }
    return marks;
  };
}

/** The source fields that these highlights need. */
export function fieldsToHighlight({ fields, parts }: HighlightView): string[] {
  return fields.map((field) => parts.find((rule) => isNamesOf(pathOf(field), rule))?.nameList ?? field);
}

function pathOf(field: string): string {
  return field.replace(/\.(keyword|ngram|stemmed|compound|actualCase)$/, '');
}

/** Texts at a dotted path, through lists; names of parts at any depth. */
function textsOf(source: Fields, path: string, parts: readonly PartRule[]): string[] {
  const rule = parts.find((one) => isNamesOf(path, one));
  if (rule) return partNames(at(source, rule.path), rule.children, []);
  let values: unknown[] = [source];
  for (const name of path.split('.'))
    values = values.flatMap((value) => (isObject(value) ? value[name] : [])).slice(0, LOOKED);
  return values.filter((value) => typeof value === 'string');
}

function partNames(list: unknown, children: string | undefined, found: string[]): string[] {
  if (!Array.isArray(list)) return found;
  for (const part of list) {
    if (found.length >= LOOKED) return found;
    if (!isObject(part)) continue;
    found.push(String(part.name));
    if (children !== undefined) partNames(part[children], children, found);
  }
  return found;
}

function mark(text: string, fits: (word: string) => boolean): string | null {
  let found = false;
  const marked = text.replace(/[\p{L}\p{N}\p{M}]+(?:_+[\p{L}\p{N}\p{M}]+)*/gu, (word) => {
    if (fits(word)) {
      found = true;
      return `${START}${word}${END}`;
    }
    if (!word.includes('_')) return word;
    return word.replace(/[\p{L}\p{N}\p{M}]+/gu, (part) => {
      if (!fits(part)) return part;
      found = true;
      return `${START}${part}${END}`;
    });
  });
  return found ? marked : null;
}
