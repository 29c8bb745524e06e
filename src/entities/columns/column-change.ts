/**
 * Turns the update of a column into a minimal JSON Patch, so that it requires rights only for what really changes.
 * Pure.
 */
import type { TagLabel } from '../../../contract/index.js';
import { equal, type Fields, type Operation } from '../../catalog/index.js';
import { labelKey } from '../../traits/index.js';
import type { PlacedColumn } from './column-holders.js';

/** `api/data/updateColumn`. Absent fields stay, blank text removes a field, an empty list removes all tags. */
export interface ColumnUpdate {
  displayName?: string;
  description?: string;
  tags?: TagLabel[];
  constraint?: string;
  removeConstraint?: boolean;
  extension?: unknown;
}

/** The JSON Patch operations that apply the update to the column. */
export function stepsOf({ column, pointer }: PlacedColumn, update: ColumnUpdate): Operation[] {
  const { displayName, description, tags, constraint, removeConstraint, extension } = update;
  return [
    ...textSteps(column, pointer, 'displayName', displayName),
    ...textSteps(column, pointer, 'description', description),
    ...(tags === undefined ? [] : tagSteps(column.tags ?? [], tags, `${pointer}/tags`)),
    ...(removeConstraint
      ? removal(column, pointer, 'constraint')
      : constraint === undefined
        ? []
        : setting(column, pointer, 'constraint', constraint)),
    ...(extension === undefined ? [] : setting(column, pointer, 'extension', extension)),
  ];
}

function textSteps(column: Fields, pointer: string, field: string, text: string | undefined): Operation[] {
  if (text === undefined) return [];
  return text.trim() === '' ? removal(column, pointer, field) : setting(column, pointer, field, text);
}

function removal(column: Fields, pointer: string, field: string): Operation[] {
  return column[field] === undefined ? [] : [{ op: 'remove', path: `${pointer}/${field}` }];
}

function setting(column: Fields, pointer: string, field: string, value: unknown): Operation[] {
  return equal(column[field] ?? null, value) ? [] : [{ op: 'add', path: `${pointer}/${field}`, value }];
}

/** Removes labels from last to first, so that the indexes of earlier labels stay valid, then adds new ones. */
function tagSteps(stored: readonly TagLabel[], given: readonly TagLabel[], pointer: string): Operation[] {
  const wanted = new Map(given.map((label) => [keyOf(label), label]));
  const storedKeys = new Set(stored.map(keyOf));
  const steps: Operation[] = [];
  for (const [i, label] of [...stored.entries()].reverse()) {
    const update = wanted.get(keyOf(label));
    if (!update) steps.push({ op: 'remove', path: `${pointer}/${i}` });
    else if (differs(update, label))
      steps.push({ op: 'replace', path: `${pointer}/${i}`, value: { ...label, ...update, tagFQN: label.tagFQN } });
  }
  for (const [key, value] of wanted) if (!storedKeys.has(key)) steps.push({ op: 'add', path: `${pointer}/-`, value });
  return steps;
}

function keyOf(label: TagLabel): string {
  return labelKey({ ...label, source: label.source ?? 'Classification' });
}

/** Fields that belong to the label itself; the others come from its tag. */
const labelFields = ['labelType', 'state', 'reason'] as const;

function differs(given: TagLabel, stored: TagLabel): boolean {
  return labelFields.some((field) => given[field] !== undefined && given[field] !== stored[field]);
}

/** Whether both lists have the same tags and glossary terms. */
export function sameLabels(a: readonly TagLabel[], b: readonly TagLabel[]): boolean {
  const keys = new Set(a.map(keyOf));
  const others = new Set(b.map(keyOf));
  return keys.size === others.size && [...keys].every((key) => others.has(key));
}
