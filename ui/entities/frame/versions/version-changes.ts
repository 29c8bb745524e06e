// What differs between two versions of an entity, as people see it. Pure.
import { equal } from '../../../data/editing/merge.js';
import { spaced, upperFirst } from '../../../words/format.js';
import type { Entity } from '../../entity-page.js';

export interface Change {
  label: string;
  from: unknown;
  to: unknown;
}

/** Members that are of the record, not of the thing. */
const RECORD = new Set([
  'version',
  'updatedAt',
  'updatedBy',
  'changeDescription',
  'incrementalChangeDescription',
  'href',
  'impersonatedBy',
  'usageSummary',
  'followers',
  'votes',
  'fullyQualifiedName',
]);
/** What a restore changes: the fields that people edit. */
export const EDITABLE = ['description', 'displayName', 'tags', 'owners', 'domains'];
const PARTS = new Set(['columns', 'tasks', 'mlFeatures']);

export function only(entity: Entity, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(fields.flatMap((field) => (field in entity ? [[field, entity[field]]] : [])));
}

/** The members that differ; of columns and other parts, the members of each part. */
export function changesBetween(before: Entity, after: Entity): Change[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((field) => !RECORD.has(field));
  return fields.flatMap((field) => {
    const [from, to] = [before[field], after[field]];
    if (equal(from, to)) return [];
    if (PARTS.has(field)) return partChanges(partsOf(from), partsOf(to), '');
    return [{ label: title(field), from, to }];
  });
}

interface Part {
  name: string;
  children?: Part[];
  [field: string]: unknown;
}

const partsOf = (value: unknown): Part[] => (Array.isArray(value) ? (value as Part[]) : []);

function partChanges(before: readonly Part[], after: readonly Part[], path: string): Change[] {
  const names = [...new Set([...before, ...after].map(({ name }) => name))];
  return names.flatMap((name): Change[] => {
    const from = before.find((part) => part.name === name);
    const to = after.find((part) => part.name === name);
    const label = path + name;
    if (!from || !to) return [{ label, from: from && summary(from), to: to && summary(to) }];
    const own = Object.keys({ ...from, ...to })
      .filter((field) => !['children', 'fullyQualifiedName', 'ordinalPosition'].includes(field))
      .filter((field) => !equal(from[field], to[field]))
      .map((field) => ({ label: `${label}: ${spaced(field)}`, from: from[field], to: to[field] }));
    return [...own, ...partChanges(from.children ?? [], to.children ?? [], `${label}.`)];
  });
}

function summary({ name, dataTypeDisplay, dataType, description }: Part): string {
  return [name, dataTypeDisplay ?? dataType, description].filter(Boolean).join('\n');
}

function title(field: string): string {
  return upperFirst(spaced(field));
}
