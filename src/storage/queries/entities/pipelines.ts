import type { Sql } from '../../port.js';
import type { EntityRow } from '../../rows.js';
import { ENTITY_COLUMNS } from './entity-columns.js';

/** The live entities of a type whose field `pipelineType` has one of these values, by id. */
export function listPipelinesOfTypes(sql: Sql, type: string, pipelineTypes: readonly string[]): Promise<EntityRow[]> {
  return sql.all<EntityRow>(
    `select ${ENTITY_COLUMNS} from entity
      where type = $1 and deleted = 0 and ${sql.dialect.field('doc', 'pipelineType')} in ${sql.dialect.list('$2')}
      order by id`,
    [type, JSON.stringify(pipelineTypes)],
  );
}
