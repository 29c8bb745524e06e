import type { SourceLiteral } from '../../egress/index.js';

/**
 * Reads a list or a single value, in JSON or as Python writes it: `["a", 1]`, `('a', None)`, `{'a', True}`. Undefined
 * for anything else.
 */
export function readLiteral(text: string): SourceLiteral | SourceLiteral[] | undefined {
  const [first = '', ...rest] = tokensOf(text) ?? [];
  if (!(first in CLOSERS)) return rest.length === 0 ? literalOf(first) : undefined;
  const values: SourceLiteral[] = [];
  for (let at = 0; ; at += 2) {
    const [item = '', after] = rest.slice(at, at + 2);
    if (item === CLOSERS[first]) return after === undefined ? values : undefined;
    const value = literalOf(item);
    if (value === undefined) return undefined;
    values.push(value);
    if (after === CLOSERS[first]) return rest.length === at + 2 ? values : undefined;
    if (after !== ',') return undefined;
  }
}

const CLOSERS: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}' };
const TOKEN = /\s*([[\](){},]|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[\w.+-]+)\s*/suy;

function tokensOf(text: string): string[] | undefined {
  const tokens: string[] = [];
  const pattern = new RegExp(TOKEN);
  while (pattern.lastIndex < text.length) {
    const [, token] = pattern.exec(text) ?? [];
    if (token === undefined) return undefined;
    tokens.push(token);
  }
  return tokens;
}

const WORDS: Readonly<Record<string, SourceLiteral>> = {
  True: true,
  true: true,
  False: false,
  false: false,
  None: null,
  null: null,
};
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

function literalOf(token: string): SourceLiteral | undefined {
  if (/^["']/.test(token))
    return token.slice(1, -1).replaceAll(/\\(?:u([\da-f]{4})|(.))/gisu, (_, code?: string, char?: string) => {
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
      return ESCAPES[char ?? ''] ?? char ?? '';
    });
  if (Object.hasOwn(WORDS, token)) return WORDS[token];
  return token === '' || Number.isNaN(Number(token)) ? undefined : Number(token);
}
