import type { Fields } from '../../catalog/index.js';

interface Constraint {
  constraintType?: string;
  columns?: string[];
  referredColumns?: string[];
  relationshipType?: string;
}

/** What a table holds and how it joins, for `AiContext.assetContext`. */
export function tableContext(table: Fields): Fields {
  const columns = (table.columns ?? []) as Fields[];
  const constraints = (table.tableConstraints ?? []) as Constraint[];
  const partition = table.tablePartition as { columns?: { columnName?: string }[] } | undefined;
  const single = columns.filter((column) => column.constraint === 'PRIMARY_KEY').map((column) => String(column.name));
  const keys = constraints
    .filter((each) => each.constraintType === 'PRIMARY_KEY')
    .flatMap((each) => each.columns ?? []);
  return {
    table: {
      columns: columns.map(({ name, dataType, dataTypeDisplay, constraint, description }) => ({
        name,
        dataType: dataTypeDisplay ?? dataType,
        dataTypeEnum: dataType,
        constraint,
        description,
      })),
      primaryKey: [...new Set([...single, ...keys])],
      foreignKeys: constraints
        .filter((each) => each.constraintType === 'FOREIGN_KEY')
        .map((each) => ({
          columns: each.columns,
          referredColumns: each.referredColumns,
          relationshipType: each.relationshipType,
        })),
      partitionColumns: partition?.columns?.flatMap(({ columnName }) => columnName ?? []),
      schemaDefinition: table.schemaDefinition,
      dataModel: dataModelOf(table.dataModel as Fields | undefined),
    },
  };
}

function dataModelOf(model: Fields | undefined): Fields | undefined {
  if (!model) return undefined;
  const { modelType, path, dbtSourceProject, sql } = model;
  return { modelType, path, sourceProject: dbtSourceProject, sql };
}
