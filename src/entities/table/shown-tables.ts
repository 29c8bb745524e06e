import { editChanges, editValues, isObject, type Scope, seesAll, visibleIds } from '../../catalog/index.js';
import { getEntitiesByFqns } from '../../storage/index.js';
import { type StoredTable, splitColumnFqn } from './columns/columns.js';

/** FQNs of those tables that the reader may see; `all` if the reader sees everything or there are none. */
export async function shownTables(fqns: readonly string[], scope: Scope): Promise<ReadonlySet<string> | 'all'> {
  if (fqns.length === 0 || seesAll(scope)) return 'all';
  const visibility = await visibilityOf(fqns, scope);
  return new Set([...visibility].flatMap(([fqn, isVisible]) => (isVisible ? [fqn] : [])));
}

/** Whether the reader may see the tables of these FQNs; names that no table has are left out. */
async function visibilityOf(fqns: readonly string[], scope: Scope): Promise<ReadonlyMap<string, boolean>> {
  const rows = await getEntitiesByFqns(scope.sql, 'table', [...new Set(fqns)]);
  const visible = await visibleIds(rows, scope);
  return new Map(rows.map(({ id, fqn }) => [fqn, visible.has(id)]));
}

/** Removes what names tables and pipelines that the reader may not see. */
export async function hideNamed(values: readonly StoredTable[], scope: Scope): Promise<void> {
  await hideReferred(values, scope);
  await hideUpstream(values, scope);
  const entries = values.flatMap((value) => value.pipelineObservability ?? []);
  if (entries.length === 0) return;
  const visible = await visibleIds(
    entries.map(({ pipeline }) => pipeline),
    scope,
  );
  for (const value of values)
    if (value.pipelineObservability)
      value.pipelineObservability = value.pipelineObservability.filter(({ pipeline }) => visible.has(pipeline.id));
}

/**
 * Removes referred columns of hidden tables from constraints; the constraints themselves stay, so their order does not
 * change.
 */
async function hideReferred(values: readonly StoredTable[], scope: Scope): Promise<void> {
  const constraints = values.flatMap((value) => value.tableConstraints ?? []);
  const tableOf = (column: string) => splitColumnFqn(column).tableFqn;
  const shown = await shownTables(
    constraints.flatMap(({ referredColumns }) => referredColumns ?? []).map(tableOf),
    scope,
  );
  if (shown === 'all') return;
  for (const constraint of constraints)
    if (constraint.referredColumns)
      constraint.referredColumns = constraint.referredColumns.filter((column) => shown.has(tableOf(column)));
}

/** Removes hidden tables from what models read (`dataModel.upstream`). Names of what the catalog does not have stay. */
async function hideUpstream(values: readonly StoredTable[], scope: Scope): Promise<void> {
  const named: string[] = [];
  keepUpstream(values, (name) => {
    named.push(name);
    return true;
  });
  if (named.length === 0) return;
  const visibility = await visibilityOf(named, scope);
  keepUpstream(values, (name) => visibility.get(name) !== false);
}

/** Keeps only these names in models, and in what changes say of them. */
function keepUpstream(values: readonly StoredTable[], keep: (name: string) => boolean): void {
  const edit = (model: unknown) => {
    if (isObject(model) && Array.isArray(model.upstream))
      model.upstream = model.upstream.filter((name) => typeof name !== 'string' || keep(name));
    return model;
  };
  for (const value of values) {
    edit(value.dataModel);
    editChanges(value, (change) => (change.name === 'dataModel' ? editValues(change, edit) : change));
  }
}
