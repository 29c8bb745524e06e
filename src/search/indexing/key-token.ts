import { hash } from 'node:crypto';
import { boundedCache } from '../bounded-cache.js';

/**
 * The token that finds documents with a value in a field, whatever characters the value has. Case-insensitive. Eighty
 * bits of a hash: the probability that any two of a billion values collide is below one in a million.
 */
export function keyToken(field: string, value: string): string {
  return hash('sha1', `${field}=${value.toLowerCase()}`, 'hex').slice(0, 20);
}

/** The token of documents that have any value in a field. */
export function presenceToken(field: string): string {
  return hash('sha1', `?${field}`, 'hex').slice(0, 20);
}

/** The token that finds the documents that refer to an entity. */
export function referenceToken(id: string): string {
  return id.replaceAll('-', '');
}

/** The tokens of one field. */
export interface KeyTokens {
  of(value: string): string;
  presence: string;
}

/** Fields whose values rarely repeat across documents. */
const own = new Set(['name', 'displayName', 'fullyQualifiedName']);

const MOST_VALUES = 5000;
const MOST_FIELDS = 500;

/** The tokens of fields by name, cached: most values repeat across documents. */
export function createKeyTokens(): (field: string) => KeyTokens {
  return boundedCache(MOST_FIELDS, (field) => {
    const of = (value: string) => keyToken(field, value);
    return { presence: presenceToken(field), of: own.has(field) ? of : boundedCache(MOST_VALUES, of) };
  });
}
