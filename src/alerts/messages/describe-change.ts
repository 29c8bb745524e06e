// One block for each changed field of an event: what it was and what it is.
import { isObject, listOf } from '../../../contract/index.js';
import { type Block, bold, type Inline, plain } from '../../mail/index.js';
import { cutText } from './cut.js';
import { struck, textDiff } from './text-diff.js';

interface FieldChange {
  name: string;
  oldValue?: unknown;
  newValue?: unknown;
}

const MOST_FIELDS = 20;
const MOST_ITEMS = 20;
const LONGEST_VALUE = 2000;

const isChange = (one: unknown): one is FieldChange => isObject(one) && typeof one.name === 'string';

/** The changes of an event by name; a field that was added and deleted counts as updated. */
export function changesOf(event: Record<string, unknown>): FieldChange[] {
  const description = isObject(event.changeDescription) ? event.changeDescription : {};
  const updated = listOf(description.fieldsUpdated, isChange);
  const byName = new Map<string, FieldChange>();
  const add = (change: FieldChange) => byName.set(change.name, { ...byName.get(change.name), ...change });
  for (const { name, oldValue } of listOf(description.fieldsDeleted, isChange)) add({ name, oldValue });
  for (const { name, newValue } of listOf(description.fieldsAdded, isChange)) add({ name, newValue });
  return [...byName.values(), ...updated];
}

export function describeChanges(changes: readonly FieldChange[]): Block[] {
  const blocks = changes.slice(0, MOST_FIELDS).flatMap(describeField);
  const more = changes.length - MOST_FIELDS;
  if (more > 0) blocks.push({ kind: 'paragraph', content: [plain(`… and ${more} more changed fields`)] });
  return blocks;
}

function describeField({ name, oldValue, newValue }: FieldChange): Block[] {
  const title: Block = { kind: 'paragraph', content: [bold(titleOf(name))] };
  const [before, after] = [parsed(oldValue), parsed(newValue)];
  if (Array.isArray(before) || Array.isArray(after)) return [title, listBlock(itemsOf(before), itemsOf(after))];
  return [title, { kind: 'quote', content: valueContent(textOf(before), textOf(after)) }];
}

function valueContent(before: string, after: string): Inline[] {
  if (before === '') return [plain(cutText(after, LONGEST_VALUE))];
  if (after === '') return [struck(cutText(before, LONGEST_VALUE))];
  return textDiff(cutText(before, LONGEST_VALUE), cutText(after, LONGEST_VALUE));
}

function listBlock(before: readonly string[], after: readonly string[]): Block {
  const items = [
    ...after.filter((item) => !before.includes(item)).map((item) => [plain('added '), bold(item)]),
    ...before.filter((item) => !after.includes(item)).map((item) => [plain('removed '), struck(item)]),
  ];
  const shown = items.slice(0, MOST_ITEMS);
  if (items.length > MOST_ITEMS) shown.push([plain(`… and ${items.length - MOST_ITEMS} more`)]);
  if (shown.length === 0) shown.push([plain('changed')]);
  return { kind: 'list', items: shown };
}

/** List values arrive as JSON text. */
export function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function itemsOf(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  return (Array.isArray(value) ? value : [value]).map((item) => cutText(labelOf(item), 300));
}

/** What people call an owner, a tag, a domain, a column or a custom property. */
export function labelOf(item: unknown): string {
  if (!isObject(item)) return textOf(item);
  const { displayName, tagFQN, fullyQualifiedName, name, dataType, dataTypeDisplay } = item;
  const [label] = [tagFQN, displayName, dataType === undefined ? fullyQualifiedName : name, name].filter(isText);
  const type = [dataTypeDisplay, dataType].find(isText);
  return label === undefined ? JSON.stringify(item) : `${label}${type === undefined ? '' : ` (${type})`}`;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

export function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** `testCase` becomes `Test case`, `columns.price.description` keeps its path. */
export function titleOf(name: string): string {
  const words = name.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
  return cutText(words.charAt(0).toUpperCase() + words.slice(1), 200);
}
