// What people ask for, as the requests that open tasks. Pure.
import type { CreateTask, TagLabel } from 'cairn/contract';
import type { Entity } from '../entity-page.js';
import { labels } from '../fields/values.js';

export type RequestKind = 'description' | 'tags' | 'suggestDescription' | 'suggestTags' | 'access';

/** `fits`: whether it can be asked for of this entity. */
export const KINDS: readonly { kind: RequestKind; fits: (entity: Entity) => boolean }[] = [
  { kind: 'description', fits: () => true },
  { kind: 'tags', fits: () => true },
  { kind: 'suggestDescription', fits: () => true },
  { kind: 'suggestTags', fits: () => true },
  { kind: 'access', fits: ({ serviceType }) => serviceType !== undefined },
];

export interface Part {
  /** As the API names it: `columns::order_id`; '' for the entity itself. */
  path: string;
  name: string;
  description: string;
  tags: TagLabel[];
}

/** What the form says. */
export interface Asked {
  part: Part;
  why: string;
  description: string;
  tags: readonly TagLabel[];
  accessType: 'FullAccess' | 'ColumnLevel' | 'Masked';
  requestedAccess: 'Read' | 'Write' | 'Admin';
  columns: readonly string[];
  ticket: string;
  /** A day: `2026-12-31`; '' without end. */
  until: string;
}

interface Member {
  name?: unknown;
  description?: unknown;
  tags?: unknown;
}

/** The entity, and its columns or fields. */
export function partsOf(entity: Entity): Part[] {
  const { columns, dataModel, messageSchema } = entity as Record<string, unknown>;
  const inside = (value: unknown, list: string) =>
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[list] : undefined;
  return [
    partOf('', entity),
    ...members(columns ?? inside(dataModel, 'columns')).map((one) => partOf('columns', one)),
    ...members(inside(messageSchema, 'schemaFields')).map((one) => partOf('schemaFields', one)),
  ];
}

function members(value: unknown): Member[] {
  return Array.isArray(value) ? value : [];
}

function partOf(list: string, { name, description, tags }: Member): Part {
  const text = String(name ?? '');
  const quoted = /[."]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return {
    path: list === '' ? '' : `${list}::${quoted}`,
    name: text,
    description: typeof description === 'string' ? description : '',
    tags: labels(tags),
  };
}

/** The body that opens the task; without assignees its owners are asked. */
export function requestOf(kind: RequestKind, asked: Asked, about: string, assignees: readonly string[]): CreateTask {
  const { part, why, description, tags } = asked;
  const field = (name: string) => (part.path === '' ? name : `${part.path}::${name}`);
  const shared = {
    about,
    ...(assignees.length > 0 ? { assignees: [...assignees] } : {}),
    ...(why.trim() === '' ? {} : { description: why.trim() }),
  };
  const change = { ...shared, category: 'MetadataUpdate' } as const;
  switch (kind) {
    case 'description':
      return {
        ...change,
        type: 'DescriptionUpdate',
        payload: { fieldPath: field('description'), currentDescription: part.description, newDescription: '' },
      };
    case 'tags':
      return {
        ...change,
        type: 'TagUpdate',
        payload: { fieldPath: field('tags'), operation: 'Add', currentTags: part.tags, tagsToAdd: [] },
      };
    case 'suggestDescription':
      return {
        ...change,
        type: 'Suggestion',
        payload: {
          ...suggestion('Description', field('description'), why),
          currentValue: part.description,
          suggestedValue: description,
        },
      };
    case 'suggestTags':
      return {
        ...change,
        type: 'Suggestion',
        payload: { ...suggestion('Tag', field('tags'), why), suggestedValue: JSON.stringify(tags) },
      };
    case 'access':
      return { ...shared, category: 'DataAccess', type: 'DataAccessRequest', payload: accessOf(asked) };
  }
}

function suggestion(suggestionType: 'Description' | 'Tag', fieldPath: string, why: string) {
  return { suggestionType, fieldPath, source: 'User', ...(why.trim() === '' ? {} : { reasoning: why.trim() }) };
}

function accessOf({ accessType, requestedAccess, columns, why, ticket, until }: Asked) {
  const expirationDate = endOf(until);
  return {
    accessType,
    requestedAccess,
    reason: why.trim(),
    ...(accessType === 'ColumnLevel' ? { columns: [...columns] } : {}),
    ...(ticket.trim() === '' ? {} : { ticketId: ticket.trim() }),
    ...(expirationDate === null ? {} : { expirationDate }),
  };
}

/** The last moment of a day in the user's time zone; null if the text is not a day. */
export function endOf(day: string): number | null {
  const time = new Date(`${day}T23:59:59.999`).getTime();
  return day === '' || Number.isNaN(time) ? null : time;
}
