/**
 * Compiles field queries (values, patterns, presence) to conditions. Names of referenced entities are resolved to ids
 * at this point.
 */
import { foldedValue, guardOf, type Registry } from '../../catalog/index.js';
import {
  type ListCondition,
  literalsOf,
  type PropertyTest,
  RELATION,
  type SearchColumn,
  stepsOf,
} from '../../storage/index.js';
import { presenceToken, referenceToken } from '../indexing/key-token.js';
import { wholeToken } from '../words/tokenize.js';
import { COLUMNS, wordsOf } from './compile-words.js';
import {
  both,
  type Condition,
  combination,
  EVERYTHING,
  either,
  matching,
  NOTHING,
  none,
  ofTypes,
} from './condition.js';
import { inContainers, inField } from './container-types.js';
import { key } from './find-ids.js';
import { namesField } from './part-fields.js';
import { createReferenceResolver, type ResolverDeps, withTermsOf } from './reference-resolver.js';
import { type Bounds, createRowConditions, within, withNumber } from './row-bounds.js';
import { holderTypes, type InheritedField, type SearchField, searchField } from './search-fields.js';
import { typesOfIndex } from './search-indexes.js';
import { LIMITS } from './search-query.js';
import { matchingPattern } from './word-patterns.js';

/** Inherited like owners, but by few types, so the database decides. */
const REVIEWERS = `edge.${RELATION.reviews}`;

type RowConditions = ReturnType<typeof createRowConditions>;

export interface FieldCompiler {
  term(field: SearchField, values: readonly string[]): Promise<Condition>;
  exists(field: SearchField, given: string): Condition;
  wildcard(given: string, pattern: string): Promise<Condition>;
  range(field: SearchField, bounds: Bounds): Condition;
  /** All words of a text in the values of a custom property. */
  property(field: PropertyField, text: string, operator: 'and' | 'or'): Promise<Condition>;
}

export type FieldCompilerDeps = ResolverDeps;

export function createFieldCompiler({ sql, registry, sight }: FieldCompilerDeps): FieldCompiler {
  const rowCondition = createRowConditions();
  const { resolve, shown, idsLike } = createReferenceResolver({ sql, registry, sight });

  const exists: FieldCompiler['exists'] = (field, given) => {
    const indexed = existing(field, given, { registry, sight });
    if (field.kind === 'item') return either(onRequest(field.list));
    return field.kind === 'value' ? either([indexed, ...onRequest(field.key)]) : indexed;
  };

  /** Fields of assets that are returned on request are no part of documents, so rows decide. */
  function onRequest(field: string): Condition[] {
    return apart(field, { by: 'present', field, onRequest: true });
  }

  function apart(field: string, condition: ListCondition): Condition[] {
    const types = registry.types.filter(
      (type) => type.dataAsset && type.onRequest?.includes(field) && guardOf(field, type) === undefined,
    );
    if (types.length === 0) return [];
    const has: Condition = { kind: 'rows', condition: { kind: 'list', condition } };
    return [both([ofTypes(types.map(({ name }) => name)), rowCondition(has)])];
  }

  async function term(field: SearchField, values: readonly string[]): Promise<Condition> {
    switch (field.kind) {
      case 'id':
        return { kind: 'ids', ids: values };
      case 'type':
        return ofIndexes(values, registry);
      case 'deleted':
        return combination({ kind: 'has', field: 'x', values: values.map((value) => (value === 'true' ? '1' : '0')) });
      case 'fqn':
        return { kind: 'ids', ids: await resolve(null, 'fqn', values) };
      case 'fqnPart':
        return either([keys('name', values), ...referringTo(await resolve(holderTypes(registry), 'name', values))]);
      case 'inherited':
        return inherited(field.field, await resolve(registry.targetsOf(field.field), field.by, values));
      case 'reference':
        return inTypes(field.within, await referring(field, await resolve(field.types, field.by, values)));
      case 'containerType':
        return inContainers(registry, field.field, values, rowCondition);
      case 'time':
        return rowCondition(withNumber(field.column, values));
      case 'updatedBy':
        return rowCondition({ kind: 'rows', condition: { kind: 'updatedBy', names: values } });
      case 'property':
        return either([
          ofProperty(field.name, { kind: 'values', values: values.map(foldedValue) }),
          ...referringProperty(field, await resolve(null, field.by, values)),
        ]);
      case 'text':
        return inTextOf(field, either(values.flatMap((value) => wordsOf(value, columnsOf(field.column)))));
      case 'partNames':
        return either(field.lists.map(({ rule }) => keys(namesField(rule.path), values)));
      case 'item': {
        const { list, member } = field;
        return inTypes(field.declaredBy, either(apart(list, { by: 'item', list, member, values })));
      }
      case 'value':
        if (field.key === 'displayName') return either([keys('displayName', values), unnamed(keys('name', values))]);
        return ofValues(field.key, values, registry);
    }
  }

  async function referring(field: Extract<SearchField, { kind: 'reference' }>, ids: readonly string[]) {
    const found = await shown(field, ids);
    if (field.key === REVIEWERS) return both([reviewedTypes(registry), rowCondition(reviewedBy(found))]);
    return pointsAt(field.key, field.key === 'tags' ? await withTermsOf(found, sql) : found);
  }

  async function wildcard(given: string, pattern: string): Promise<Condition> {
    const like = likePattern(pattern);
    if (like === null) return NOTHING;
    const field: SearchField = given === '' ? { kind: 'text', column: 'name' } : searchField(given, false, registry);
    if (!/[*?]/.test(pattern.replace(/\\./gs, '')))
      return term(searchField(given, true, registry), [unescapePattern(pattern)]);
    if (/^\*+$/.test(pattern)) return exists(given === '' ? field : searchField(given, true, registry), given);
    if (field.kind === 'fqn') return onPath(pattern, like.toLowerCase(), rowCondition);
    if (field.kind === 'property')
      return rowCondition(ofProperty(field.name, { kind: 'like', pattern: like.toLowerCase() }));
    if (field.kind === 'inherited' || field.kind === 'reference')
      return term({ ...field, by: 'id' }, await idsLike(field, like));
    if (field.kind === 'type') return combination({ kind: 'like', field: 'y', pattern: like });
    if (field.kind === 'updatedBy') return rowCondition(ofRows('updated_by', like));
    if (field.kind === 'partNames')
      return inTextOf(field, rowCondition({ kind: 'rows', condition: { kind: 'partName', pattern: like } }));
    if (field.kind === 'value') return ofValuesLike(field.key, like, rowCondition);
    if (field.kind !== 'text') return NOTHING;
    return inTextOf(field, await matchingPattern(sql, { pattern, like }, wildcardColumns(given, field)));
  }

  const range: FieldCompiler['range'] = (field, { low, high }) => {
    if (field.kind === 'time') return rowCondition(within(field.column, low, high));
    return field.kind === 'property' ? ofProperty(field.name, { kind: 'between', low, high }) : NOTHING;
  };

  /** Values that have the words; a reference is found by its whole name. */
  async function property(field: PropertyField, text: string, operator: 'and' | 'or'): Promise<Condition> {
    const words = wordsOfProperty(field, text);
    const found = operator === 'and' ? both(words) : either(words);
    const whole = await term(field, [text]);
    return rowCondition(words.length === 0 ? whole : either([whole, found]));
  }

  return { term, exists, wildcard, range, property };
}

export type PropertyField = Extract<SearchField, { kind: 'property' }>;

function ofRows(column: 'display' | 'updated_by', pattern: string): Condition {
  return { kind: 'rows', condition: { kind: 'like', column, pattern } };
}

/** Entities without a display name are shown by their name. */
function unnamed(condition: Condition): Condition {
  return both([condition, none(present('displayName'))]);
}

function ofProperty(name: string, test: PropertyTest): Condition {
  return { kind: 'rows', condition: { kind: 'property', name, test } };
}

function referringProperty({ named }: PropertyField, ids: readonly string[]): Condition[] {
  return ids.length === 0 ? [] : [ofProperty(named, { kind: 'values', values: ids })];
}

/** One condition for each word of a text: the value contains it. */
function wordsOfProperty({ name }: PropertyField, text: string): Condition[] {
  const words = foldedValue(text)
    .split(/\s+/)
    .filter((word) => word !== '');
  return words.map((word) => ofProperty(name, { kind: 'like', pattern: `%${word.replace(/[%_\\]/g, '\\$&')}%` }));
}

function reviewedTypes(registry: Registry): Condition {
  const types = registry.types.filter(({ traits }) => traits?.some((trait) => trait.edges?.kind === RELATION.reviews));
  return ofTypes(types.map(({ name }) => name));
}

function reviewedBy(ids: readonly string[]): Condition {
  return { kind: 'rows', condition: { kind: 'rows', filter: { kind: 'reviewedBy', ids } } };
}

/** A pattern with a literal prefix is decided by containers; text inside FQNs requires reading each row. */
function onPath(pattern: string, like: string, rowCondition: RowConditions): Condition {
  const fits: Condition = { kind: 'path', pattern: like };
  const isInside = /[*?].*[^*?].*[*?]$/s.test(pattern);
  return both([...lastSegment(pattern), isInside ? rowCondition(fits) : fits]);
}

/** A pattern of whole values. Only fields that hits are counted by have their values in the index; others have hashes. */
function ofValuesLike(field: string, like: string, rowCondition: RowConditions): Condition {
  if (field === 'name') return ofNames(like);
  if (field === 'displayName') return rowCondition(ofRows('display', like));
  return isCounted(field) ? combination({ kind: 'like', field: `s.${field}`, pattern: like }) : NOTHING;
}

/** A pattern of whole names; one that begins with text reads only the names that do. */
function ofNames(like: string): Condition {
  const [start = ''] = literalsOf(stepsOf(like)).map(wholeToken);
  const fits: Condition = { kind: 'name', pattern: like };
  return start === '' ? fits : both([beginsWith(start), fits]);
}

/** Values are types or indexes of types. */
function ofIndexes(values: readonly string[], registry: Registry): Condition {
  const types = values.flatMap((value) => typesOfIndex(value, registry) ?? [value]);
  return combination({ kind: 'has', field: 'y', values: types });
}

function ofValues(field: string, values: readonly string[], registry: Registry): Condition {
  if (isCounted(field))
    return combination({ kind: 'has', field: `s.${field}`, values: values.map((value) => value.toLowerCase()) });
  return either([keys(field, values), ...constantly(registry, field, (value) => values.includes(value))]);
}

/** The types that declare a matching constant value for a field. */
function constantly(registry: Registry, field: string, fits: (value: string) => boolean): Condition[] {
  const types = registry.types.filter(({ search }) => {
    const value = search?.constants?.[field];
    return value !== undefined && fits(String(value));
  });
  return types.length === 0 ? [] : [ofTypes(types.map(({ name }) => name))];
}

function existing(field: SearchField, given: string, { registry, sight }: Omit<FieldCompilerDeps, 'sql'>): Condition {
  if (field.kind === 'inherited') return inherited(field.field, null);
  if (['id', 'type', 'deleted', 'fqn', 'fqnPart', 'time', 'updatedBy'].includes(field.kind)) return EVERYTHING;
  if (/^name(\.keyword)?$/.test(given)) return EVERYTHING;
  if (field.kind === 'reference') {
    if (field.guarded && !sight.all) return NOTHING;
    const counted = countedField(field.key);
    return counted ? combination({ kind: 'any', field: counted }) : present(field.key);
  }
  if (field.kind === 'containerType') return inField(field.field);
  if (field.kind === 'property') return ofProperty(field.name, { kind: 'any' });
  if (field.kind === 'value')
    return isCounted(field.key)
      ? combination({ kind: 'any', field: `s.${field.key}` })
      : either([present(field.key), ...constantly(registry, field.key, () => true)]);
  if (field.kind === 'partNames' || (field.kind === 'text' && field.column === 'parts'))
    return either((field.lists ?? registry.partLists).map(({ rule }) => present(namesField(rule.path))));
  return present(given);
}

/** Limits a condition to the types that have a text: those with its lists, or that declare it; neither: all types. */
export function inTextOf(
  { lists, declaredBy }: Pick<TextField, 'lists' | 'declaredBy'>,
  condition: Condition,
): Condition {
  return inTypes(declaredBy ?? (lists && [...new Set(lists.map(({ type }) => type))]), condition);
}

function inTypes(types: readonly string[] | undefined, condition: Condition): Condition {
  return types ? both([ofTypes(types), condition]) : condition;
}

function beginsWith(prefix: string): Condition {
  return { kind: 'begins', prefix };
}

/** Fields that hits are counted by are only in the facet tuples. */
function isCounted(field: string): boolean {
  return field.endsWith('Type');
}

/** The field of the facet tuple that holds references under a key; null when none does. */
function countedField(key: string): string | null {
  if (key === 'tags') return 't';
  if (key === 'certification') return 'z';
  if (key === 'edge.hasAsset') return 'p';
  return key.startsWith('edge.') ? null : `c.${key}`;
}

function referringTo(ids: readonly string[]): Condition[] {
  return ids.map((id) => matching({ kind: 'word', token: referenceToken(id), in: ['refs'] }));
}

function pointsAt(key: string, ids: readonly string[]): Condition {
  const field = countedField(key);
  return field ? combination({ kind: 'has', field, values: ids }) : keys(key, ids);
}

function inherited(field: InheritedField, ids: readonly string[] | null): Condition {
  return combination({ kind: 'inherits', field: field === 'owners' ? 'o' : 'd', ids });
}

function keys(field: string, values: readonly string[]): Condition {
  return either(values.map((value) => matching(key(field, value))));
}

function present(field: string): Condition {
  return matching({ kind: 'word', token: presenceToken(field), in: ['keys'] });
}

export function columnsOf(column: 'name' | 'parts' | 'body'): readonly SearchColumn[] {
  return column === 'name' ? (COLUMNS[1] ?? []) : [column];
}

type TextField = Extract<SearchField, { kind: 'text' }>;

function wildcardColumns(given: string, field: TextField): readonly SearchColumn[] {
  return given === '' ? ['exact', 'name', 'parts'] : columnsOf(field.column);
}

/** The pattern in `like` syntax, of the same case; null when it has too many wildcards or letters. */
function likePattern(pattern: string): string | null {
  let count = 0;
  const like = pattern.replace(/\\(.)|\*+|\?|[%_]/gs, (found, taken?: string) => {
    if (taken !== undefined) return /[%_\\]/.test(taken) ? `\\${taken}` : taken;
    if (found === '%' || found === '_') return `\\${found}`;
    count++;
    return found === '?' ? '_' : '%';
  });
  return count > LIMITS.wildcards || like.length > LIMITS.patternLength ? null : like.replace(/\\$/, '');
}

function unescapePattern(pattern: string): string {
  return pattern.replace(/\\(.)/gs, '$1');
}

/** Narrows a pattern by the last segment of the FQN where that is a plain name. */
function lastSegment(pattern: string): Condition[] {
  const last = pattern.slice(pattern.lastIndexOf('.') + 1);
  return last === '' || /[*?"\\]/.test(last) ? [] : [matching(key('name', last))];
}
