import { removeEntity } from '../../../catalog/index.js';
import type { FeatureJob } from '../../../feature/index.js';
import { declareJob } from '../../../jobs/index.js';
import { deleteIncidents, endedIncidents, getEntitiesByIds } from '../../../storage/index.js';

/** Incidents removed by one transaction. */
const SLICE = 20;

/** Removes incidents that were resolved before this, with their tasks; the last of each test case stays. */
export function forgetIncidents(keepMs: number): FeatureJob<null> {
  return {
    ...declareJob({ name: 'quality.incidents.retention' }),
    schedule: '27 * * * *',
    async run(_, { transaction, context, signal }) {
      const before = context.now() - keepMs;
      for (let removed = SLICE; removed === SLICE && !signal.aborted; )
        removed = await transaction(async (scope) => {
          const ids = await endedIncidents(scope.sql, before, SLICE);
          const type = scope.catalog.registry.get('task');
          for (const { id } of await getEntitiesByIds(scope.sql, ids))
            await removeEntity(type, { id }, { hard: true, recursive: false }, null, scope);
          await deleteIncidents(scope.sql, ids);
          return ids.length;
        });
    },
  };
}
