/** The order of hits: the exact name, then what begins with it, then how much of the name was asked for, then use. Pure. */
import type { SearchHit } from '../../storage/index.js';
import { isHyphenated, splitWords, stem, tokensOfWords, type Word, wholeToken } from '../words/tokenize.js';
import { byRelevance } from './relevance-page.js';

/** A hit with the strongest columns that it was found in (0 the whole name … 3 the description) and its use. */
export interface FoundHit extends SearchHit {
  strength: number;
  used: number;
  /** The text is its fully qualified name. */
  isPath?: true;
}

export interface RankedHit extends FoundHit {
  score: number;
  /** How much of the score is from settings. */
  boosted?: number;
}

const MOST_USE = 1_000_000;
/** What the most used gains: more than a shorter name does, less than any better match. */
const USE = 12;
/** What the type that was asked for gains: more than a whole name, less than that and where it stands. */
const KIND = 130;
/** What all words give that were said, those without weight included: less than a name instead of a description does. */
const LITERAL = 30;
/** What is called so by its whole path stands first. */
const PATH = 300;

export interface RankedText {
  /** The words that were searched for. */
  readonly text: string;
  /** What they were taken from: a name may be spelled so. */
  readonly whole?: string;
  /** Types that were asked for. */
  readonly kinds?: readonly string[];
  /** Numbers of hits that have all words of `whole`. */
  readonly literal?: ReadonlySet<number>;
  /** What stood in for mistyped words. */
  readonly replaced?: ReadonlyMap<string, readonly string[]>;
}

/** Sorts hits that were found for a text; ties by name, then id. */
export function rankHits(
  hits: readonly FoundHit[],
  { text, whole = '', kinds = [], literal = new Set(), replaced = new Map() }: RankedText,
): RankedHit[] {
  const given = [...new Set(wordsIn(text))];
  const words = given.map((word) => [word, ...(replaced.get(word) ?? [])]);
  const meant = stemsOf(splitWords(text)).map((word) => {
    const [only = word, ...others] = replaced.get(word) ?? [];
    return others.length === 0 ? only : word;
  });
  const isCorrected = given.some((word) => (replaced.get(word)?.length ?? 0) > 0);
  const asked = {
    whole: isCorrected ? meant.join('') : wholeToken(text),
    stem: meant.join(''),
    words,
    said: wholeToken(whole),
  };
  return hits
    .map((hit) => {
      const more = (kinds.includes(hit.type) ? KIND : 0) + (literal.has(hit.n) ? LITERAL : 0);
      return { ...hit, score: round(score(hit, asked) + more + (hit.isPath ? PATH : 0)) };
    })
    .sort(byRelevance);
}

/** Stems of the words of a text; one with hyphens is one word, as `e-mail` is. */
function wordsIn(text: string): string[] {
  return text.split(/\s+/).flatMap((word) => (isHyphenated(word) ? stem(wholeToken(word)) : stemsOf(splitWords(word))));
}

/** What was asked for, folded: as one word, the same of its stems, and its words with what may stand in for them. */
interface Asked {
  whole: string;
  stem: string;
  words: readonly (readonly string[])[];
  /** The same of all that was said, as one word; empty where that is no more. */
  said: string;
}

function score(hit: FoundHit, { whole, stem: stems, words, said }: Asked): number {
  const name = wholeToken(hit.name);
  const use = Math.log1p(Math.min(hit.used, MOST_USE)) / Math.log1p(MOST_USE);
  const tier = [60, 40, 15, 1][hit.strength] ?? 1;
  if (whole === '' || words.length === 0) return 1 + use;
  const parts = splitWords(hit.name);
  const tokens = tokensOfWords(parts);
  let found = 0;
  for (const alternatives of words) found += Math.max(...alternatives.map((word) => shareOf(word, tokens)));
  const asked = found / words.length;
  const covered = tokens.length === 0 ? 0 : found / Math.max(found, hit.weight);
  const exact =
    name === said ? 110 : name === whole ? 100 : hit.strength === 0 ? 90 : stemsOf(parts).join('') === stems ? 80 : 0;
  const begins = exact === 0 && name.startsWith(whole) ? 20 + 20 * (whole.length / name.length) : 0;
  return exact + tier + begins + 20 * asked + 10 * covered + USE * use;
}

function stemsOf(words: readonly Word[]): string[] {
  return words.flatMap(({ parts }) => parts);
}

/** 1 for the word itself, less for a word that begins with it. */
function shareOf(word: string, tokens: readonly string[]): number {
  if (tokens.includes(word)) return 1;
  return tokens.some((token) => token.startsWith(word)) ? 0.7 : 0;
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
