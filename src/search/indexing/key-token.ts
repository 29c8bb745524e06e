import { hash } from 'node:crypto';
import { boundedMemory } from '../bounded-memory.js';

/**
 * The token by which documents with a value in a field are found, whatever the value is made of. Case does not matter.
 * Eighty bits of a hash: two of a billion values are taken for each other less than once in a million.
 */
export function keyToken(field: string, value: string): string {
  return hash('sha1', `${field}=${value.toLowerCase()}`, 'hex').slice(0, 20);
}

/** The token of documents that have any value in a field. */
export function presenceToken(field: string): string {
  return hash('sha1', `?${field}`, 'hex').slice(0, 20);
}

/** The token by which what points at an entity is found. */
export function referenceToken(id: string): string {
  return id.replaceAll('-', '');
}

/** The tokens of one field. */
export interface KeyTokens {
  of(value: string): string;
  presence: string;
}

/** Fields whose values come again in few documents. */
const own = new Set(['name', 'displayName', 'fullyQualifiedName']);

const MOST_VALUES = 5000;
const MOST_FIELDS = 500;

/** The tokens of fields by their names, remembered: most values of documents come again. */
export function createKeyTokens(): (field: string) => KeyTokens {
  return boundedMemory(MOST_FIELDS, (field) => {
    const of = (value: string) => keyToken(field, value);
    return { presence: presenceToken(field), of: own.has(field) ? of : boundedMemory(MOST_VALUES, of) };
  });
}
