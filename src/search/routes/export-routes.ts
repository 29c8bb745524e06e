import { type DataRoute, json, type Request, readLimit, type Scope } from '../../catalog/index.js';
import { type Export, type ExportRequest, ORDERED_ROWS, prepareExport } from '../hits/export-rows.js';
import { addExportJob } from './export-jobs.js';
import {
  deletedParameter,
  filterParameters,
  indexParameter,
  queryParameters,
  readSearch,
  searchRoute,
} from './search-route.js';

const most = Number.MAX_SAFE_INTEGER;
const ordering = new Set(['q', 'sort_field', 'sort_order']);

const exportParameters = [
  ...queryParameters.filter(({ name }) => ordering.has(name)),
  { ...indexParameter, schema: { type: 'string', default: 'dataAsset' } },
  {
    name: 'from',
    description: 'Number of hits to skip',
    schema: { type: 'integer', minimum: 0, default: 0 },
  },
  { name: 'size', description: 'Maximum number of rows; default: all', schema: { type: 'integer', minimum: 1 } },
  deletedParameter,
  ...filterParameters,
];

/** Exports search results as a CSV file: immediately, or as a job whose file is downloaded later. */
export function exportRoutes(): DataRoute[] {
  return [
    searchRoute('/export', {
      id: 'exportSearchResults',
      summary: `Export search results as CSV, sorted up to ${ORDERED_ROWS} rows`,
      query: exportParameters,
      answer: { inline: { type: 'string' } },
      media: 'text/csv',
      handle: async (request, scope) => csvReply(await prepareExport(readExport(request, scope), scope)),
    }),
    searchRoute(
      '/export/async',
      {
        id: 'exportSearchResultsInBackground',
        summary: 'Export search results as CSV in the background',
        description:
          'Starts an export of search results and returns the job id immediately. Download the file from `/v1/csvAsyncJobs/{jobId}/result`.',
        query: exportParameters,
        status: 202,
        handle: exportLater,
      },
      true,
    ),
  ];
}

export function readExport(request: Request, scope: Scope): ExportRequest {
  const { from, size, search_after: _, ...query } = request.query;
  return {
    search: readSearch({ ...request, query }, scope, 'dataAsset'),
    from: readLimit(from, 0, 0, most, 'from'),
    size: size === undefined || size === '' ? null : readLimit(size, 1, 1, most, 'size'),
  };
}

export function csvReply(found: Export) {
  return {
    status: 200,
    body: found.text(),
    mediaType: 'text/csv; charset=utf-8',
    headers: { 'content-disposition': 'attachment; filename="search.csv"' },
  };
}

async function exportLater(request: Request, scope: Scope) {
  const { rows } = await prepareExport(readExport(request, scope), scope);
  const job = await addExportJob({ query: request.query, rows }, scope);
  return json(202, { jobId: job.row.id, message: `The export of ${rows} rows can be downloaded` });
}
