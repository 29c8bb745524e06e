// JSON values, and the one place where stored JSON text becomes a typed value.
import type { EntityReference } from './types.js';

export type JsonObject = Record<string, unknown>;

/** Fields of an entity as stored: any may be missing, because containers and traits are stored elsewhere. */
export type Stored<T> = { [Field in keyof T]?: T[Field] };

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Parses a JSON object that the server itself stored. The type was validated before it was written; only that it is an
 * object is checked again. Never used for request bodies, which are validated against a schema.
 */
export function parseObject<T extends object = JsonObject>(text: string): T {
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) throw new Error(`stored JSON is not an object: ${text.slice(0, 100)}`);
  return value as T; // validated before it was written
}

/** The same for a list. */
export function parseList<T = unknown>(text: string): T[] {
  const value: unknown = JSON.parse(text);
  if (!Array.isArray(value)) throw new Error(`stored JSON is not a list: ${text.slice(0, 100)}`);
  return value;
}

/** The same for a string. */
export function parseText(text: string): string {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'string') throw new Error(`stored JSON is not a string: ${text.slice(0, 100)}`);
  return value;
}

/** The EntityReference of an entity row. */
export const parseReference = (text: string): EntityReference => parseObject<EntityReference>(text);

/** The keys of a fixed table, typed: `Object.keys` only returns strings. */
export function keysOf<T extends object>(table: T): Extract<keyof T, string>[] {
  return Object.keys(table).filter((key): key is Extract<keyof T, string> => Object.hasOwn(table, key));
}

/** The items of a list that pass the guard; empty if the value is not a list. */
export function listOf<T>(value: unknown, is: (item: unknown) => item is T): T[] {
  return Array.isArray(value) ? value.filter(is) : [];
}

export const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** The value if it is a string, otherwise ''. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
