/** Types whose entities have columns, and the columns of one by their FQNs, whatever the type. */
import { type CatalogError, catalogError } from '../../../contract/index.js';
import { at, type EntityType, type Fields, joinFqn, type PartRule, type Scope, splitFqn } from '../../catalog/index.js';
import { type EntityRow, getEntitiesByFqns } from '../../storage/index.js';
import type { Column } from '../table/columns.js';

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
    throw catalogError('BAD_REQUEST', `query param entityType must name a type that has columns: ${known}`);
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
      refusals.push(error as CatalogError);
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
    if (longest !== undefined) found.set(fqn, rows.get(longest) as EntityRow);
  }
  return found;
}

function namesAbove(fqn: string): string[] {
  const names: string[] = [];
  for (const part of splitFqn(fqn).slice(0, -1).slice(0, MOST_PARTS)) names.push(joinFqn(names.at(-1) ?? null, part));
  return names;
}

/** All columns, nested ones behind the one that holds them. */
export function* eachColumn({ rule }: ColumnHolder, entity: Fields): Generator<PlacedColumn> {
  yield* columnsIn(at(entity, rule.path), rule, '', `/${rule.path.replaceAll('.', '/')}`);
}

function* columnsIn(list: unknown, rule: PartRule, above: string, pointer: string): Generator<PlacedColumn> {
  if (!Array.isArray(list)) return;
  for (const [i, column] of (list as Column[]).entries()) {
    const path = joinFqn(above === '' ? null : above, column.name);
    yield { column, path, pointer: `${pointer}/${i}` };
    if (rule.children) yield* columnsIn(column[rule.children], rule, path, `${pointer}/${i}/${rule.children}`);
  }
}

/** The column that has this FQN. */
export function columnAt(holder: ColumnHolder, entity: Fields, fqn: string): PlacedColumn | undefined {
  const wanted = normalFqn(fqn);
  for (const placed of eachColumn(holder, entity))
    if (`${String(entity.fullyQualifiedName)}.${placed.path}` === wanted) return placed;
  return undefined;
}

/** A column by its name at the top, by its path, or by its FQN. */
export function columnNamed(holder: ColumnHolder, entity: Fields, name: string): PlacedColumn | undefined {
  const columns = [...eachColumn(holder, entity)];
  const top = columns.find(({ path }) => path === joinFqn(null, name));
  return top ?? columns.find(({ path }) => path === normalFqn(name)) ?? columnAt(holder, entity, name);
}

/** With quotes just where they are needed, as FQNs are stored. */
function normalFqn(fqn: string): string {
  return splitFqn(fqn).reduce<string | null>(joinFqn, null) ?? '';
}
