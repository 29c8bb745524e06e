import type { Actor } from '../catalog/index.js';
import { JobFailure } from '../jobs/index.js';
import { getEntityById, type Store } from '../storage/index.js';
import { actorOf } from './people/actor-of.js';

/** The user who started a job, with current data, so that the job has the rights of now. Ends the job if deleted. */
export async function jobActor(id: string, store: Pick<Store, 'read'>): Promise<Actor> {
  const row = await store.read((sql) => getEntityById(sql, id));
  if (row?.type !== 'user' || row.deleted !== 0) throw new JobFailure('the user who started the job no longer exists');
  return actorOf(row);
}
