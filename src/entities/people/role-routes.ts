import { compose, type DataRoute, json, jsonText, readLimit, selectFields, withHrefs } from '../../catalog/index.js';
import { listEntities } from '../../storage/index.js';

const MOST_ROLES = 10_000;

export function rolesRoutes(): DataRoute[] {
  return [search];
}

const search: DataRoute = {
  kind: 'read',
  method: 'GET',
  path: '/v1/roles/search',
  docs: {
    operationId: 'searchRoles',
    summary: 'Find roles by a part of their name or display name',
    tag: 'role',
    query: [
      { name: 'q', description: 'Text to look for; without it every role is found', schema: { type: 'string' } },
      {
        name: 'limit',
        description: 'Most roles to return',
        schema: { type: 'integer', minimum: 0, maximum: 1000, default: 10 },
      },
      { name: 'offset', description: 'Roles to skip', schema: { type: 'integer', minimum: 0, default: 0 } },
    ],
    answers: { 200: { description: 'The roles found', schema: { pageOf: 'entity/teams/role' } } },
  },
  async handle({ query }, scope) {
    const { catalog, actor } = scope;
    catalog.authorizer.possible(actor, 'ViewBasic', 'role');
    const limit = readLimit(query.limit, 10, 0, 1000);
    const offset = readLimit(query.offset, 0, 0, MOST_ROLES, 'offset');
    const type = catalog.registry.get('role');
    const filter = catalog.authorizer.filter(actor, 'ViewBasic', type.name);
    const wanted = (query.q ?? '').trim().toLowerCase();
    const rows = (await listEntities(scope.sql, { type: type.name, filter, limit: MOST_ROLES })).filter((row) => {
      const { name = '', displayName = '' } = JSON.parse(row.ref) as { name?: string; displayName?: string };
      return name.toLowerCase().includes(wanted) || displayName.toLowerCase().includes(wanted);
    });
    const paging = { total: rows.length, offset, limit };
    if (rows.length === 0) return json(200, { data: [], paging });
    const shown = rows.slice(offset, offset + limit);
    const texts = await compose(shown, type, selectFields(type, undefined, catalog), scope);
    const data = withHrefs(texts.join(','), `${catalog.options.publicUrl}/api`);
    return jsonText(200, `{"data":[${data}],"paging":${JSON.stringify(paging)}}`);
  },
};
