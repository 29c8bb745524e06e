/** User-defined metrics that the profiler computes: an expression on the table or on one of its columns. */
import { type Column, catalogError, errorMessages } from '../../../../contract/index.js';
import { type DataRoute, type Reply, type Request, readBody, type Scope } from '../../../catalog/index.js';
import { changedReply, targetToChange } from '../../entity-route.js';
import { findColumn, requireColumn, type StoredTable } from '../columns/columns.js';

interface CustomMetric {
  id?: string;
  name: string;
  columnName?: string;
  expression: string;
}

const schema = 'api/tests/createCustomMetric';
const docs = {
  tag: 'table',
  answers: { 200: { description: 'The table with its metrics', schema: 'entity/data/table' } },
  errors: [404],
};

export function customMetricRoutes(path: string): DataRoute[] {
  return [
    {
      kind: 'write',
      method: 'PUT',
      path: `${path}/{id}/customMetric`,
      docs: {
        ...docs,
        operationId: 'put_table_customMetric',
        summary: 'Add or replace a custom metric',
        description:
          'Stores a metric of a table or, with `columnName`, of a column, replacing one with the same name. A profiler computes it.',
        body: { schema },
      },
      handle: putMetric,
    },
    {
      kind: 'write',
      method: 'DELETE',
      path: `${path}/{id}/customMetric/{customMetricName}`,
      docs: {
        ...docs,
        operationId: 'delete_table_customMetric',
        summary: 'Remove a custom metric of a table',
        description: 'Removes the metric of this name from the table.',
      },
      handle: (request, scope) => removeMetric(request, null, scope),
    },
    {
      kind: 'write',
      method: 'DELETE',
      path: `${path}/{id}/customMetric/{columnName}/{customMetricName}`,
      docs: {
        ...docs,
        operationId: 'delete_column_customMetric',
        summary: 'Remove a custom metric of a column',
        description: 'Removes the metric of this name from the column.',
      },
      handle: (request, scope) => removeMetric(request, request.params.columnName ?? '', scope),
    },
  ];
}

async function putMetric(request: Request, scope: Scope): Promise<Reply> {
  const found = await targetToChange('table', request, 'EditDataProfile', scope);
  const given = readBody(request, schema, scope);
  const metric = { ...given, updatedAt: scope.context.now(), updatedBy: scope.actor.name };
  const id = scope.context.id();
  return changedReply(
    found,
    'customMetrics',
    (table) => {
      const holder: StoredTable | Column =
        given.columnName === undefined ? table : requireColumn(table, given.columnName);
      const old = metricsOf(holder);
      const known = old.find(({ name }) => name === given.name);
      holder.customMetrics = [...old.filter((one) => one !== known), { id: known?.id ?? id, ...metric }];
      return table;
    },
    scope,
  );
}

async function removeMetric(request: Request, columnName: string | null, scope: Scope): Promise<Reply> {
  const found = await targetToChange('table', request, 'EditDataProfile', scope);
  const name = request.params.customMetricName ?? '';
  return changedReply(
    found,
    'customMetrics',
    (table) => {
      const holder: StoredTable | Column | undefined = columnName === null ? table : findColumn(table, columnName);
      const old = holder ? metricsOf(holder) : [];
      const left = old.filter((metric) => metric.name !== name);
      if (!holder || left.length === old.length)
        throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundByName('customMetric', name));
      if (left.length > 0) holder.customMetrics = left;
      else delete holder.customMetrics;
      return table;
    },
    scope,
  );
}

function metricsOf(holder: StoredTable | Column): CustomMetric[] {
  return holder.customMetrics ?? [];
}
