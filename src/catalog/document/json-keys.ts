/**
 * Checks of property names that `JSON.parse` does not make. Duplicates are detected by counting: a text with as many
 * names as the parsed value has properties contains none. A valid body therefore costs one pass over the text and one
 * over the value.
 */
import { catalogError, isObject } from '../../../contract/index.js';

/** Throws 400 if a property occurs twice in the same object, or could pollute a prototype. */
export function checkKeys(text: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (countNames(text) !== countProperties(value)) refuseTwice(text);
}

/** Counts strings followed by a colon. The text must be valid JSON. */
function countNames(text: string): number {
  let count = 0;
  for (let at = text.indexOf('"'); at >= 0; ) {
    let after = endOfString(text, at) + 1;
    while (isSpace(text.charCodeAt(after))) after++;
    if (text.charCodeAt(after) === COLON) count++;
    at = text.charCodeAt(after + 1) === QUOTE ? after + 1 : text.indexOf('"', after + 1);
  }
  return count;
}

function countProperties(value: object): number {
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object' && item !== null) count += countProperties(item);
    return count;
  }
  if (!isObject(value)) return count;
  for (const name in value) {
    count++;
    const inner = value[name];
    if (name === '__proto__') refuseName(name);
    if (typeof inner !== 'object' || inner === null) continue;
    if (name === 'constructor' && Object.hasOwn(inner, 'prototype')) refuseName('constructor.prototype');
    count += countProperties(inner);
  }
  return count;
}

function refuseName(name: string): never {
  throw catalogError('BAD_REQUEST', `The body has a property ${name}, which is not allowed`);
}

/** Throws 400 with the duplicate name. Slower, but only runs for bodies that are refused. */
function refuseTwice(text: string): void {
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === OPEN_OBJECT) open.push(new Set());
    else if (code === OPEN_LIST) open.push(null);
    else if (code === CLOSE_OBJECT || code === CLOSE_LIST) open.pop();
    else if (code === QUOTE) {
      const end = endOfString(text, at);
      let after = end + 1;
      while (isSpace(text.charCodeAt(after))) after++;
      if (text.charCodeAt(after) === COLON) addName(open.at(-1), JSON.parse(text.slice(at, end + 1)));
      at = end;
    }
  }
}

function addName(names: Set<string> | null | undefined, name: string): void {
  if (names?.has(name))
    throw catalogError(
      'BAD_REQUEST',
      `The body has the property ${JSON.stringify(name.slice(0, 100))} twice in the same object`,
    );
  names?.add(name);
}

/** Offset of the quote that ends the string starting at `start`, or the length of the text if there is none. */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && text.charCodeAt(end - 1) === BACKSLASH && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text.charCodeAt(before - 1) === BACKSLASH) before--;
  return (at - before) % 2 === 1;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

const QUOTE = 0x22;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
