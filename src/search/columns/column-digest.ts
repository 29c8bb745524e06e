/**
 * What the search document of an entity holds of its columns: enough to count and group them by their metadata without
 * reading the entity. Labels are ids, like all references of documents, so no rename makes a digest outdated. Pure.
 */
import { hash } from 'node:crypto';
import { isObject, listOf, parseList } from '../../../contract/index.js';
import { at, type EntityType, type Fields, joinFqn } from '../../catalog/index.js';
import { groupBy } from '../../context/index.js';
import { columnRule } from '../../entities/index.js';

/**
 * A column of the first level: its name; a text that identifies its display name and description, or '' if it has neither;
 * and the ids of its tags and terms in order, without derived ones. What is empty at the end is left out. It is a list,
 * because over a million of them are read in one request.
 */
export type DigestedColumn = readonly [name: string, ...wordsAndLabels: string[]];

const DESCRIBED = '+';
const NO_COLUMNS = '';

/** The digest of an entity from its stored state; `labels` are those of the entity and its parts. */
export function writeColumnDigest(
  type: EntityType,
  entity: Fields,
  labels: readonly { part: string; tag_id: string }[],
): string {
  const rule = columnRule(type);
  const columns = rule === undefined ? [] : listOf(at(entity, rule.path), isColumn);
  if (columns.length === 0) return NO_COLUMNS;
  const ofPart = groupBy(labels, ({ part }) => part);
  return JSON.stringify(
    columns.map((column): DigestedColumn => {
      const words = wordsOf(column);
      const own = ofPart.get(joinFqn(null, column.name))?.map(({ tag_id }) => tag_id) ?? [];
      return words === '' && own.length === 0 ? [column.name] : [column.name, words, ...own.sort()];
    }),
  );
}

export function readColumnDigest(text: string): DigestedColumn[] {
  return text === NO_COLUMNS ? [] : parseList<DigestedColumn>(text);
}

export function wordsOfColumn(column: DigestedColumn): string {
  return column[1] ?? '';
}

const LABELS_FROM = 2;

/** The ids of the labels, separated by spaces; '' if there are none. */
export function labelsOfColumn(column: DigestedColumn): string {
  return column.length > LABELS_FROM ? column.slice(LABELS_FROM).join(' ') : '';
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
