/**
 * What the search document of an entity holds of its columns: enough to count and group them by their metadata without
 * reading the entity. Labels are ids, like all references of documents, so no rename makes a digest outdated. Pure.
 */
import { hash } from 'node:crypto';
import { isObject, listOf } from '../../../contract/index.js';
import { at, type EntityType, type Fields, joinFqn } from '../../catalog/index.js';
import { columnRule } from '../../entities/index.js';

/** A column of the first level. */
export interface DigestedColumn {
  name: string;
  /** Identifies its display name and description; '' if it has neither. */
  words: string;
  /** Ids of its tags and terms, in order; derived ones are not among them. */
  labels: readonly string[];
}

/** `[name]`, or `[name, words, ...labels]` where there is metadata; the words of a described column begin with `DESCRIBED`. */
type Written = readonly [name: string, ...wordsAndLabels: string[]];

const DESCRIBED = '+';
const NO_COLUMNS = '';
const NO_LABELS: readonly string[] = [];

/** The digest of an entity from its stored state; `labels` are those of the entity and its parts. */
export function writeColumnDigest(
  type: EntityType,
  entity: Fields,
  labels: readonly { part: string; tag_id: string }[],
): string {
  const rule = columnRule(type);
  const columns = rule === undefined ? [] : listOf(at(entity, rule.path), isColumn);
  if (columns.length === 0) return NO_COLUMNS;
  const ofPart = new Map<string, string[]>();
  for (const { part, tag_id } of labels) ofPart.set(part, [...(ofPart.get(part) ?? []), tag_id]);
  return JSON.stringify(
    columns.map((column): Written => {
      const words = wordsOf(column);
      const own = ofPart.get(joinFqn(null, column.name)) ?? [];
      return words === '' && own.length === 0 ? [column.name] : [column.name, words, ...own.sort()];
    }),
  );
}

export function readColumnDigest(text: string): DigestedColumn[] {
  if (text === NO_COLUMNS) return [];
  // Over a million columns are read in one request: no rest elements, which would copy each of them.
  return (JSON.parse(text) as Written[]).map((column) => ({
    name: column[0],
    words: column[1] ?? '',
    labels: column.length > 2 ? column.slice(2) : NO_LABELS,
  }));
}

/** Whether columns with these words have a description. */
export function isDescribed(words: string): boolean {
  return words.startsWith(DESCRIBED);
}

function isColumn(value: unknown): value is Fields & { name: string } {
  return isObject(value) && typeof value.name === 'string';
}

function wordsOf({ displayName, description }: Fields): string {
  const texts = [displayName, description].map((text) => (typeof text === 'string' ? text : ''));
  if (texts.every((text) => text === '')) return '';
  const id = hash('sha1', JSON.stringify(texts), 'base64url').slice(0, 16);
  return texts[1]?.trim() ? `${DESCRIBED}${id}` : id;
}
