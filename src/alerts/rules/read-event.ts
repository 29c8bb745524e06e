/** Change events as the conditions of alerts see them. Pure. */
import { isObject, parseObject, THREAD } from '../../../contract/index.js';
import type { Fields } from '../../catalog/index.js';
import type { PlacedEventRow } from '../../storage/index.js';

export interface Change {
  name: string;
  /** What the field has now; undefined for a field that was removed. */
  newValue: unknown;
}

export interface AlertEvent {
  kind: string;
  entityType: string;
  entityId: string;
  fqn: string;
  userName: string;
  changes: readonly Change[];
  /** The entity, or the thread, after the change. */
  entity: Fields;
  /** As it is stored. */
  row: PlacedEventRow;
  /** Of an event about a conversation: its type, and the entity that it is about. */
  thread: { type: string; about: { id: string; type: string } | null } | null;
}

export function readEvent(row: PlacedEventRow): AlertEvent {
  const { entity: text, changeDescription } = parseObject(row.doc);
  const entity = typeof text === 'string' ? parseObject(text) : {};
  return {
    kind: row.kind,
    entityType: row.entity_type,
    entityId: row.entity_id,
    fqn: row.entity_fqn,
    userName: row.user_name,
    changes: changesIn(changeDescription),
    entity,
    row,
    thread: row.entity_type === THREAD ? threadOf(entity) : null,
  };
}

function changesIn(description: unknown): Change[] {
  if (!isObject(description)) return [];
  const { fieldsAdded, fieldsUpdated, fieldsDeleted } = description;
  const list = (changes: unknown) => (Array.isArray(changes) ? changes.filter(isObject) : []);
  return [
    ...[...list(fieldsAdded), ...list(fieldsUpdated)].map(({ name, newValue }) => ({ name: String(name), newValue })),
    ...list(fieldsDeleted).map(({ name }) => ({ name: String(name), newValue: undefined })),
  ];
}

function threadOf({ type, entityRef }: Fields): AlertEvent['thread'] {
  const about =
    isObject(entityRef) && typeof entityRef.id === 'string' && typeof entityRef.type === 'string'
      ? { id: entityRef.id, type: entityRef.type }
      : null;
  return { type: typeof type === 'string' ? type : 'Conversation', about };
}

/**
 * Names of the fields that an event changes, as filters name them: the last part of a path, since `columns.price.description` is a
 * description, and `extension` for all custom properties.
 */
export function changedNames({ changes }: Pick<AlertEvent, 'changes'>): Set<string> {
  return new Set(changes.map(({ name }) => (/^extension(\.|$)/.test(name) ? 'extension' : lastPart(name))));
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}
