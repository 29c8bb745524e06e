/** Tokens of texts for an index. Names of columns come again and again, so what short texts give is remembered. */
import { boundedMemory } from '../bounded-memory.js';
import { indexTokens, splitWords, tokensOfWords } from './tokenize.js';

export interface TextTokens {
  /** With blanks between them. */
  tokens: string;
  count: number;
  /** Words that others are compared with, to find what was mistyped. */
  words: readonly string[];
}

/** How many tokens of one column of a document are kept. */
const MOST_TOKENS = 5000;
const MOST_TEXTS = 10_000;
const LONGEST_TEXT = 80;

export interface TokenMaker {
  of(text: string): TextTokens;
  /** The same of a text whose words nobody compares with others. */
  ofBody(text: string): TextTokens;
  /** The tokens of texts one after the other. */
  join(texts: readonly TextTokens[]): string;
}

export function createTokenMaker(): TokenMaker {
  const remembered = boundedMemory(MOST_TEXTS, tokensOfText);
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

/** The tokens of a text, not remembered. */
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
