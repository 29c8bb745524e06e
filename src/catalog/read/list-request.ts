/** Parses list requests: filters, limit, cursors, fields. */
import { catalogError } from '../../../contract/index.js';
import { allOf } from '../../rules/index.js';
import {
  type EntityQuery,
  type EntityRow,
  getEntityByFqn,
  getEntityById,
  type Inside,
  type ListCondition,
} from '../../storage/index.js';
import type { EntityType, ListFilter } from '../define/define.js';
import { givenFqn } from '../document/fqn.js';
import { findContainer, findContainerRow, insideOf, liesInside } from '../document/inside.js';
import { hiddenCondition } from '../remove/removals.js';
import { viewOperations } from '../rights/operations.js';
import { listsEntities, visibleIds } from '../rights/visible.js';
import type { Request, Scope } from '../routes/route.js';
import { type ListPosition, readCursor } from './cursor.js';
import { readInclude } from './load.js';
import { type Selection, selectFields } from './selection.js';

export const defaultLimit = 10;
export const highestLimit = 1_000_000;
export interface ListRequest {
  query: EntityQuery;
  limit: number;
  after: ListPosition | undefined;
  before: ListPosition | undefined;
  /** The list and its filters as requested. Cursors are only valid for the same value. */
  asked: readonly unknown[];
  selection: Selection;
}

/** Throws 400 naming the parameter. `narrow`: additional conditions. */
export async function readListRequest(
  type: EntityType,
  request: Request,
  scope: Scope,
  narrow: readonly ListCondition[],
): Promise<ListRequest> {
  const { query } = request;
  const limit = readLimit(query.limit, defaultLimit, 0, highestLimit);
  if (query.after && query.before)
    throw catalogError('BAD_REQUEST', 'Only one of the query parameters after and before is allowed');
  const fields = selectFields(type, query.fields, scope.catalog);
  const traits = fields.traits.map(({ trait, as }) => ({ trait: trait.asAsked?.(query) ?? trait, as }));
  const include = readInclude(query.include);
  const removals = await scope.catalog.removals.under(scope.sql);
  const conditions = [...narrow, ...hiddenCondition(removals, type.name, include, scope.catalog.registry)];
  const asked: unknown[] = [type.name, include];
  let below: Inside | undefined;
  for (const [name, filter] of Object.entries(type.filters ?? {})) {
    const value = query[name];
    if (value === undefined || value === '') continue;
    asked.push(name, value);
    if (filter.by === 'below') {
      if (filter.within) await refuseOutside(type, name, filter.within, query, scope);
      const inside = await containerOf(type, filter, value, filter.typeIn && query[filter.typeIn], scope);
      if (inside && below === undefined) below = inside;
      else conditions.push({ by: 'below', containers: inside ? [inside] : [] });
    } else if (filter.by === 'top') {
      if (readBoolean(value, name)) conditions.push({ by: 'parentType', types: filter.types });
    } else if (filter.by === 'parent') {
      const row = await findContainerRow(filter.type, value, scope);
      conditions.push({ by: 'parent', ids: row ? [row.id] : [] });
      if (row) below ??= insideOf(row, type.name, scope.catalog.registry);
    } else if (filter.by === 'custom') conditions.push(...(await filter.conditions(value, query, scope)));
    else conditions.push(await condition(filter, name, value, type, scope));
  }
  return {
    query: {
      type: type.name,
      include,
      ...(below === undefined ? {} : { below }),
      conditions,
      filter: allOf(
        viewOperations(query.fields, type).map((operation) =>
          scope.catalog.authorizer.filter(scope.actor, operation, type.name),
        ),
      ),
    },
    limit,
    asked,
    after: query.after ? readCursor(query.after, 'after', asked) : undefined,
    before: query.before ? readCursor(query.before, 'before', asked) : undefined,
    selection: { ...fields, traits },
  };
}

/** A whole number from `low` to `high`; anything else is 400 with the rule. */
export function readLimit(
  text: string | undefined,
  fallback: number,
  low: number,
  high: number,
  parameter = 'limit',
): number {
  if (text === undefined || text === '') return fallback;
  // compat: programs whose numbers are all fractions write `10.0`.
  if (!/^[+-]?\d{1,15}(\.0+)?$/.test(text))
    throw catalogError('BAD_REQUEST', `query param ${parameter} must be a whole number`);
  const value = Number(text);
  if (value < low)
    throw catalogError('BAD_REQUEST', `query param ${parameter} must be greater than or equal to ${low}`);
  if (value > high) throw catalogError('BAD_REQUEST', `query param ${parameter} must be less than or equal to ${high}`);
  return value;
}

function containerOf(
  type: EntityType,
  { type: declared, given }: Extract<ListFilter, { by: 'below' }>,
  value: string,
  typeName: string | undefined,
  scope: Scope,
): Promise<Inside | null> {
  const types = (typeof declared === 'string' ? [declared] : declared).filter((name) =>
    scope.catalog.registry.find(name),
  );
  const meant = typeName ? types.filter((name) => name === typeName) : types;
  return findContainer(type.name, meant, value, { orId: given === 'fqn-or-id' }, scope);
}

/**
 * Refuses with 400 a container that does not lie in the one that another parameter names. What the caller may not see is
 * treated like what does not exist.
 */
async function refuseOutside(
  { filters = {} }: EntityType,
  inner: string,
  outer: string,
  query: Request['query'],
  scope: Scope,
): Promise<void> {
  const named = async (parameter: string) => {
    const [filter, value] = [filters[parameter], query[parameter]];
    return filter?.by === 'below' && value ? findContainerRow(filter.type, value, scope) : null;
  };
  const container = await named(outer);
  const row = container && (await named(inner));
  if (!row || liesInside(row, container.id)) return;
  if ((await visibleIds([row, container], scope)).size < 2) return;
  throw catalogError('BAD_REQUEST', `query param ${inner}: ${row.fqn} does not lie in ${outer} ${container.fqn}`);
}

function parentType({ types }: Extract<ListFilter, { by: 'parentType' }>, name: string, value: string): ListCondition {
  if (types.includes(value)) return { by: 'parentType', types: [value] };
  throw catalogError('BAD_REQUEST', `query param ${name} must be one of ${types.join(', ')}`);
}

async function condition(
  filter: Exclude<ListFilter, { by: 'below' | 'parent' | 'top' | 'custom' }>,
  name: string,
  value: string,
  type: EntityType,
  scope: Scope,
): Promise<ListCondition> {
  if (filter.by === 'equals')
    return { by: 'equals', field: filter.field, values: chosenValues(type, filter.field, name, value, scope) };
  if (filter.by === 'lists') {
    const [chosen, ...more] = chosenValues(type, filter.field, name, value, scope);
    return { by: 'contains', fields: [filter.field], text: JSON.stringify(more.length > 0 ? value : chosen) };
  }
  if (filter.by === 'parentType') return parentType(filter, name, value);
  if (filter.by === 'fqnPrefix') return { by: 'fqnPrefix', prefix: value };
  if (filter.by === 'boolean') return { ...filter, value: readBoolean(value, name) };
  const row = /^[0-9a-f-]{36}$/i.test(value)
    ? await getEntityById(scope.sql, value.toLowerCase())
    : await getEntityByFqn(scope.sql, filter.type, givenFqn(scope.catalog.registry.find(filter.type), value));
  const ids = row && (await isShown(type, filter.kind, row, scope)) ? [row.id] : [];
  return { by: 'related', kind: filter.kind, direction: filter.direction, ids };
}

/**
 * Values of a field that a parameter asks for, joined with commas. Those of an enum are found in any case; 400 for
 * others.
 */
export function chosenValues(
  type: EntityType,
  field: string,
  parameter: string,
  text: string,
  { catalog: { contract } }: Scope,
): readonly string[] {
  const isKnown = contract.fieldNames(type.schema).includes(field);
  const values = isKnown ? contract.enumValues(`${type.schema}.${field}`) : [];
  if (values.length === 0) return text.split(',');
  return text.split(',').map((given) => {
    const found = values.find((value) => value.toLowerCase() === given.trim().toLowerCase());
    if (found !== undefined) return found;
    throw catalogError(
      'BAD_REQUEST',
      `query param ${parameter} must be one of ${values.join(', ')}, not ${given.slice(0, 100)}`,
    );
  });
}

/** A filter must not reveal what the field itself would hide: entities that the caller may not see match nothing. */
async function isShown(type: EntityType, kind: string, row: EntityRow, scope: Scope): Promise<boolean> {
  const trait = type.traits?.find(({ edges }) => edges?.kind === kind);
  return !trait || !listsEntities(trait) || (await visibleIds([row], scope)).has(row.id);
}

/** A parameter that is `true` or `false`, else 400; `initial` if it is missing or empty. */
export function readFlag(query: Request['query'], name: string, initial = false): boolean {
  return query[name] ? readBoolean(query[name], name) : initial;
}

/** A parameter that is `true` or `false` and leaves nothing out itself: the type reads it besides. */
export function flagFilter(name: string, description: string): ListFilter {
  return {
    by: 'custom',
    description,
    schema: { type: 'boolean', default: false },
    conditions(value) {
      readBoolean(value, name);
      return Promise.resolve([]);
    },
  };
}

/** `true` or `false`; anything else is 400. */
export function readBoolean(text: string, parameter: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw catalogError('BAD_REQUEST', `query param ${parameter} must be true or false`);
}
