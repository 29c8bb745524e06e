/**
 * The model (dbt) or DDL that defines a table. Its owners, tags and column descriptions fill in what the table lacks.
 */
import type { Column, DataModel, EntityReference, TagLabel } from '../../../contract/index.js';
import {
  type DataRoute,
  decideChange,
  loadEntities,
  type Reply,
  type Request,
  readBody,
  type Scope,
} from '../../catalog/index.js';
import { resolveLabels, resolveReferences, uniteLabels, withoutRivals } from '../../traits/index.js';
import { changedReply, targetToChange } from '../entity-route.js';
import type { StoredTable } from './columns/columns.js';

const schema = 'entity/data/table#dataModel';

export function dataModelRoute(path: string): DataRoute {
  return {
    kind: 'write',
    method: 'PUT',
    path: `${path}/{id}/dataModel`,
    docs: {
      operationId: 'put_table_dataModel',
      summary: 'Set the data model of a table',
      description:
        'Stores the model (for example dbt) that creates the table, with its code and columns. Its descriptions are used where the table and its columns have none.',
      tag: 'table',
      body: { schema },
      answers: { 200: { description: 'The table with its data model', schema: 'entity/data/table' } },
      errors: [404],
    },
    handle: putDataModel,
  };
}

async function putDataModel(request: Request, scope: Scope): Promise<Reply> {
  const found = await targetToChange('table', request, 'EditAll', scope);
  const model = readBody(request, schema, scope);
  const columns = model.columns ?? [];
  const [loaded] = await loadEntities([found.row], found.type, scope);
  const before = loaded?.value ?? {};
  const [own = [], ...ofColumns] = await resolveLabels([model.tags ?? [], ...columns.map(tagsOf)], scope, before);
  const naming = { types: ['user', 'team'], text: 'fqn', field: 'owners' } as const;
  const [owners = []] = await resolveReferences([model.owners ?? []], naming, scope, before.owners);
  const labels = new Map(columns.map((column, i) => [column.name, ofColumns[i] ?? []]));
  const cleared = await withoutExcluded(before, { own, labels }, scope);
  const change = (table: StoredTable) => applyModel(cleared(table), model, { owners, own, labels });
  const { row: stored } = found;
  await decideChange(found.type, { before, after: change(before), stored, parentId: stored.parent_id }, scope);
  return changedReply(found, 'owners,tags', change, scope);
}

/** Takes from a table and its columns the tags that exclude one of the model: those of the model win. */
async function withoutExcluded(
  table: StoredTable,
  { own, labels }: Pick<Resolved, 'own' | 'labels'>,
  scope: Scope,
): Promise<(table: StoredTable) => StoredTable> {
  const columns = (table.columns ?? []).filter(({ name }) => labels.has(name));
  const [ofTable = [], ...ofColumns] = await withoutRivals(
    [
      { stored: table.tags ?? [], given: own },
      ...columns.map((column) => ({ stored: tagsOf(column), given: labels.get(column.name) ?? [] })),
    ],
    scope,
  );
  const kept = new Map(columns.map(({ name }, i) => [name, ofColumns[i] ?? []]));
  return (whole) => ({
    ...whole,
    tags: ofTable,
    columns: (whole.columns ?? []).map((column) => ({ ...column, tags: kept.get(column.name) ?? column.tags })),
  });
}

function tagsOf(column: Column): TagLabel[] {
  return column.tags ?? [];
}

interface Resolved {
  owners: EntityReference[];
  own: TagLabel[];
  labels: Map<string, TagLabel[]>;
}

/** The table with its model: descriptions and owners are set only if the table has none, tags are added. Pure. */
export function applyModel(table: StoredTable, model: DataModel, { owners, own, labels }: Resolved): StoredTable {
  const old = table.dataModel;
  const dataModel = { ...model };
  for (const field of ['rawSql', 'sql'] as const)
    if (!dataModel[field]?.trim() && old?.[field]?.trim()) dataModel[field] = old[field];
  const next: StoredTable = { ...table, dataModel, tags: uniteLabels(table.tags, own) };
  if (!table.description && model.description) next.description = model.description;
  const stored = table.owners ?? [];
  if (owners.length > 0 && stored.every((owner) => owner.inherited === true)) next.owners = owners;
  const byName = new Map((model.columns ?? []).map((column) => [column.name, column]));
  next.columns = (table.columns ?? []).map((column) => {
    const modelled = byName.get(column.name);
    if (!modelled) return column;
    const described =
      column.description || !modelled.description ? column : { ...column, description: modelled.description };
    return { ...described, tags: uniteLabels(column.tags, labels.get(column.name) ?? []) };
  });
  return next;
}
