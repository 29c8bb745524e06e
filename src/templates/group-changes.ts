/** Groups the changes of an event into added, updated and deleted fields. Pure. */
import { isObject } from '../../contract/index.js';
import type { Meter } from './meter.js';

interface FieldChange {
  name: string;
  oldValue?: unknown;
  newValue?: unknown;
}

/** A change; that of a list has its added and removed items. */
interface GroupedChange extends FieldChange {
  added?: string[];
  removed?: string[];
}

export interface GroupedChanges {
  updates: GroupedChange[];
  adds: GroupedChange[];
  deletes: GroupedChange[];
}

/** A field that was both added and deleted counts as updated. Values that are JSON text are parsed. */
export function groupChanges(description: unknown, meter: Meter): GroupedChanges {
  const { fieldsAdded, fieldsUpdated, fieldsDeleted } = isObject(description) ? description : {};
  const [added, updated, deleted] = [fieldsAdded, fieldsUpdated, fieldsDeleted].map((list) => changesIn(list, meter));
  const found: GroupedChanges = { updates: [], adds: [], deletes: [] };
  const gone = new Map((deleted ?? []).map((change) => [change.name, change.oldValue]));
  for (const { name, newValue } of added ?? []) {
    if (gone.has(name)) found.updates.push(grouped({ name, oldValue: gone.get(name), newValue }, meter));
    else found.adds.push(grouped({ name, newValue }, meter));
    gone.delete(name);
  }
  for (const [name, oldValue] of gone) found.deletes.push(grouped({ name, oldValue }, meter));
  for (const change of updated ?? []) found.updates.push(grouped(change, meter));
  return found;
}

function changesIn(list: unknown, meter: Meter): FieldChange[] {
  return (Array.isArray(list) ? list : []).filter(isObject).map((change) => {
    const { name, oldValue, newValue } = change;
    return { name: meter.text(name), oldValue: parsed(oldValue, meter), newValue: parsed(newValue, meter) };
  });
}

function grouped(change: FieldChange, meter: Meter): GroupedChange {
  const { oldValue, newValue } = change;
  if (!Array.isArray(oldValue) && !Array.isArray(newValue)) return change;
  const [before, after] = [labelsOf(oldValue, meter), labelsOf(newValue, meter)];
  const [had, has] = [new Set(before), new Set(after)];
  return {
    ...change,
    added: after.filter((label) => !had.has(label)),
    removed: before.filter((label) => !has.has(label)),
  };
}

function parsed(value: unknown, meter: Meter): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  meter.text(value);
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function labelsOf(value: unknown, meter: Meter): string[] {
  if (value === undefined || value === null) return [];
  return (Array.isArray(value) ? value : [value]).map((item) => labelOf(item, meter));
}

/** What people call an owner, a tag, a domain, a column or a custom property. */
function labelOf(item: unknown, meter: Meter): string {
  if (!isObject(item)) return meter.text(item);
  const { displayName, tagFQN, fullyQualifiedName, name, dataType, dataTypeDisplay } = item;
  const [label] = [tagFQN, displayName, dataType === undefined ? fullyQualifiedName : name, name].filter(isText);
  const type = [dataTypeDisplay, dataType].find(isText);
  return label === undefined ? meter.text(item) : `${label}${type === undefined ? '' : ` (${type})`}`;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
