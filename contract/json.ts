// JSON values, and the one place where stored JSON text becomes a typed value.
import type { EntityReference } from './types.js';

export type JsonObject = Record<string, unknown>;

/** Fields of an entity as they are stored: any may be missing, because containers and traits are stored elsewhere. */
export type Stored<T> = { [Field in keyof T]?: T[Field] };

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The object that JSON text holds which the server itself wrote. The type says what was checked when it was written; that it is
 * an object is checked again. Bodies of requests never come here: a schema checks them.
 */
export function parseObject<T extends object = JsonObject>(text: string): T {
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) throw new Error(`stored JSON is not an object: ${text.slice(0, 100)}`);
  return value as T; // checked against its schema before it was written
}

/** The same of a list. */
export function parseList<T = unknown>(text: string): T[] {
  const value: unknown = JSON.parse(text);
  if (!Array.isArray(value)) throw new Error(`stored JSON is not a list: ${text.slice(0, 100)}`);
  return value;
}

/** The same of a single text. */
export function parseText(text: string): string {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'string') throw new Error(`stored JSON is not a text: ${text.slice(0, 100)}`);
  return value;
}

/** The reference of an entity row. */
export const parseReference = (text: string): EntityReference => parseObject<EntityReference>(text);

/** The keys of a closed table, with their type: `Object.keys` promises no more than text. */
export function keysOf<T extends object>(table: T): Extract<keyof T, string>[] {
  return Object.keys(table).filter((key): key is Extract<keyof T, string> => Object.hasOwn(table, key));
}

/** The items of a list that hold what is asked for; none for what is no list. */
export function listOf<T>(value: unknown, is: (item: unknown) => item is T): T[] {
  return Array.isArray(value) ? value.filter(is) : [];
}

export const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
