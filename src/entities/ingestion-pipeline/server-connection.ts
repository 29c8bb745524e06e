import type { OpenMetadataConnection } from '../../../contract/index.js';
import type { Scope, Trait } from '../../catalog/index.js';
import { apiUrl } from '../../catalog/index.js';
import { listEntities, type ShownRow } from '../../storage/index.js';
import { mask } from '../service/sealed-secrets.js';

const schema = 'entity/services/connections/metadata/openMetadataConnection';
const type = 'ingestionPipeline';

/**
 * How a worker of the pipeline connects to this server; shown to users who may edit the pipeline. The token is masked.
 */
export const serverConnection: Trait<OpenMetadataConnection, 'openMetadataServerConnection'> = {
  field: 'openMetadataServerConnection',
  empty: null,
  inWrites: false,
  always: true,
  perReader: true,
  async load(rows, scope) {
    const connection = scope.catalog.contract.withDefaults(schema, {
      hostPort: apiUrl(scope),
      authProvider: 'openmetadata',
      securityConfig: { jwtToken: mask },
    });
    const text = JSON.stringify(connection);
    return new Map((await editable(rows, scope)).map((id) => [id, text]));
  },
};

/** Ids of the pipelines that the reader may edit. Queries the database only if a rule has a condition. */
async function editable(rows: readonly ShownRow[], scope: Scope): Promise<string[]> {
  const ids = rows.map((row) => row.id);
  const filter = scope.catalog.authorizer.filter(scope.actor, 'EditAll', type);
  if (filter.kind === 'none') return [];
  if (filter.kind === 'all') return ids;
  const conditions = [{ by: 'ids', ids }] as const;
  const found = await listEntities(scope.sql, { type, include: 'all', conditions, filter, limit: ids.length });
  return found.map((row) => row.id);
}
