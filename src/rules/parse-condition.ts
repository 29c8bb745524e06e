// condition := and ('||' and)*      and := unary ('&&' unary)*      unary := '!' unary | primary
// primary   := '(' condition ')' | 'true' | 'false' | name '(' [argument (',' argument)*] ')'
// argument  := text | '{' text (',' text)* '}'
// `and`, `or`, `not` are keyword forms of the operators. One pass, no backtracking; nesting and size are limited.

import type { Condition } from './condition.js';
import type { FunctionSpec, FunctionTable } from './function-table.js';
import { excerpt, type RuleError } from './rule-error.js';
import { type Token, type TokenKind, tokenize } from './tokenize.js';

export interface ParseLimits {
  /** Maximum length of the text in characters. */
  readonly length: number;
  /** Maximum nesting of parentheses and negations. */
  readonly depth: number;
  /** Maximum number of calls, constants and strings together. */
  readonly terms: number;
}

export const PARSE_LIMITS: ParseLimits = { length: 262_144, depth: 50, terms: 10_000 };

export type ParsedCondition =
  | { readonly ok: true; readonly condition: Condition }
  | { readonly ok: false; readonly error: RuleError };

/**
 * Parses a condition that may call `functions`. Never throws: errors are returned as a value. Unknown functions and
 * wrong arguments are errors here, not at evaluation.
 */
export function parseCondition(
  text: string,
  functions: FunctionTable,
  limits: ParseLimits = PARSE_LIMITS,
): ParsedCondition {
  if (text.length > limits.length) {
    return failed({ position: limits.length, message: `The condition is longer than ${limits.length} characters` });
  }
  const tokens = tokenize(text);
  if ('message' in tokens) return failed(tokens);
  const reader: Reader = { tokens, functions, limits, at: 0, terms: 0, error: null };
  const condition = readOr(reader, 0);
  if (condition !== null && current(reader).kind !== 'end') unexpected(reader, 'the end or an operator');
  if (condition === null || reader.error !== null)
    return failed(reader.error ?? { position: 0, message: 'No condition' });
  return { ok: true, condition };
}

/** Position in the tokens. The first error stops parsing: from then on every function returns null. */
interface Reader {
  readonly tokens: readonly Token[];
  readonly functions: FunctionTable;
  readonly limits: ParseLimits;
  at: number;
  terms: number;
  error: RuleError | null;
}

function readOr(reader: Reader, depth: number): Condition | null {
  return readChain(reader, '||', 'or', () => readAnd(reader, depth));
}

function readAnd(reader: Reader, depth: number): Condition | null {
  return readChain(reader, '&&', 'and', () => readUnary(reader, depth));
}

function readChain(
  reader: Reader,
  sign: TokenKind,
  kind: 'and' | 'or',
  readPart: () => Condition | null,
): Condition | null {
  const first = readPart();
  if (first === null) return null;
  const parts = [first];
  while (take(reader, sign) !== null) {
    const part = readPart();
    if (part === null) return null;
    parts.push(part);
  }
  return parts.length === 1 ? first : { kind, of: parts };
}

function readUnary(reader: Reader, depth: number): Condition | null {
  if (depth > reader.limits.depth) {
    return fail(reader, current(reader), `The condition is nested deeper than ${reader.limits.depth} levels`);
  }
  if (take(reader, '!') !== null) {
    const of = readUnary(reader, depth + 1);
    return of === null ? null : { kind: 'not', of };
  }
  if (take(reader, '(') !== null) {
    const inner = readOr(reader, depth + 1);
    if (inner === null) return null;
    return take(reader, ')') === null ? unexpected(reader, 'a closing parenthesis') : inner;
  }
  return readTerm(reader);
}

function readTerm(reader: Reader): Condition | null {
  const constant = take(reader, 'boolean');
  if (constant !== null) {
    return countTerm(reader, constant) ? { kind: 'constant', value: constant.value.toLowerCase() === 'true' } : null;
  }
  const name = take(reader, 'name');
  if (name === null) return unexpected(reader, 'a function, true, false, ! or a parenthesis');
  const spec = reader.functions.get(name.value);
  if (spec === undefined) return fail(reader, name, unknownFunction(name.value, reader.functions));
  if (take(reader, '(') === null) return fail(reader, name, `Write ${name.value}() with parentheses`);
  if (!countTerm(reader, name)) return null;
  const args = readArguments(reader);
  if (args === null) return null;
  const lists = fitArguments(spec, args);
  if (typeof lists === 'string') return fail(reader, name, lists);
  return { kind: 'call', name: spec.name, lists };
}

type Argument = string | readonly string[];

function readArguments(reader: Reader): Argument[] | null {
  const args: Argument[] = [];
  if (take(reader, ')') !== null) return args;
  do {
    const argument = take(reader, '{') !== null ? readList(reader) : readText(reader);
    if (argument === null) return null;
    args.push(argument);
  } while (take(reader, ',') !== null);
  return take(reader, ')') === null ? unexpected(reader, 'a comma or a closing parenthesis') : args;
}

function readList(reader: Reader): string[] | null {
  const texts: string[] = [];
  do {
    const text = readText(reader);
    if (text === null) return null;
    texts.push(text);
  } while (take(reader, ',') !== null);
  return take(reader, '}') === null ? unexpected(reader, 'a comma or a closing brace') : texts;
}

function readText(reader: Reader): string | null {
  const token = take(reader, 'text');
  if (token === null) return unexpected(reader, 'a text in quotes');
  return countTerm(reader, token) ? token.value : null;
}

/** The arguments as the lists the function takes, or an error message. */
function fitArguments(spec: FunctionSpec, args: readonly Argument[]): (readonly string[])[] | string {
  if (spec.lists === 0) return args.length === 0 ? [] : `${spec.name}() takes no argument`;
  if (spec.lists === 2) {
    if (args.length !== 2) return `${spec.name}() takes two lists, not ${args.length}`;
    return args.map((argument) => (typeof argument === 'string' ? [argument] : argument));
  }
  const [first] = args;
  if (first === undefined) return `${spec.name}() needs at least one text`;
  if (typeof first !== 'string' && args.length === 1) return [first];
  const texts = args.filter((argument) => typeof argument === 'string');
  return texts.length === args.length ? [texts] : `${spec.name}() takes texts or one list, not both`;
}

function unknownFunction(name: string, functions: FunctionTable): string {
  return `Unknown function ${excerpt(name)}; known are ${[...functions.keys()].join(', ')}`;
}

function countTerm(reader: Reader, token: Token): boolean {
  reader.terms += 1;
  if (reader.terms <= reader.limits.terms) return true;
  fail(reader, token, `The condition has more than ${reader.limits.terms} terms`);
  return false;
}

function current(reader: Reader): Token {
  return reader.tokens[reader.at] ?? { kind: 'end', value: '', position: 0, end: 0 };
}

function take(reader: Reader, kind: TokenKind): Token | null {
  const token = current(reader);
  if (token.kind !== kind || kind === 'end') return null;
  reader.at += 1;
  return token;
}

function unexpected(reader: Reader, wanted: string): null {
  const token = current(reader);
  const found = token.kind === 'end' ? 'the condition ends' : `${excerpt(token.value)} stands`;
  return fail(reader, token, `Expected ${wanted} where ${found}`);
}

function fail(reader: Reader, token: Token, message: string): null {
  reader.error ??= { position: token.position, message };
  return null;
}

function failed(error: RuleError): ParsedCondition {
  return { ok: false, error: { ...error, message: `${error.message} (at character ${error.position + 1})` } };
}
