/** Table constraints: their columns and referred columns must exist; references to other tables become edges. */
import { catalogError, parseObject, type TableConstraint } from '../../../contract/index.js';
import { equal, type Scope } from '../../catalog/index.js';
import { type EntityRow, getEntitiesByFqns, replaceRelationsFrom } from '../../storage/index.js';
import { findColumn, requireColumn, type StoredTable, splitColumnFqn } from './columns/columns.js';
import { shownTables } from './shown-tables.js';

/** Kind of the edge from a table to the tables that its foreign keys refer to. */
export const refersTo = 'refersTo';

/**
 * Refuses invalid constraints with 400. An empty list means none; the same constraints in another order, or with their
 * columns in another order, are not a change; stored ones on columns that are removed are removed with them.
 */
export async function checkConstraints(after: StoredTable, before: StoredTable | null, scope: Scope): Promise<void> {
  const stored = before?.tableConstraints;
  const constraints = after.tableConstraints?.filter((one) => !isBroken(one, stored ?? [], after));
  if (!constraints) return;
  if (constraints.length === 0) {
    delete after.tableConstraints;
    return;
  }
  after.tableConstraints = constraints;
  if (stored && sameSet(stored, constraints)) {
    after.tableConstraints = stored;
    if (equal(before?.columns, after.columns)) return;
  }
  checkOwnColumns(after, constraints);
  const storedReferences = new Set((stored ?? []).flatMap(({ referredColumns }) => referredColumns ?? []));
  await checkReferredColumns(after, constraints, storedReferences, scope);
}

/** Whether a stored constraint is on a column that this write removes: it goes with the column. */
function isBroken(one: TableConstraint, stored: readonly TableConstraint[], after: StoredTable): boolean {
  return (one.columns ?? []).some((name) => !findColumn(after, name)) && stored.some((other) => equal(one, other));
}

function sameSet(a: readonly TableConstraint[], b: readonly TableConstraint[]): boolean {
  const others = b.map(inOrder);
  return a.length === b.length && a.map(inOrder).every((one) => others.some((other) => equal(one, other)));
}

/** The same constraint with its columns by name; the columns that they refer to stay with them. */
function inOrder(constraint: TableConstraint): TableConstraint {
  const { columns = [], referredColumns = [] } = constraint;
  if (referredColumns.length > 0 && referredColumns.length !== columns.length) return constraint;
  const pairs = columns.map((name, i) => [name, referredColumns[i]] as const);
  pairs.sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    ...constraint,
    columns: pairs.map(([name]) => name),
    referredColumns: pairs.flatMap(([, referred]) => referred ?? []),
  };
}

function checkOwnColumns(table: StoredTable, constraints: readonly TableConstraint[]): void {
  const primary = (table.columns ?? []).some((column) => column.constraint === 'PRIMARY_KEY');
  constraints.forEach((constraint, i) => {
    if (constraints.slice(0, i).some((earlier) => equal(earlier, constraint)))
      throw catalogError('BAD_REQUEST', 'tableConstraints: the same constraint is given twice');
    if (primary && constraint.constraintType === 'PRIMARY_KEY')
      throw catalogError('BAD_REQUEST', 'tableConstraints: a column is already tagged as primary key');
    for (const name of constraint.columns ?? [])
      if (!findColumn(table, name)) throw catalogError('BAD_REQUEST', `tableConstraints: Invalid column name ${name}`);
  });
}

/**
 * A table that the writer may not see does not exist for them, unless the stored constraints already refer to the
 * column.
 */
async function checkReferredColumns(
  table: StoredTable,
  constraints: readonly TableConstraint[],
  storedReferences: ReadonlySet<string>,
  scope: Scope,
): Promise<void> {
  const referred = constraints
    .flatMap(({ referredColumns }) => referredColumns ?? [])
    .map((fqn) => ({ ...splitColumnFqn(fqn), isStored: storedReferences.has(fqn) }));
  const names = referred.map(({ tableFqn }) => tableFqn);
  const tables = await tablesByFqn(names, scope);
  const shown = await shownTables(names, scope);
  for (const { tableFqn, columnPath, isStored } of referred) {
    const row = isStored || shown === 'all' || shown.has(tableFqn) ? tables.get(tableFqn) : undefined;
    const target = row ? parseObject<StoredTable>(row.doc) : isSelf(table, tableFqn) ? table : null;
    if (!target) throw catalogError('BAD_REQUEST', `tableConstraints.referredColumns: Table not found: ${tableFqn}`);
    requireColumn(isSelf(table, tableFqn) ? table : target, columnPath);
  }
}

/** A new table has no FQN yet; an FQN of a missing table that ends with its name refers to the table itself. */
function isSelf(table: StoredTable, fqn: string): boolean {
  if (table.fullyQualifiedName !== undefined) return table.fullyQualifiedName === fqn;
  const name = String(table.name);
  return fqn.endsWith(`.${name}`) || fqn.endsWith(`."${name}"`);
}

async function tablesByFqn(fqns: readonly string[], scope: Scope): Promise<Map<string, EntityRow>> {
  const rows = await getEntitiesByFqns(scope.sql, 'table', [...new Set(fqns)]);
  return new Map(rows.filter((row) => row.deleted < 2).map((row) => [row.fqn, row]));
}

/** Updates the edges to referred tables after a change of the constraints. */
export async function linkReferredTables(
  row: EntityRow,
  after: StoredTable,
  before: StoredTable | null,
  scope: Scope,
): Promise<'unseen'> {
  if (equal(after.tableConstraints ?? null, before?.tableConstraints ?? null)) return 'unseen';
  const constraints = after.tableConstraints ?? [];
  const fqns = constraints
    .flatMap(({ referredColumns }) => referredColumns ?? [])
    .map((fqn) => splitColumnFqn(fqn).tableFqn);
  const tables = [...(await tablesByFqn(fqns, scope)).values()];
  await replaceRelationsFrom(
    scope.sql,
    { fromIds: [row.id], kind: refersTo },
    tables.map((table, ord) => ({
      from_id: row.id,
      from_type: row.type,
      kind: refersTo,
      to_id: table.id,
      to_type: table.type,
      ord,
      data: null,
    })),
  );
  return 'unseen';
}
