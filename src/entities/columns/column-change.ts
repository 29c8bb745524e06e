/** What an update of a column comes to: the least JSON Patch, so that it needs the rights on what it changes and no more. Pure. */
import type { TagLabel } from '../../../contract/index.js';
import { equal, type Fields, type Operation } from '../../catalog/index.js';
import { labelKey } from '../../traits/index.js';
import type { PlacedColumn } from './column-holders.js';

/** `api/data/updateColumn`. What is absent stays; blank text takes away, and an empty list takes all tags away. */
export interface ColumnUpdate {
  displayName?: string;
  description?: string;
  tags?: TagLabel[];
  constraint?: string;
  removeConstraint?: boolean;
  extension?: unknown;
}

/** The steps that make the column as the update says. */
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

/** Labels that go are removed from the last to the first, so that places before them stay; then come those that are new. */
function tagSteps(stored: readonly TagLabel[], given: readonly TagLabel[], pointer: string): Operation[] {
  const wanted = new Map(given.map((label) => [keyOf(label), label]));
  const known = new Set(stored.map(keyOf));
  const steps: Operation[] = [];
  for (const [i, label] of [...stored.entries()].reverse()) {
    const now = wanted.get(keyOf(label));
    if (!now) steps.push({ op: 'remove', path: `${pointer}/${i}` });
    else if (saysMore(now, label))
      steps.push({ op: 'replace', path: `${pointer}/${i}`, value: { ...label, ...now, tagFQN: label.tagFQN } });
  }
  for (const [key, value] of wanted) if (!known.has(key)) steps.push({ op: 'add', path: `${pointer}/-`, value });
  return steps;
}

function keyOf(label: TagLabel): string {
  return labelKey({ ...label, source: label.source ?? 'Classification' });
}

/** What a label says of itself, beyond what comes from its tag. */
const own = ['labelType', 'state', 'reason'] as const;

function saysMore(given: TagLabel, stored: TagLabel): boolean {
  return own.some((field) => given[field] !== undefined && given[field] !== stored[field]);
}

/** Whether both lists name the same tags and terms. */
export function sameLabels(a: readonly TagLabel[], b: readonly TagLabel[]): boolean {
  const keys = new Set(a.map(keyOf));
  const others = new Set(b.map(keyOf));
  return keys.size === others.size && [...keys].every((key) => others.has(key));
}
