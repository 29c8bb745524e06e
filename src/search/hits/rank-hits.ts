/**
 * Ranks hits: the exact name first, then names that begin with the text, then by the share of the name that was
 * matched, then by usage. Pure.
 */
import type { SearchHit } from '../../storage/index.js';
import { isHyphenated, splitWords, stem, tokensOfWords, type Word, wholeToken } from '../words/tokenize.js';
import { byRelevance } from './relevance-page.js';

/** A hit with the strongest columns that it matched in (0 the whole name … 3 the description) and its usage. */
export interface FoundHit extends SearchHit {
  strength: number;
  used: number;
  /** The text is the fully qualified name of the hit. */
  isPath?: true;
}

export interface RankedHit extends FoundHit {
  score: number;
  /** The part of the score that comes from settings. */
  boosted?: number;
}

const MOST_USE = 1_000_000;
/** The bonus of the most used: more than a shorter name gives, less than any better match. */
const USE = 12;
/** The bonus of the requested type: more than a whole name gives, less than a whole name plus its position. */
const KIND = 130;
/**
 * The bonus for matching every word of the request, including those without weight: less than a match in the name
 * instead of the description.
 */
const LITERAL = 30;
/** A full path match ranks first. */
const PATH = 300;

export interface RankedText {
  /** The words that were searched for. */
  readonly text: string;
  /** The complete text that they were taken from: it may be a name. */
  readonly whole?: string;
  /** The requested types. */
  readonly kinds?: readonly string[];
  /** Ids of the hits that have all words of `whole`. */
  readonly literal?: ReadonlySet<number>;
  /** Replacements of mistyped words. */
  readonly replaced?: ReadonlyMap<string, readonly string[]>;
}

/** Sorts the hits of a text; ties by name, then id. */
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

/** Stems of the words of a text; a hyphenated word such as `e-mail` counts as one. */
function wordsIn(text: string): string[] {
  return text.split(/\s+/).flatMap((word) => (isHyphenated(word) ? stem(wholeToken(word)) : stemsOf(splitWords(word))));
}

/** The request, folded: as one word, the same of its stems, and its words with their replacements. */
interface Asked {
  whole: string;
  stem: string;
  words: readonly (readonly string[])[];
  /** The complete text as one word; empty where it adds nothing to `whole`. */
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
