import { type DataRoute, json } from '../../catalog/index.js';
import { byIdOrName, table, targetToChange } from '../../entities/index.js';
import { enqueueJob } from '../../jobs/index.js';
import { profileRuns } from './profile-job.js';

/** Starts a profile of a table. */
export function profileRoutes(): DataRoute[] {
  return [
    {
      kind: 'write',
      method: 'POST',
      path: `${table.path}/{fqn}/tableProfile/trigger`,
      docs: {
        operationId: 'trigger_table_profile',
        summary: 'Profile a table',
        description:
          'Starts a job that reads the table in its source, with the stored connection of its service, and stores the profile in the name of the caller. `/v1/jobs/{id}` shows how it ends: it fails if anything of the profile is missing, and says what. PostgreSQL, MySQL, MariaDB and SQLite can be read. An endpoint of Cairn.',
        tag: table.name,
        params: { fqn: 'Id or fully qualified name of the table.' },
        answers: {
          202: {
            description: 'The job was started',
            schema: {
              inline: { type: 'object', properties: { jobId: { type: 'string' } }, required: ['jobId'] },
            },
          },
        },
        errors: [404],
      },
      async handle(request, scope) {
        const { row } = await targetToChange(table.name, byIdOrName(request), 'EditDataProfile', scope);
        const job = await enqueueJob(profileRuns, { targetId: row.id }, scope, { key: `${row.id} ${scope.actor.id}` });
        return json(202, { jobId: job.id });
      },
    },
  ];
}
