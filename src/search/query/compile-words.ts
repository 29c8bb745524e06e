/**
 * Compiles words to conditions: their parts, prefixes, references to entities with such names, and corrections of
 * typing mistakes.
 */
import { setImmediate } from 'node:timers/promises';
import type { Registry } from '../../catalog/index.js';
import {
  hasHits,
  parentsAmong,
  type SearchColumn,
  type Sql,
  type WordQuery,
  wordsBeginning,
  wordsByKeys,
} from '../../storage/index.js';
import { referenceToken } from '../indexing/key-token.js';
import { isForgiven, isNear, wordKeys } from '../words/near-words.js';
import { isHyphenated, splitWords, type Word, wholeToken } from '../words/tokenize.js';
import { both, type Condition, EVERYTHING, either, matching, NOTHING } from './condition.js';
import { allOf, anyOf, idsNamed, idsWith, key } from './find-ids.js';
import { containerTypes, referredTypes } from './search-fields.js';
import { LIMITS, type SearchQuery } from './search-query.js';

/** The columns that words are searched in: the whole name; names; also parts and references; everything. */
export type Strength = 0 | 1 | 2 | 3;

export const COLUMNS: readonly (readonly SearchColumn[])[] = [
  ['exact'],
  ['exact', 'name'],
  ['exact', 'name', 'parts', 'refs'],
  ['exact', 'name', 'parts', 'refs', 'body'],
];
const TEXT: readonly SearchColumn[] = ['exact', 'name', 'parts', 'body'];
const BEGINNING: readonly SearchColumn[] = ['exact', 'name', 'parts'];

const MOST_REFERENCES = 500;
const MOST_NEAR = 8;
/** Words of one request that are checked for typing mistakes. */
const MOST_COMPARED = 32;
/** Words that a prefix expands to: by default, and where the caller requested a prefix search. */
const MOST_LIKELY = 32;
const MOST_ASKED = 256;

export type TextQuery = Extract<SearchQuery, { kind: 'text' }>;

export interface WordCompiler {
  text(query: TextQuery, columns: readonly SearchColumn[]): Promise<Condition>;
  /** Replacements of words that no document has, among the queries compiled so far. */
  readonly replaced: ReadonlyMap<string, readonly string[]>;
}

function pointing(id: string): Condition {
  return matching({ kind: 'word', token: referenceToken(id), in: ['refs'] });
}

export interface WordCompilerDeps {
  sql: Sql;
  registry: Registry;
  /** Types that have documents; null where unknown. */
  types: readonly string[] | null;
  /** Types of the documents that are searched. */
  searched: readonly string[];
}

export function createWordCompiler(deps: WordCompilerDeps): WordCompiler {
  const { sql } = deps;
  const { references, holdersByPath } = createReferenceFinder(deps);
  const { beginnings, corrections, replaced } = createVocabulary(sql);

  async function text(query: TextQuery, columns: readonly SearchColumn[]): Promise<Condition> {
    await setImmediate(); // yield: there may be many texts
    const given = splitWords(query.text).slice(0, LIMITS.words);
    if (given.length === 0) return query.text.trim() === '' ? EVERYTHING : NOTHING;
    if (columns.length === 1 && columns[0] === 'exact')
      return matching({ kind: 'word', token: wholeToken(query.text), in: ['exact'] });
    if (query.form === 'phrase' && given.flatMap((word) => word.parts).length > 1)
      return matching(phrase(given, columns));
    const found = await Promise.all(
      given.flatMap((word, i) =>
        given.slice(i + 1).some(({ joined }) => joined === word.joined)
          ? []
          : [oneWord(word, columns, query.form === 'prefix' && i === given.length - 1)],
      ),
    );
    const each = query.operator === 'or' ? either(found) : both(found);
    const [joined] = query.form === 'words' && isHyphenated(query.text) ? splitWords(wholeToken(query.text)) : [];
    const all = joined ? either([each, await oneWord(joined, columns, false)]) : each;
    if (!columns.includes('refs')) return all;
    return either([all, ...(await holdersByPath(query.text)).map(pointing)]);
  }

  async function oneWord(word: Word, columns: readonly SearchColumn[], asked: boolean): Promise<Condition> {
    const of = columns.filter((column) => column !== 'refs');
    // In parallel: statements to a database server need not wait for each other.
    const [longer, ids, meant] = await Promise.all([
      beginning(word, of, asked, beginnings),
      columns.includes('refs') ? references(word) : [],
      corrected(word, of),
    ]);
    return either([matching(wordIn(word, of)), ...longer, ...ids.map(pointing), ...meant]);
  }

  /** The word with probable corrections in place of the parts that no document has. */
  async function corrected({ parts }: Word, columns: readonly SearchColumn[]): Promise<Condition[]> {
    const word = (token: string): WordQuery => ({ kind: 'word', token, in: columns });
    const meant = await Promise.all(parts.map((part) => corrections(part)));
    if (meant.every((others) => others.length === 0)) return [];
    if (parts.length === 1) return (meant[0] ?? []).map((token) => matching(word(token)));
    const each = parts.map((part, i) => anyOf([part, ...(meant[i] ?? [])].map(word)));
    return [matching(allOf(each))];
  }

  return { text, replaced };
}

/** Names with a word that begins with this one; the last part of a compound word may be a prefix. */
async function beginning(
  word: Word,
  columns: readonly SearchColumn[],
  asked: boolean,
  beginnings: (word: string) => Promise<readonly string[]>,
): Promise<Condition[]> {
  const last = word.raw.at(-1) as string;
  const of = columns.filter(
    (column) => column === 'exact' || column === 'name' || (column === 'parts' && (asked || word.joined.length > 3)),
  );
  if (of.length === 0) return [];
  if (!asked && last.length < 3)
    return word.parts.length > 1 && of.includes('exact') ? [{ kind: 'begins', prefix: word.joined }] : [];
  const before = word.parts.slice(0, -1).map((token): WordQuery => ({ kind: 'word', token, in: of }));
  const written = await beginnings(last);
  const known = written.length > 0 ? written : await beginnings(word.parts.at(-1) as string);
  const longer = known
    .filter((other) => other !== last)
    .slice(0, asked ? MOST_ASKED : MOST_LIKELY)
    .map((token): WordQuery => ({ kind: 'word', token, in: of }));
  if (/^\p{N}{3,}$/u.test(last)) longer.push({ kind: 'word', token: last, in: of, prefix: true });
  const found: Condition[] = [];
  if (longer.length > 0) found.push(matching(allOf([...before, anyOf(longer)])));
  if (of.includes('exact') && (asked || known.length === 0)) found.push({ kind: 'begins', prefix: word.joined });
  return found;
}

/** Finds entities that documents of the searched types can refer to. */
function createReferenceFinder({ sql, registry, types, searched }: WordCompilerDeps) {
  const holdersOf = (names: readonly string[]) =>
    names.filter((type) => types === null || types.includes(type)).map((type) => key('entityType', type));
  const referred = referredTypes(registry);
  const containers = containerTypes(registry, searched).filter((type) => !referred.includes(type));
  const holders = holdersOf([...referred, ...containers]);

  /** Ids of referenced entities with a word in their name. */
  async function findReferences(word: Word): Promise<readonly string[]> {
    const idsOf = (names: readonly string[]) => {
      const among = holdersOf(names);
      const query = allOf([wordIn(word, ['exact', 'name']), anyOf(among)]);
      return among.length === 0 ? [] : idsWith(sql, query, MOST_REFERENCES);
    };
    const [named, possible] = await Promise.all([idsOf(referred), idsOf(containers)]);
    // Most tables, for example, contain nothing, and each id costs every search for the word.
    return [...named, ...(await parentsAmong(sql, possible))];
  }

  const found = new Map<string, Promise<readonly string[]>>();
  const references = (word: Word) => {
    const known = found.get(word.joined) ?? findReferences(word);
    found.set(word.joined, known);
    return known;
  };

  /** The referenced entity that a text names by its path, such as `Classification.Tag`. */
  async function holdersAt(text: string): Promise<readonly string[]> {
    if (holders.length === 0 || !/^[^\s.]+(\.[^\s.]+)+$/u.test(text)) return [];
    return idsNamed(sql, [text], anyOf(holders), MOST_REFERENCES);
  }

  return { references, holdersByPath: memoized(holdersAt) };
}

/** Expands prefixes and corrects typing mistakes by the words that documents have. */
function createVocabulary(sql: Sql) {
  const beginnings = memoized((word: string) => wordsBeginning(sql, word, MOST_ASKED));
  const replaced = new Map<string, readonly string[]>();
  let compared = 0;

  /**
   * Words that were probably meant by a word that no document has; empty when a document has it or a longer word that
   * begins with it.
   */
  async function correctionsOf(word: string): Promise<readonly string[]> {
    if (!isForgiven(word) || ++compared > MOST_COMPARED) return [];
    if (await hasHits(sql, { kind: 'word', token: word, in: TEXT })) return [];
    const longer = (await beginnings(word)).slice(0, MOST_LIKELY);
    if (
      longer.length > 0 &&
      (await hasHits(sql, anyOf(longer.map((token) => ({ kind: 'word', token, in: BEGINNING })))))
    )
      return [];
    const found = await wordsByKeys(sql, wordKeys(word), 200);
    const others = found.filter((other) => other !== word && isNear(word, other)).slice(0, MOST_NEAR);
    replaced.set(word, others);
    return others;
  }

  return { beginnings, corrections: memoized(correctionsOf), replaced };
}

/** The words of a text without prefixes or corrections; empty where it has none. */
export function wordsOf(text: string, columns: readonly SearchColumn[]): Condition[] {
  const each = splitWords(text)
    .slice(0, LIMITS.words)
    .map((word) => wordIn(word, columns));
  return each.length === 0 ? [] : [matching(allOf(each))];
}

/** A word by its parts, or by its joined form where it has several. */
function wordIn({ parts, joined }: Word, columns: readonly SearchColumn[]): WordQuery {
  const each = parts.map(
    (token): WordQuery => ({ kind: 'word', token, in: columns, ...(isLoneSign(token) ? { prefix: true } : {}) }),
  );
  if (each.length === 1) return each[0] as WordQuery;
  return anyOf([allOf(each), { kind: 'word', token: joined, in: columns }]);
}

/** Scripts without spaces are indexed as pairs of characters. */
function isLoneSign(token: string): boolean {
  return [...token].length === 1 && token > '\u0e00';
}

function phrase(given: readonly Word[], columns: readonly SearchColumn[]): WordQuery {
  const tokens = given.flatMap((word) => word.parts);
  return { kind: 'phrase', tokens, in: columns.filter((column) => column !== 'refs') };
}

function memoized<T>(look: (given: string) => Promise<T>): (given: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (given) => {
    const found = known.get(given) ?? look(given);
    known.set(given, found);
    return found;
  };
}
