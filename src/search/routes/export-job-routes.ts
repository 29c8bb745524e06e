import { catalogError } from '../../../contract/index.js';
import { type DataRoute, json, readLimit } from '../../catalog/index.js';
import { prepareExport } from '../hits/export-rows.js';
import { cancelExportJob, findExportJob, ownExportJobs, showJob } from './export-jobs.js';
import { csvReply, readExport } from './export-routes.js';
import { searchRoute } from './search-route.js';

const path = '/v1/csvAsyncJobs';
const tag = 'CSV Jobs';

/** Jobs that export search results as CSV files. */
export function exportJobRoutes(): DataRoute[] {
  return [
    searchRoute('', {
      id: 'listCsvAsyncJobs',
      path,
      tag,
      summary: 'List your own export jobs of the last day',
      description: 'Returns the exports that the caller started within the last day, newest first.',
      query: [
        {
          name: 'limit',
          description: 'Maximum number of jobs to return',
          schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
        },
      ],
      answer: { inline: { type: 'array', items: { type: 'object' } } },
      handle: async ({ query }, scope) => {
        const jobs = await ownExportJobs(scope);
        return json(200, jobs.slice(0, readLimit(query.limit, 20, 1, 100)).map(showJob));
      },
    }),
    searchRoute('/{jobId}', {
      id: 'getCsvAsyncJob',
      path,
      tag,
      summary: 'Get an export job',
      description: 'Returns the state of an export that the caller started.',
      errors: [404],
      handle: async ({ params }, scope) => json(200, showJob(await findExportJob(params.jobId ?? '', scope))),
    }),
    searchRoute('/{jobId}/result', {
      id: 'getCsvAsyncJobResult',
      path,
      tag,
      summary: 'Download the file of an export job',
      description:
        'Returns the CSV file of an export. It is generated while it is sent, from the current data that the caller may see.',
      answer: { inline: { type: 'string' } },
      media: 'text/csv',
      errors: [404],
      handle: async (request, scope) => {
        const job = await findExportJob(request.params.jobId ?? '', scope);
        if (job.row.state === 'cancelled')
          throw catalogError('BAD_REQUEST', `job ${job.row.id} was cancelled and has no file`);
        return csvReply(await prepareExport(readExport({ ...request, query: job.query }, scope), scope));
      },
    }),
    searchRoute(
      '/{jobId}/cancel',
      {
        id: 'cancelCsvAsyncJob',
        path,
        tag,
        summary: 'Cancel an export job',
        description: 'Cancels an export. Its file can no longer be downloaded.',
        method: 'PUT',
        errors: [404],
        handle: async ({ params }, scope) => {
          const job = await findExportJob(params.jobId ?? '', scope);
          return json(200, showJob(await cancelExportJob(job, scope)));
        },
      },
      true,
    ),
  ];
}
