import { parseReference } from '../../../contract/index.js';
import {
  composeShown,
  type DataRoute,
  json,
  jsonText,
  type Request,
  readLimit,
  type Scope,
  selectFields,
} from '../../catalog/index.js';
import { listEntities } from '../../storage/index.js';

/** Entities that are searched at most. */
const MOST = 10_000;

/**
 * `GET <collection>/search`: finds entities by part of their name or display name. For types with few entities: reads
 * them all.
 */
export function nameSearchRoute(typeName: string, path: string, schema: string): DataRoute {
  return {
    kind: 'read',
    method: 'GET',
    path: `${path}/search`,
    docs: {
      operationId: `search${typeName[0]?.toUpperCase()}${typeName.slice(1)}s`,
      summary: `Search ${typeName}s by part of the name or display name`,
      tag: typeName,
      query: [
        { name: 'q', description: 'Text to search for; default: all', schema: { type: 'string' } },
        {
          name: 'limit',
          description: 'Maximum number to return',
          schema: { type: 'integer', minimum: 0, maximum: 1000, default: 10 },
        },
        { name: 'offset', description: 'Number to skip', schema: { type: 'integer', minimum: 0, default: 0 } },
      ],
      answers: { 200: { description: 'The matches', schema: { pageOf: schema } } },
    },
    handle: (request, scope) => find(typeName, request, scope),
  };
}

async function find(typeName: string, { query }: Request, scope: Scope) {
  const { catalog, actor } = scope;
  catalog.authorizer.possible(actor, 'ViewBasic', typeName);
  const limit = readLimit(query.limit, 10, 0, 1000);
  const offset = readLimit(query.offset, 0, 0, MOST, 'offset');
  const type = catalog.registry.get(typeName);
  const filter = catalog.authorizer.filter(actor, 'ViewBasic', typeName);
  const wanted = (query.q ?? '').trim().toLowerCase();
  const rows = (await listEntities(scope.sql, { type: typeName, filter, limit: MOST })).filter((row) => {
    const { name = '', displayName = '' } = parseReference(row.ref);
    return name.toLowerCase().includes(wanted) || displayName.toLowerCase().includes(wanted);
  });
  const paging = { total: rows.length, offset, limit };
  const shown = rows.slice(offset, offset + limit);
  if (shown.length === 0) return json(200, { data: [], paging });
  const texts = await composeShown(shown, type, selectFields(type, undefined, catalog), scope);
  return jsonText(200, `{"data":[${texts.join(',')}],"paging":${JSON.stringify(paging)}}`);
}
