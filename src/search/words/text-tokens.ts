/** Index tokens of texts. Column names repeat often, so the tokens of short texts are cached. */
import { boundedCache } from '../bounded-cache.js';
import { indexTokens, splitWords, tokensOfWords } from './tokenize.js';

export interface TextTokens {
  /** Separated by blanks. */
  tokens: string;
  count: number;
  /** Words for the vocabulary of typo correction. */
  words: readonly string[];
}

/** Most tokens of one column of a document. */
const MOST_TOKENS = 5000;
const MOST_TEXTS = 10_000;
const LONGEST_TEXT = 80;

export interface TokenMaker {
  of(text: string): TextTokens;
  /** The same for a text whose words are not part of the vocabulary. */
  ofBody(text: string): TextTokens;
  /** Joins the tokens of several texts. */
  join(texts: readonly TextTokens[]): string;
}

export function createTokenMaker(): TokenMaker {
  const remembered = boundedCache(MOST_TEXTS, tokensOfText);
  return {
    of: (text) => (text.length > LONGEST_TEXT ? tokensOfText(text) : remembered(text)),
    ofBody: (text) => (text.length > LONGEST_TEXT ? tokensOfBody(text) : remembered(text)),
    join,
  };
}

function tokensOfBody(text: string): TextTokens {
  const tokens = indexTokens(text);
  return { tokens: tokens.join(' '), count: tokens.length, words: [] };
}

/** The tokens of a text, without the cache. */
export function tokensOfText(text: string): TextTokens {
  const words = splitWords(text);
  const tokens = tokensOfWords(words);
  const compared = new Set<string>();
  for (const { parts, raw } of words) {
    for (const part of parts) if (isCompared(part)) compared.add(part);
    for (const part of raw) if (isCompared(part)) compared.add(part);
  }
  return { tokens: tokens.join(' '), count: tokens.length, words: [...compared] };
}

function isCompared(word: string): boolean {
  return word.length >= 2 && word.length <= 30 && !/^\d+$/.test(word);
}

function join(texts: readonly TextTokens[]): string {
  let joined = '';
  let left = MOST_TOKENS;
  for (const { tokens, count } of texts) {
    if (count === 0) continue;
    const taken = count <= left ? tokens : tokens.split(' ').slice(0, left).join(' ');
    joined = joined === '' ? taken : `${joined} ${taken}`;
    left -= count;
    if (left <= 0) break;
  }
  return joined;
}
