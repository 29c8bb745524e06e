/**
 * Patterns of words in texts. `*order*` is matched by the words that contain it; `*fct_ord*` spans words, so it is
 * matched by words side by side, the first and last of which may be longer.
 */
import {
  literalsOf,
  ONE,
  type SearchColumn,
  type Sql,
  stepsOf,
  type WordQuery,
  wordsBeginning,
  wordsLike,
} from '../../storage/index.js';
import { splitWords, stem, wholeToken } from '../words/tokenize.js';
import { both, type Condition, either, matching, NOTHING } from './condition.js';
import { anyOf } from './find-ids.js';

const MOST_EXPANSIONS = 100;
/** Phrases that one pattern is searched by where it spans words: each of them costs as much as a search. */
const MOST_PHRASES = 36;

/** Texts with the pattern in one of the columns. `like`: the same pattern in `like` syntax. */
export async function matchingPattern(
  sql: Sql,
  { pattern, like }: { pattern: string; like: string },
  columns: readonly SearchColumn[],
): Promise<Condition> {
  const found = await wordsLike(sql, foldedLike(pattern), MOST_EXPANSIONS);
  const alternatives = found.map((token) => matching({ kind: 'word', token, in: columns }));
  const whole = pattern.endsWith('*') && !/[*?]/.test(pattern.slice(0, -1)) ? wholeToken(pattern) : '';
  if (whole !== '' && columns.includes('exact')) alternatives.push({ kind: 'begins', prefix: whole });
  return either([...alternatives, await spanningWords(sql, like, columns)]);
}

/** The text between two wildcards. */
interface Literal {
  /** As written, folded, and as texts have them. */
  raw: readonly string[];
  stems: readonly string[];
  /** The first word may begin earlier, the last one end later. */
  isOpenBefore: boolean;
  isOpenBehind: boolean;
}

async function spanningWords(sql: Sql, like: string, columns: readonly SearchColumn[]): Promise<Condition> {
  const literals = literalsIn(like);
  const spanning = literals.filter(({ stems }) => stems.length > 1).length;
  if (spanning === 0) return NOTHING;
  const most = Math.max(1, Math.floor(MOST_PHRASES / spanning));
  const queryOf = (literal: Literal) =>
    literal.stems.length > 1 ? sideBySide(sql, literal, columns, most) : oneWord(sql, literal, columns);
  return both(await Promise.all(literals.map(async (literal) => matching(await queryOf(literal)))));
}

/** Of a `like` pattern without single-letter wildcards, which stand for one letter of a word or between words. */
function literalsIn(like: string): Literal[] {
  const steps = stepsOf(like);
  if (steps.includes(ONE)) return [];
  return literalsOf(steps).flatMap((text, i, all) => {
    const words = splitWords(text);
    if (words.length === 0) return [];
    return [
      {
        raw: words.flatMap((word) => word.raw),
        stems: words.flatMap((word) => word.parts),
        isOpenBefore: i > 0 && /^[\p{L}\p{N}]/u.test(text),
        isOpenBehind: i < all.length - 1 && /[\p{L}\p{N}\p{M}]$/u.test(text),
      },
    ];
  });
}

async function oneWord(
  sql: Sql,
  { raw: [word = ''], isOpenBefore, isOpenBehind }: Literal,
  columns: readonly SearchColumn[],
): Promise<WordQuery> {
  const like = `${isOpenBefore ? '%' : ''}${word}${isOpenBehind ? '%' : ''}`;
  const tokens = new Set([word, ...(await wordsLike(sql, like, MOST_EXPANSIONS))]);
  return anyOf([...tokens].map((token): WordQuery => ({ kind: 'word', token, in: columns })));
}

async function sideBySide(
  sql: Sql,
  { raw, stems, isOpenBefore, isOpenBehind }: Literal,
  columns: readonly SearchColumn[],
  most: number,
): Promise<WordQuery> {
  const [first = '', last = ''] = [raw[0], raw.at(-1)];
  const atEnds = isOpenBefore && isOpenBehind ? Math.max(1, Math.floor(Math.sqrt(most))) : most;
  const [firsts, lasts] = await Promise.all([
    isOpenBefore ? wordsLike(sql, `%${first}`, MOST_EXPANSIONS) : [],
    isOpenBehind ? wordsBeginning(sql, last, MOST_EXPANSIONS) : [],
  ]);
  const ends = shortest(last, lasts, atEnds);
  return anyOf(
    shortest(first, firsts, atEnds).flatMap((begin) =>
      ends.map((end): WordQuery => ({ kind: 'phrase', tokens: [begin, ...stems.slice(1, -1), end], in: columns })),
    ),
  );
}

/** The stem of the word itself and those of the shortest others. */
function shortest(word: string, others: readonly string[], most: number): string[] {
  const byLength = others.toSorted((a, b) => a.length - b.length);
  return [...new Set([word, ...byLength].map(stem))].slice(0, most);
}

function foldedLike(pattern: string): string {
  return pattern
    .split(/(\*+|\?)/)
    .map((part) => (part.startsWith('*') ? '%' : part === '?' ? '_' : wholeToken(part)))
    .join('');
}
