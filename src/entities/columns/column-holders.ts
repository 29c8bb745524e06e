/** Types whose entities have columns, and the columns of one by their FQNs, whatever the type. */

import { CatalogError, type Column, catalogError } from '../../../contract/index.js';
import {
  at,
  type EntityType,
  eachFqnPart,
  type Fields,
  fqnLimit,
  joinFqn,
  type PartRule,
  type Scope,
  splitFqn,
} from '../../catalog/index.js';
import { present } from '../../context/index.js';
import { type EntityRow, getEntitiesByFqns } from '../../storage/index.js';

export interface ColumnHolder {
  type: EntityType;
  /** How the type declares its columns. */
  rule: PartRule;
}

/** A column, and where it stands in its entity as a JSON Pointer. */
export interface PlacedColumn {
  column: Column;
  /** Below its entity, as in FQNs: `address.city`. */
  path: string;
  pointer: string;
}

/** Every registered type that declares columns. */
export function columnHolders({ catalog }: Pick<Scope, 'catalog'>): ColumnHolder[] {
  return catalog.registry.types.flatMap((type) => {
    const rule = type.parts?.find(({ path }) => path === 'columns' || path.endsWith('.columns'));
    return rule ? [{ type, rule }] : [];
  });
}

type Asking = Pick<Scope, 'catalog' | 'actor'>;

/** The type that a request names, once the actor may ever do this to one of its entities. Refuses with 403, then 400. */
export function holderOf(name: string | undefined, operation: string, scope: Asking): ColumnHolder {
  const holders = columnHolders(scope);
  const holder = holders.find(({ type }) => type.name === name);
  if (!holder) {
    refusePowerless(operation, scope);
    const known = holders.map(({ type }) => type.name).join(', ');
    throw catalogError('BAD_REQUEST', `query param entityType must be a type that has columns: ${known}`);
  }
  scope.catalog.authorizer.possible(scope.actor, operation, holder.type.name);
  return holder;
}

/** Refuses with 403 who may do this to no entity that has columns. */
export function refusePowerless(operation: string, scope: Asking): void {
  const refusals: CatalogError[] = [];
  const holders = columnHolders(scope);
  for (const { type } of holders)
    try {
      scope.catalog.authorizer.possible(scope.actor, operation, type.name);
    } catch (error) {
      if (!(error instanceof CatalogError)) throw error;
      refusals.push(error);
    }
  if (refusals.length === holders.length && refusals[0]) throw refusals[0];
}

/** Parts of an FQN that can name an entity; a column lies deeper. */
const MOST_PARTS = 32;

/** The entities that FQNs of columns begin with, by those FQNs; in any state of deletion. */
export async function entitiesOfColumns(
  type: EntityType,
  columnFqns: readonly string[],
  scope: Scope,
): Promise<Map<string, EntityRow>> {
  const above = new Map(columnFqns.map((fqn) => [fqn, namesAbove(fqn)]));
  const wanted = [...new Set([...above.values()].flat())];
  const rows = new Map((await getEntitiesByFqns(scope.sql, type.name, wanted)).map((row) => [row.fqn, row]));
  const found = new Map<string, EntityRow>();
  for (const [fqn, names] of above) {
    const longest = names.findLast((name) => rows.has(name));
    if (longest !== undefined) found.set(fqn, present(rows.get(longest)));
  }
  return found;
}

/** Not the whole: its last part is a column's at least. */
function namesAbove(fqn: string): string[] {
  const names: string[] = [];
  let name: string | null = null;
  for (const part of eachFqnPart(fqn)) {
    if (name !== null) names.push(name);
    name = joinFqn(name, part);
    if (names.length === MOST_PARTS || name.length > fqnLimit) break;
  }
  return names;
}

/** All columns, nested ones behind the one that holds them. */
export function* eachColumn({ rule }: ColumnHolder, entity: Fields): Generator<PlacedColumn> {
  yield* columnsIn(at(entity, rule.path), rule, '', `/${rule.path.replaceAll('.', '/')}`);
}

function* columnsIn(list: unknown, rule: PartRule, above: string, pointer: string): Generator<PlacedColumn> {
  for (const [i, column] of columnsOf(list).entries()) {
    const path = joinFqn(above === '' ? null : above, column.name);
    yield { column, path, pointer: `${pointer}/${i}` };
    if (rule.children) yield* columnsIn(at(column, rule.children), rule, path, `${pointer}/${i}/${rule.children}`);
  }
}

/** Finds columns of one entity by their FQNs. Each list of columns is gone through once, however many are asked for. */
export function columnFinder({ rule }: ColumnHolder, entity: Fields): (fqn: string) => PlacedColumn | undefined {
  const above = splitFqn(String(entity.fullyQualifiedName));
  const placesIn = rememberedPlaces();
  return (fqn) => {
    let found: PlacedColumn | undefined;
    let [list, pointer] = [at(entity, rule.path), `/${rule.path.replaceAll('.', '/')}`];
    let seen = 0;
    for (const name of eachFqnPart(fqn)) {
      seen++;
      if (seen <= above.length) {
        if (name !== above[seen - 1]) return undefined;
        continue;
      }
      const place = placesIn(list).get(name);
      if (place === undefined) return undefined;
      const column = present(columnsOf(list)[place]);
      found = { column, path: joinFqn(found?.path ?? null, name), pointer: `${pointer}/${place}` };
      [list, pointer] = rule.children
        ? [at(column, rule.children), `${found.pointer}/${rule.children}`]
        : [undefined, ''];
    }
    return found;
  };
}

/** A declared list of parts is one of columns by its schema; nothing else is read of them here but names and parts. */
function columnsOf(list: unknown): readonly Column[] {
  return Array.isArray(list) ? list : [];
}

/** Where columns stand in a list, by their names. */
function rememberedPlaces(): (list: unknown) => ReadonlyMap<string, number> {
  const known = new Map<unknown, ReadonlyMap<string, number>>();
  return (list) => {
    const places = known.get(list) ?? new Map(columnsOf(list).map(({ name }, i) => [name, i]));
    known.set(list, places);
    return places;
  };
}

/** The column that has this FQN. */
export function columnAt(holder: ColumnHolder, entity: Fields, fqn: string): PlacedColumn | undefined {
  return columnFinder(holder, entity)(fqn);
}

/** A column by its name at the top, by its path, or by its FQN. */
export function columnNamed(holder: ColumnHolder, entity: Fields, name: string): PlacedColumn | undefined {
  const find = columnFinder(holder, entity);
  const fqn = String(entity.fullyQualifiedName);
  return find(joinFqn(fqn, name)) ?? find(`${fqn}.${name}`) ?? find(name);
}
