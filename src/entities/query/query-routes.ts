import { catalogError, type EntityReference, isTextList, type Query, type Stored } from '../../../contract/index.js';
import { type DataRoute, type Request, readJson, type SchemaDocs, type Scope } from '../../catalog/index.js';
import { resolveReferences } from '../../traits/index.js';
import { changedReply, targetToChange } from '../entity-route.js';

/** Routes that record which assets a query reads and who ran it. */
export function queryRoutes(path: string): DataRoute[] {
  const references = { arrayOf: 'type/entityReference' };
  const names = { inline: { type: 'array', items: { type: 'string' } } };
  return [
    route(
      'PUT',
      `${path}/{id}/usage`,
      'add_query_usage',
      'Add assets that the query reads',
      references,
      async (body, scope) => {
        const given = await usedIn(body, scope);
        return (query) => ({ ...query, queryUsedIn: unite(query.queryUsedIn, given) });
      },
    ),
    route(
      'DELETE',
      `${path}/{id}/usage`,
      'remove_query_usage',
      'Remove assets that the query reads',
      references,
      async (body, scope) => {
        const gone = new Set((await usedIn(body, scope)).map(({ id }) => id));
        return (query) => ({
          ...query,
          queryUsedIn: (query.queryUsedIn ?? []).filter(({ id }) => !gone.has(id)),
        });
      },
    ),
    route('PUT', `${path}/{id}/users`, 'add_query_users', 'Add users who ran the query', names, async (body, scope) => {
      const [given] = await resolveReferences([texts(body)], { types: ['user'], text: 'fqn', field: 'users' }, scope);
      return (query) => ({ ...query, users: unite(query.users, given ?? []) });
    }),
    route(
      'PUT',
      `${path}/{id}/usedBy`,
      'add_query_used_by',
      'Add the names of database users who ran the query',
      names,
      async (body) => {
        const given = texts(body);
        return (query) => ({ ...query, usedBy: [...new Set([...(query.usedBy ?? []), ...given])] });
      },
    ),
  ];
}

type Change = (query: Stored<Query>) => Stored<Query>;

function route(
  method: 'PUT' | 'DELETE',
  path: string,
  operationId: string,
  summary: string,
  schema: SchemaDocs,
  changeOf: (body: unknown, scope: Scope) => Promise<Change>,
): DataRoute {
  return {
    kind: 'write',
    method,
    path,
    docs: {
      operationId,
      summary,
      tag: 'query',
      body: { schema },
      answers: { 200: { description: 'The query', schema: 'entity/data/query' } },
      errors: [404],
    },
    async handle(request: Request, scope: Scope) {
      const found = await targetToChange('query', request, 'EditQueries', scope);
      const change = await changeOf(readJson(request), scope);
      return changedReply(found, 'users,queryUsedIn', change, scope);
    },
  };
}

async function usedIn(body: unknown, scope: Scope): Promise<EntityReference[]> {
  if (!Array.isArray(body)) throw catalogError('BAD_REQUEST', 'The body must be a list of references');
  const [references] = await resolveReferences([body], { types: null, text: 'id', field: 'queryUsedIn' }, scope);
  return references ?? [];
}

function texts(body: unknown): string[] {
  if (!isTextList(body)) throw catalogError('BAD_REQUEST', 'The body must be a list of strings');
  return body;
}

function unite(stored: readonly EntityReference[] | undefined, given: readonly EntityReference[]): EntityReference[] {
  const all = [...(stored ?? []), ...given];
  return [...new Map(all.map((reference) => [reference.id, reference])).values()];
}
