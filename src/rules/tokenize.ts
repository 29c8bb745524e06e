import { excerpt, type RuleError } from './rule-error.js';

export type TokenKind = '&&' | '||' | '!' | '(' | ')' | '{' | '}' | ',' | 'boolean' | 'name' | 'text' | 'end';

export interface Token {
  readonly kind: TokenKind;
  /** The value of a string, the source text of any other token. */
  readonly value: string;
  readonly position: number;
  /** Position after the last character. */
  readonly end: number;
}

const SPACE = /[ \t\r\n]/;
const SIGNS: readonly TokenKind[] = ['&&', '||', '!', '(', ')', '{', '}', ','];
const WORD_START = /[A-Za-z_]/;
const WORD_PART = /[A-Za-z0-9_]/;

/** Keywords, case-insensitive; every other word is a function name. */
const KEYWORDS: ReadonlyMap<string, TokenKind> = new Map([
  ['and', '&&'],
  ['or', '||'],
  ['not', '!'],
  ['true', 'boolean'],
  ['false', 'boolean'],
]);

/** Tokenizes a condition text in one pass; the last token is always `end`. */
export function tokenize(text: string): readonly Token[] | RuleError {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    if (SPACE.test(text.charAt(at))) {
      at += 1;
      continue;
    }
    const next = readToken(text, at);
    if ('message' in next) return next;
    tokens.push(next);
    at = next.end;
  }
  tokens.push({ kind: 'end', value: '', position: text.length, end: text.length });
  return tokens;
}

function readToken(text: string, at: number): Token | RuleError {
  const first = text[at];
  if (first === "'" || first === '"') return readText(text, at, first);
  const sign = SIGNS.find((candidate) => text.startsWith(candidate, at));
  if (sign !== undefined) return { kind: sign, value: sign, position: at, end: at + sign.length };
  if (WORD_START.test(text.charAt(at))) return readWord(text, at);
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return { position: at, message: `Unexpected character ${JSON.stringify(character)}` };
}

function readWord(text: string, start: number): Token {
  let end = start + 1;
  while (end < text.length && WORD_PART.test(text.charAt(end))) end += 1;
  const value = text.slice(start, end);
  return { kind: KEYWORDS.get(value.toLowerCase()) ?? 'name', value, position: start, end };
}

/** A string ends at its own quote character. A doubled quote is a literal quote; a backslash has no special meaning. */
function readText(text: string, start: number, quote: string): Token | RuleError {
  let close = text.indexOf(quote, start + 1);
  while (close !== -1 && text[close + 1] === quote) close = text.indexOf(quote, close + 2);
  if (close === -1) {
    return { position: start, message: `The text ${excerpt(text.slice(start))} has no closing quote` };
  }
  const value = text.slice(start + 1, close).replaceAll(quote + quote, quote);
  return { kind: 'text', value, position: start, end: close + 1 };
}
