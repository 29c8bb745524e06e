import type { DataModel } from '../../../contract/index.js';
import type { Fields } from '../../catalog/index.js';
import type { StoredTable } from './columns/columns.js';

/** Columns, keys and model of a table, for `AiContext.assetContext`. */
export function tableContext(table: StoredTable): Fields {
  const columns = table.columns ?? [];
  const constraints = table.tableConstraints ?? [];
  const partition = table.tablePartition;
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
      dataModel: dataModelOf(table.dataModel),
    },
  };
}

function dataModelOf(model: DataModel | undefined): Fields | undefined {
  if (!model) return undefined;
  const { modelType, path, dbtSourceProject, sql } = model;
  return { modelType, path, sourceProject: dbtSourceProject, sql };
}
