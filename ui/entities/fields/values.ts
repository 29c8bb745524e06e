/** Members that many types share, read from an entity of any type. */
import type { EntityReference, TagLabel } from 'cairn/contract';
import type { Entity } from '../entity-page.js';

export type Reference = Pick<EntityReference, 'id' | 'type'> & Partial<EntityReference>;

/** Whether a text is an id, which says nothing to people. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

export function references(entity: Entity, field: string): Reference[] {
  const value = entity[field];
  return Array.isArray(value) ? (value as Reference[]) : [];
}

export function labels(value: unknown): TagLabel[] {
  return Array.isArray(value) ? (value as TagLabel[]) : [];
}

export function nameOf(one: { displayName?: unknown; name?: unknown; fullyQualifiedName?: unknown }): string {
  return String(one.displayName || one.name || one.fullyQualifiedName || '');
}

/** The last part of a tag's name; terms have a `name`. */
export function nameOfLabel({ displayName, name, tagFQN }: TagLabel): string {
  return displayName || name || tagFQN.split('.').at(-1) || tagFQN;
}

/** The label that a choice of a tag or term sets. */
export function labelOf({ fqn, type, name }: { fqn: string; type: string; name: string }): TagLabel {
  const source = type === 'glossaryTerm' ? 'Glossary' : 'Classification';
  return { tagFQN: fqn, name, source, labelType: 'Manual', state: 'Confirmed' };
}
