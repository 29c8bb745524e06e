/**
 * Derives words that every document which meets a condition has, so that the full-text index skips all others. Other
 * documents may have the words too; the candidates are decided exactly afterwards.
 */
import type { WordQuery } from '../../storage/index.js';
import { keyToken, referenceToken } from '../indexing/key-token.js';
import type { Condition, FacetTupleTest } from '../query/condition.js';

/** Null: nothing is implied. */
export type Implied = WordQuery | null;

export interface ImpliedOptions {
  /** Includes words that very many documents have: types. */
  readonly broad: boolean;
  /** The types of the documents that are looked for; any, where it is left out. */
  readonly types?: readonly string[];
  /**
   * Ids of the containers whose own owners or domains are among these, and in which documents of these types can lie;
   * null when there are too many to query.
   */
  containersOf(ids: readonly string[], types: readonly string[] | null): Promise<readonly string[] | null>;
}

/** Tests with more values than this imply nothing. */
const MOST_VALUES = 500;

export async function impliedWords(condition: Condition, options: ImpliedOptions): Promise<Implied> {
  switch (condition.kind) {
    case 'combination':
      return impliedByTest(condition.test, options);
    case 'words':
      return condition.query.kind === 'not' ? null : condition.query;
    case 'begins':
      return { kind: 'word', token: condition.prefix, in: ['exact'], prefix: true };
    case 'ids':
      return anyToken(condition.ids, (id) => ({ kind: 'word', token: keyToken('id', id), in: ['keys'] }));
    case 'and': {
      const of: WordQuery[] = [];
      const narrowed = { ...options, ...typesAmong(condition.of) };
      for (const part of condition.of) {
        const words = await impliedWords(part, narrowed);
        if (words) of.push(words);
      }
      return of.length > 1 ? { kind: 'and', of } : (of[0] ?? null);
    }
    case 'or': {
      const of: WordQuery[] = [];
      for (const part of condition.of) {
        if (isNever(part)) continue;
        const words = await impliedWords(part, options);
        if (!words) return null;
        of.push(words);
      }
      return of.length > 1 ? { kind: 'or', of } : (of[0] ?? null);
    }
    case 'not': {
      const turned = turnedAround(condition.of);
      return turned && impliedWords(turned, options);
    }
    default:
      return null;
  }
}

/** The negation of a condition, with `not` moved inwards; null where it implies no words. */
function turnedAround(condition: Condition): Condition | null {
  const not = (of: Condition): Condition => ({ kind: 'not', of });
  switch (condition.kind) {
    case 'not':
      return condition.of;
    case 'and':
      return { kind: 'or', of: condition.of.map(not) };
    case 'or':
      return { kind: 'and', of: condition.of.map(not) };
    default:
      return null;
  }
}

/** The types that one of these conditions is limited to. */
function typesAmong(conditions: readonly Condition[]): Pick<ImpliedOptions, 'types'> {
  for (const part of conditions)
    if (part.kind === 'combination' && part.test.kind === 'has' && part.test.field === 'y')
      return { types: part.test.values };
  return {};
}

async function impliedByTest(test: FacetTupleTest, options: ImpliedOptions): Promise<Implied> {
  const { broad, types = null, containersOf } = options;
  if (test.kind === 'any' || test.kind === 'like') return null;
  if (test.kind === 'inherits') {
    if (test.ids === null || test.ids.length > MOST_VALUES) return null;
    const containers = await containersOf(test.ids, types);
    return containers && anyToken([...test.ids, ...containers], reference);
  }
  const { field, values } = test;
  if (field === 'y') return broad ? anyToken(values, (type) => key('entityType', type)) : null;
  if (field === 'x') return values.includes('0') ? null : anyToken(values, (value) => counted('x', value));
  if (field.startsWith('s.')) return anyToken(values, (value) => counted(field, value));
  return anyToken(values, reference);
}

function anyToken(values: readonly string[], of: (value: string) => WordQuery): Implied {
  if (values.length === 0 || values.length > MOST_VALUES) return null;
  return values.length === 1 ? of(values[0] as string) : { kind: 'or', of: values.map(of) };
}

function key(field: string, value: string): WordQuery {
  return { kind: 'word', token: keyToken(field, value), in: ['keys'] };
}

function reference(id: string): WordQuery {
  return { kind: 'word', token: referenceToken(id), in: ['refs'] };
}

function counted(field: string, value: string): WordQuery {
  return { kind: 'word', token: keyToken(field, value), in: ['counted'] };
}

/** A part that nothing meets does not weaken what the other alternatives imply. */
function isNever(condition: Condition): boolean {
  if (condition.kind === 'or') return condition.of.every(isNever);
  if (condition.kind === 'and') return condition.of.some(isNever);
  return condition.kind === 'combination' && condition.test.kind === 'has' && condition.test.values.length === 0;
}
