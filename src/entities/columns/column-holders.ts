/** Types whose entities have columns, and access to these columns by FQN, independent of the type. */

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

/** A column with its JSON Pointer in the entity. */
export interface PlacedColumn {
  column: Column;
  /** Path below the entity, as in FQNs: `address.city`. */
  path: string;
  pointer: string;
}

/** Every registered type that declares columns. */
export function columnHolders({ catalog }: Pick<Scope, 'catalog'>): ColumnHolder[] {
  return catalog.registry.types.flatMap((type) => {
    const rule = columnRule(type);
    return rule ? [{ type, rule }] : [];
  });
}

/** How a type declares its columns; undefined if it has none. */
export function columnRule({ parts }: Pick<EntityType, 'parts'>): PartRule | undefined {
  return parts?.find(({ path }) => path === 'columns' || path.endsWith('.columns'));
}

type ActorScope = Pick<Scope, 'catalog' | 'actor'>;

/**
 * The type that a request names. 403 if the actor may do this on none of its entities, then 400 for a type without
 * columns.
 */
export function holderOf(name: string | undefined, operation: string, scope: ActorScope): ColumnHolder {
  const holders = columnHolders(scope);
  const holder = holders.find(({ type }) => type.name === name);
  if (!holder) {
    refusePowerless(operation, scope);
    const names = holders.map(({ type }) => type.name).join(', ');
    throw catalogError('BAD_REQUEST', `query param entityType must be a type that has columns: ${names}`);
  }
  scope.catalog.authorizer.possible(scope.actor, operation, holder.type.name);
  return holder;
}

/** Refuses with 403 if the actor may do this on no entity that has columns. */
export function refusePowerless(operation: string, scope: ActorScope): void {
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

/** Maximum number of FQN parts that name the entity of a column. */
const MOST_PARTS = 32;

/** The entity of each column, by the FQN of the column; includes deleted entities. */
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

/** All proper prefixes of an FQN: its last part always belongs to the column. */
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

/** All columns; nested ones follow their parent. */
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

/** Finds columns of one entity by FQN. Each list of columns is indexed once, however many columns are looked up. */
export function columnFinder({ rule }: ColumnHolder, entity: Fields): (fqn: string) => PlacedColumn | undefined {
  const above = splitFqn(String(entity.fullyQualifiedName));
  const indexOf = cachedIndexes();
  return (fqn) => {
    let found: PlacedColumn | undefined;
    let [list, pointer] = [at(entity, rule.path), `/${rule.path.replaceAll('.', '/')}`];
    let depth = 0;
    for (const name of eachFqnPart(fqn)) {
      depth++;
      if (depth <= above.length) {
        if (name !== above[depth - 1]) return undefined;
        continue;
      }
      const index = indexOf(list).get(name);
      if (index === undefined) return undefined;
      const column = present(columnsOf(list)[index]);
      found = { column, path: joinFqn(found?.path ?? null, name), pointer: `${pointer}/${index}` };
      [list, pointer] = rule.children
        ? [at(column, rule.children), `${found.pointer}/${rule.children}`]
        : [undefined, ''];
    }
    return found;
  };
}

/** The schema guarantees that a list of columns holds columns; only names and nested lists are read here. */
function columnsOf(list: unknown): readonly Column[] {
  return Array.isArray(list) ? list : [];
}

/** Indexes of columns by name, cached per list. */
function cachedIndexes(): (list: unknown) => ReadonlyMap<string, number> {
  const cache = new Map<unknown, ReadonlyMap<string, number>>();
  return (list) => {
    const indexes = cache.get(list) ?? new Map(columnsOf(list).map(({ name }, i) => [name, i]));
    cache.set(list, indexes);
    return indexes;
  };
}

/** The column with this FQN. */
export function columnAt(holder: ColumnHolder, entity: Fields, fqn: string): PlacedColumn | undefined {
  return columnFinder(holder, entity)(fqn);
}

/** Finds a column by top-level name, path or FQN. */
export function columnNamed(holder: ColumnHolder, entity: Fields, name: string): PlacedColumn | undefined {
  const find = columnFinder(holder, entity);
  const fqn = String(entity.fullyQualifiedName);
  return find(joinFqn(fqn, name)) ?? find(`${fqn}.${name}`) ?? find(name);
}
