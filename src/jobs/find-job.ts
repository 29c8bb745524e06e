import { catalogError, forbidden } from '../../contract/index.js';
import { getJob, type JobRow } from '../storage/index.js';
import type { JobScope } from './declare-job.js';

type Asker = Pick<JobScope, 'sql'> & { actor: { id: string; name: string; isAdmin: boolean } };

/**
 * The job with this id: 404 if there is none, or none that is `wanted`; 403 if another person started it and the
 * actor is not an admin.
 */
export async function findJob(
  id: string,
  { sql, actor }: Asker,
  wanted: (row: JobRow) => boolean = () => true,
): Promise<JobRow> {
  const row = await getJob(sql, id);
  if (!row || !wanted(row)) throw catalogError('ENTITY_NOT_FOUND', `job ${id} does not exist`);
  if (row.actor_id !== actor.id && !actor.isAdmin) throw forbidden(actor, 'may only see their own jobs');
  return row;
}
