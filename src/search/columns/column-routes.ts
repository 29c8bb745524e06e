/** Columns over the whole catalog: the grid of their names, the places of one name, and bulk updates. */
import { catalogError } from '../../../contract/index.js';
import type { ActionRoute, ActionScope, DataRoute, Reply, Request, Route, Scope } from '../../catalog/index.js';
import { json } from '../../catalog/index.js';
import {
  type ColumnUpdateTargets,
  readBulkUpdate,
  refusePowerless,
  START_COLUMN_UPDATES,
} from '../../entities/index.js';
import { openEngine } from '../engine/open-engine.js';
import { conditionOf, filterDocs, gridFilterDocs, readColumnFilter } from './column-filter.js';
import { columnGrid, MOST_NAMES, USUAL_NAMES } from './column-grid.js';
import { MOST_PLACES, metadataStatuses } from './column-groups.js';
import { previewUpdate } from './column-preview.js';
import { searchColumns } from './column-search.js';

const path = '/v1/columns';
const tag = 'Columns';
const body = { schema: 'api/data/bulkColumnUpdateRequest' };
const size = { type: 'integer', minimum: 1, maximum: MOST_NAMES, default: USUAL_NAMES };
const flag = { type: 'boolean', default: false };

export function columnRoutes(): Route[] {
  return [gridRoute(), searchRoute(), previewRoute(), updateRoute()];
}

function gridRoute(): DataRoute {
  return {
    kind: 'read',
    long: true,
    method: 'GET',
    path: `${path}/grid`,
    docs: {
      operationId: 'getColumnGrid',
      summary: 'List column names with their metadata',
      description:
        'Returns a page of column names in order, with their columns grouped by data type, description and tags. A group lists its first columns.',
      tag,
      query: [
        { name: 'size', description: 'Maximum number of names to return', schema: size },
        { name: 'limit', description: 'Alias of the page size', schema: size },
        { name: 'cursor', description: 'Cursor of the previous page', schema: { type: 'string' } },
        { name: 'columnNamePattern', description: 'Part of a name, case-insensitive', schema: { type: 'string' } },
        {
          name: 'occurrences',
          description: 'Maximum number of columns to list of each group',
          schema: { type: 'integer', minimum: 0, maximum: MOST_PLACES, default: MOST_PLACES },
        },
        ...filterDocs,
        ...gridFilterDocs,
        { name: 'hasConflicts', description: 'Only names whose columns have different metadata', schema: flag },
        {
          name: 'hasMissingMetadata',
          description: 'Only names with a column without description or tags',
          schema: flag,
        },
        {
          name: 'metadataStatus',
          description: 'Only names of this status',
          schema: { type: 'string', enum: metadataStatuses },
        },
      ],
      answers: { 200: { description: 'A page', schema: 'api/data/columnGridResponse' } },
    },
    handle: columnGrid,
  };
}

function searchRoute(): DataRoute {
  return {
    kind: 'read',
    long: true,
    method: 'GET',
    path: `${path}/search`,
    docs: {
      operationId: 'searchColumns',
      summary: 'Find columns by name',
      description: 'Returns the columns with exactly this name in all entities that the caller may see, as one group.',
      tag,
      query: [
        { name: 'columnName', description: 'Column name', schema: { type: 'string' }, required: true },
        ...filterDocs,
      ],
      answers: {
        200: {
          description: 'One group with all columns of this name; empty if there are none',
          schema: { arrayOf: 'api/data/groupedColumnsResponse' },
        },
      },
    },
    handle: searchColumns,
  };
}

function previewRoute(): DataRoute {
  return {
    kind: 'read',
    long: true,
    method: 'POST',
    path: `${path}/bulk-update-preview`,
    docs: {
      operationId: 'bulkUpdateColumnsPreview',
      summary: 'Preview a bulk update of columns',
      description: 'Returns what the same request to `bulk-update-async` would change, without changing anything.',
      tag,
      body,
      answers: { 200: { description: 'Current and resulting values', schema: 'api/data/bulkColumnUpdatePreview' } },
    },
    handle: previewUpdate,
  };
}

function updateRoute(): ActionRoute {
  return {
    kind: 'action',
    long: true,
    method: 'POST',
    path: `${path}/bulk-update-async`,
    docs: {
      operationId: 'bulkUpdateColumnsInBackground',
      summary: 'Update many columns in the background',
      description:
        'Starts a job that updates the columns with a name, or the listed ones, and returns its id immediately. Each entity is written once, on behalf of the caller.',
      tag,
      body,
      answers: {
        200: {
          description: 'The job; `GET bulk-update-async/{jobId}` returns its progress',
          schema: {
            inline: {
              type: 'object',
              properties: { jobId: { type: 'string', format: 'uuid' }, message: { type: 'string' } },
              required: ['jobId', 'message'],
            },
          },
        },
      },
    },
    handle: startUpdate,
  };
}

async function startUpdate(request: Request, scope: ActionScope): Promise<Reply> {
  const { actor, catalog } = scope;
  if (!actor) throw catalogError('UNAUTHORIZED', 'Not Authorized! Token not present');
  refusePowerless('EditAny', { actor, catalog });
  const update = readBulkUpdate(request, scope);
  const targets: ColumnUpdateTargets = { update };
  if (update.columnName !== undefined) {
    const inside: Omit<Scope, 'sql'> = { ...scope, actor, reopen: scope.read, invalidate: () => {} };
    targets.entityIds = await entitiesThatMayHave(readColumnFilter(update, scope), inside);
  }
  const jobId = await scope.command(START_COLUMN_UPDATES, targets);
  return json(200, { jobId, message: 'Bulk column update is in progress.' });
}

const LOOK = 5000;

/** Entities that the caller can see now; whether they have such a column is checked when they are written. */
async function entitiesThatMayHave(
  filter: ReturnType<typeof readColumnFilter>,
  scope: Omit<Scope, 'sql'>,
): Promise<string[]> {
  const condition = await scope.reopen((sql) => conditionOf(filter, { ...scope, sql }));
  const ids: string[] = [];
  for (let at: number | null = 0; at !== null; ) {
    const after: number = at;
    const page = await scope.reopen(async (sql) => (await openEngine({ ...scope, sql })).after(condition, after, LOOK));
    ids.push(...page.hits.map(({ id }) => id));
    at = page.next;
  }
  return ids;
}
