/** Parses and validates request bodies. */
import {
  CatalogError,
  type Contract,
  catalogError,
  isObject,
  type JsonObject,
  type SchemaValue,
} from '../../../contract/index.js';
import { checkKeys, endOfString } from '../document/json-keys.js';
import { deepest } from '../document/value-size.js';
import type { Request } from './route.js';

/**
 * The JSON value of a body. Throws 400 if it is missing, malformed or nested too deeply, has a duplicate property or a
 * number that is too large. Characters that databases cannot store (NUL, lone surrogates) become U+FFFD, but are
 * refused in names.
 */
export function readJson(request: Request): unknown {
  if (request.body === null || request.body.trim() === '')
    throw catalogError('BAD_REQUEST', 'The request requires a body');
  if (request.body.length > 2 * deepest) guardDepth(request.body);
  try {
    const odd = (request.body.includes('\\u') && unstorable.test(request.body)) || huge.test(request.body);
    const value: unknown = JSON.parse(request.body, odd ? replaceUnstorable : undefined);
    checkKeys(request.body, value);
    return value;
  } catch (error) {
    if (error instanceof CatalogError) throw error;
    throw catalogError(
      'BAD_REQUEST',
      `The body is not valid JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/**
 * Matches escapes, the only form in which they can occur. An escaped backslash can cause a false positive, which only
 * costs time.
 */
const unstorable = /\\u0000|\\ud[89ab][\da-f]{2}(?!\\ud[c-f])|(?<!\\ud[89ab][\da-f]{2})\\ud[c-f]/i;

/**
 * Numbers that may be parsed as infinite, which JSON serializes as null. False positives, such as in strings, only cost
 * time.
 */
const huge = /\d[eE]\+?\d{3}|(?<!\d)\d{309}/;

function replaceUnstorable(key: string, value: unknown): unknown {
  if (!isStorable(key)) throw catalogError('BAD_REQUEST', 'The body has a property name that is not well-formed text');
  if (value === Infinity || value === -Infinity)
    throw catalogError('BAD_REQUEST', `${key.slice(0, 100)}: the number is too large`);
  if (typeof value !== 'string' || isStorable(value)) return value;
  if (key === 'name')
    throw catalogError('BAD_REQUEST', 'name must be well-formed Unicode text without control characters');
  return value.replaceAll('\0', '\ufffd').replaceAll(/\p{Cs}/gu, '\ufffd');
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && !/\p{Cs}/u.test(text);
}

function guardDepth(text: string): void {
  if (!hasMore(text, '{', '[')) return;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      if (++depth > deepest) throw catalogError('BAD_REQUEST', `The body is nested more than ${deepest} levels deep`);
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--;
  }
}

/**
 * Whether the text has enough opening brackets to be nested too deeply at all; most texts do not, and are not scanned.
 */
function hasMore(text: string, ...openers: string[]): boolean {
  let count = 0;
  for (const opener of openers)
    for (let at = text.indexOf(opener); at >= 0; at = text.indexOf(opener, at + 1)) if (++count > deepest) return true;
  return false;
}

const QUOTE = 0x22;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** The body, which must be an object, else 400; `what` begins the message. */
export function readObject(request: Request, what = 'The body'): JsonObject {
  const body = readJson(request);
  if (isObject(body)) return body;
  throw catalogError('BAD_REQUEST', `${what} must be an object`);
}

/** The same of a body that may be left out: an empty object then. */
export function readOptionalObject(request: Request, what?: string): JsonObject {
  return request.body?.trim() ? readObject(request, what) : {};
}

/** The body, validated against a schema of the contract, without nulls. Throws 400 with the property and the rule. */
export function readBody<K extends string>(
  request: Request,
  schema: K,
  scope: { catalog: { contract: Contract } },
): SchemaValue<K> {
  return fitting(readJson(request), schema, scope);
}

/** A value of the body, validated like a whole one. */
export function fitting<K extends string>(
  value: unknown,
  schema: K,
  scope: { catalog: { contract: Contract } },
): SchemaValue<K> {
  const result = scope.catalog.contract.validator(schema)(value);
  if (!result.ok) throw catalogError('BAD_REQUEST', result.errors[0]?.message ?? 'The body does not match its schema');
  return result.value;
}
