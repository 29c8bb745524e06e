/**
 * The query-string language: words, "phrases", field:value, AND OR NOT &&
 * !, + and -, wildcards, ranges, parentheses, backslashes. One pass that never fails: an invalid operator is read as a
 * word. Pure.
 */

import { first } from '../../context/index.js';
import type { Bound } from '../../storage/index.js';
import { cleanText } from '../words/clean-text.js';
import { isRequest } from '../words/question.js';
import type { TypeWords } from '../words/type-words.js';
import { ALL, LIMITS, type SearchQuery } from './search-query.js';

type Token =
  | { kind: 'word'; text: string; raw: string }
  | { kind: 'phrase'; text: string }
  | { kind: 'field'; name: string }
  | { kind: 'range'; low: string; high: string; lowOpen: boolean; highOpen: boolean }
  | { kind: '(' | ')' | 'and' | 'or' | 'not' | '+' | '-' };

/** A clause and its operator. */
interface Clause {
  occur: 'must' | 'should' | 'mustNot' | 'plain';
  query: SearchQuery;
}

interface Reading {
  tokens: readonly Token[];
  at: number;
  depth: number;
  patterns: number;
}

/** `fields`: where words without a field are searched; null means everywhere. `typesOf` recognizes questions. */
export function parseQueryString(
  text: string,
  fields: readonly string[] | null = null,
  operator: 'and' | 'or' = 'and',
  typesOf: TypeWords = () => null,
): SearchQuery {
  const tokens = tokenize(cleanText(text));
  const spoken = fields === null && operator === 'and' && tokens.length > 1 && tokens.every(isWord);
  const reading: Reading = {
    tokens: spoken ? withoutQuestionMark(tokens, typesOf) : tokens,
    at: 0,
    depth: 0,
    patterns: 0,
  };
  const parts: SearchQuery[] = [];
  while (reading.at < reading.tokens.length) {
    const query = readClauses(reading, fields, operator);
    if (query) parts.push(query);
    if (reading.tokens[reading.at]?.kind === ')') reading.at++; // unbalanced
  }
  if (parts.length === 0) return ALL;
  const [only] = parts;
  if (parts.length === 1 && only) return spoken && only.kind === 'bool' ? { ...only, spoken } : only;
  return { kind: 'bool', must: parts, should: [], mustNot: [], minimum: 0 };
}

type WordToken = Extract<Token, { kind: 'word' }>;

function isWord(token: Token): token is WordToken {
  return token.kind === 'word';
}

/** Strips the question mark of a question, which is not a wildcard. */
function withoutQuestionMark(tokens: readonly WordToken[], typesOf: TypeWords): readonly WordToken[] {
  const last = tokens.at(-1);
  if (
    !last ||
    !/^[^*?\\]*\?+$/.test(last.raw) ||
    !isRequest(
      tokens.map(({ text }) => text),
      typesOf,
    )
  )
    return tokens;
  const text = last.raw.replace(/\?+$/, '');
  return [...tokens.slice(0, -1), ...(text === '' ? [] : [{ ...last, text, raw: text }])];
}

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let i = 0;
  while (i < text.length && tokens.length < LIMITS.queryTokens) {
    const c = text.charAt(i);
    if (/\s/.test(c)) i++;
    else if (c === '(' || c === ')') {
      tokens.push({ kind: c });
      i++;
    } else if (c === '"') {
      const end = closing(text, i + 1, '"');
      tokens.push({ kind: 'phrase', text: unescaped(text.slice(i + 1, end)) });
      i = end + 1;
    } else if ((c === '[' || c === '{') && tokens.at(-1)?.kind === 'field') {
      const { token, end } = readRange(text, i);
      if (token) tokens.push(token);
      i = end;
    } else if ((c === '+' || c === '-' || c === '!') && i + 1 < text.length && !/\s/.test(text.charAt(i + 1))) {
      tokens.push({ kind: c === '!' ? 'not' : c });
      i++;
    } else if (text.startsWith('&&', i) || text.startsWith('||', i)) {
      tokens.push({ kind: c === '&' ? 'and' : 'or' });
      i += 2;
    } else i = readWord(text, i, tokens);
  }
  return tokens;
}

/** Names of custom properties may have many characters, escaped where they mean something else. */
const FIELD = /^(?:[A-Za-z_][\w.*]{0,99}|extension\.(?:[^\\]|\\.){1,256})$/;

const OPERATORS: ReadonlyMap<string, 'and' | 'or' | 'not'> = new Map([
  ['AND', 'and'],
  ['OR', 'or'],
  ['NOT', 'not'],
]);

function readWord(text: string, from: number, tokens: Token[]): number {
  let i = from;
  let raw = '';
  while (i < text.length) {
    const c = text.charAt(i);
    if (/\s/.test(c) || c === '(' || c === ')' || c === '"') break;
    if (c === '\\' && i + 1 < text.length) {
      raw += text.slice(i, i + 2);
      i += 2;
      continue;
    }
    if (c === ':') {
      if (FIELD.test(raw) && i + 1 < text.length && !/[\s:]/.test(text.charAt(i + 1))) {
        tokens.push({ kind: 'field', name: unescaped(raw) });
        return i + 1;
      }
    }
    raw += c;
    i++;
  }
  if (i === from) {
    raw = text.charAt(i);
    i++;
  }
  const word = raw.replace(/[~^][\d.]*$/, '');
  const operator = OPERATORS.get(raw);
  if (operator) tokens.push({ kind: operator });
  else if (word !== '') tokens.push({ kind: 'word', text: unescaped(word), raw: word });
  return i;
}

function readRange(text: string, from: number): { token: Token | null; end: number } {
  let end = from + 1;
  while (end < text.length && end - from < 200 && text[end] !== ']' && text[end] !== '}') end++;
  const [low, word, high, rest] = text
    .slice(from + 1, end)
    .trim()
    .split(/\s+/, 4);
  if (word !== 'TO' || low === undefined || high === undefined || rest !== undefined)
    return { token: null, end: end + 1 };
  return {
    token: { kind: 'range', low, high, lowOpen: text[from] === '{', highOpen: text[end] === '}' },
    end: end + 1,
  };
}

function closing(text: string, from: number, quote: string): number {
  let i = from;
  while (i < text.length && text[i] !== quote) i += text[i] === '\\' ? 2 : 1;
  return Math.min(i, text.length);
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/gs, '$1');
}

/** Reads clauses up to a closing parenthesis or the end. */
function readClauses(reading: Reading, fields: readonly string[] | null, operator: 'and' | 'or'): SearchQuery | null {
  let group: Clause[] = [];
  const groups = [group];
  const begin = () => {
    group = [];
    groups.push(group);
  };
  while (reading.at < reading.tokens.length) {
    const token = reading.tokens[reading.at];
    if (!token || token.kind === ')') break;
    if (token.kind === 'and') {
      reading.at++;
      continue;
    }
    if (token.kind === 'or') {
      reading.at++;
      if (group.length > 0) begin();
      continue;
    }
    const clause = readClause(reading, fields, operator);
    if (!clause) continue;
    const joined = reading.tokens[reading.at - 1];
    group.push(clause);
    // With `or` as the operator, adjacent words are alternatives unless one has an operator of its own.
    const next = reading.tokens[reading.at];
    if (
      operator === 'or' &&
      joined &&
      next &&
      next.kind !== 'and' &&
      next.kind !== ')' &&
      clause.occur === 'plain' &&
      next.kind !== '-' &&
      next.kind !== 'not'
    )
      begin();
  }
  const queries = groups.filter(({ length }) => length > 0).map(groupQuery);
  if (queries.length === 0) return null;
  if (queries.length === 1) return first(queries);
  return { kind: 'bool', must: [], should: queries, mustNot: [], minimum: 1 };
}

function groupQuery(group: readonly Clause[]): SearchQuery {
  const of = (occur: Clause['occur']) => group.filter((clause) => clause.occur === occur).map((clause) => clause.query);
  const must = [...of('must'), ...of('plain')];
  const mustNot = of('mustNot');
  if (mustNot.length === 0 && must.length === 1) return first(must);
  return { kind: 'bool', must, should: [], mustNot, minimum: 0 };
}

function readClause(reading: Reading, fields: readonly string[] | null, operator: 'and' | 'or'): Clause | null {
  let occur: Clause['occur'] = 'plain';
  while (reading.at < reading.tokens.length) {
    const kind = reading.tokens[reading.at]?.kind;
    if (kind !== '+' && kind !== '-' && kind !== 'not') break;
    occur = kind === '+' ? 'must' : 'mustNot';
    reading.at++;
  }
  const token = reading.tokens[reading.at];
  if (!token || token.kind === ')' || token.kind === 'and' || token.kind === 'or') return null;
  reading.at++;
  const query = readValue(reading, token, fields, operator);
  return query ? { occur, query } : null;
}

function readValue(
  reading: Reading,
  token: Token,
  fields: readonly string[] | null,
  operator: 'and' | 'or',
): SearchQuery | null {
  switch (token.kind) {
    case 'field':
      return readField(reading, token.name, operator);
    case 'phrase':
      return { kind: 'text', text: token.text, fields, operator: 'and', form: 'phrase' };
    case 'word':
      return wordQuery(reading, token, fields, operator);
    case '(': {
      if (reading.depth >= LIMITS.depth) return null; // deeper parentheses are ignored
      reading.depth++;
      const inner = readClauses(reading, fields, operator);
      reading.depth--;
      if (reading.tokens[reading.at]?.kind === ')') reading.at++;
      return inner;
    }
    default:
      return null;
  }
}

function readField(reading: Reading, name: string, operator: 'and' | 'or'): SearchQuery | null {
  const token = reading.tokens[reading.at];
  if (!token) return null;
  if (token.kind === 'range') {
    reading.at++;
    return {
      kind: 'range',
      field: name,
      low: bound(token.low, token.lowOpen),
      high: bound(token.high, token.highOpen),
    };
  }
  if (name === '_exists_' && token.kind === 'word') {
    reading.at++;
    return { kind: 'exists', field: token.text };
  }
  if (token.kind === 'word' || token.kind === 'phrase' || token.kind === '(') {
    reading.at++;
    return readValue(reading, token, [name], operator);
  }
  return null;
}

function bound(text: string, open: boolean): Bound | null {
  const value = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number(text);
  return text === '*' || !Number.isFinite(value) ? null : { value, open };
}

function wordQuery(
  reading: Reading,
  token: { text: string; raw: string },
  fields: readonly string[] | null,
  operator: 'and' | 'or',
): SearchQuery {
  if (/^\*+$/.test(token.raw)) return fields === null ? ALL : { kind: 'exists', field: first(fields) };
  if (/(?<!\\)[*?]/.test(token.raw) && reading.patterns++ < LIMITS.patterns) {
    const inner = token.raw.slice(0, -1);
    if (token.raw.endsWith('*') && fields === null && !/[*?\\]/.test(inner))
      return { kind: 'text', text: inner, fields, operator, form: 'prefix' };
    return { kind: 'wildcard', field: fields?.[0] ?? '', pattern: token.raw };
  }
  return { kind: 'text', text: token.text, fields, operator, form: 'words' };
}
