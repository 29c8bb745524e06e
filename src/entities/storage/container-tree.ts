/** The containers above and directly below a container. */
import {
  apiUrl,
  composeShown,
  containersOf,
  type DataRoute,
  fieldsParameter,
  hiddenCondition,
  json,
  jsonText,
  type Reply,
  type Request,
  type Scope,
  selectFields,
  shownReferences,
  viewOperations,
  withHrefs,
} from '../../catalog/index.js';
import { allOf } from '../../rules/index.js';
import { childrenPage } from '../../storage/index.js';
import { pageDocs, readPage } from '../asset-lists/assets.js';
import { target } from '../entity-route.js';

const type = 'container';

export function containerTreeRoutes(path: string): DataRoute[] {
  return [
    {
      kind: 'read',
      method: 'GET',
      path: `${path}/name/{fqn}/children`,
      docs: {
        operationId: 'list_container_children',
        summary: 'List the children of a container',
        description: 'Returns a page of the containers directly inside the container that the caller may see, by name.',
        tag: type,
        query: [fieldsParameter, ...pageDocs],
        answers: { 200: { description: 'One page', schema: { pageOf: 'entity/data/container' } } },
        errors: [404],
      },
      handle: listChildren,
    },
    {
      kind: 'read',
      method: 'GET',
      path: `${path}/name/{fqn}/ancestors`,
      docs: {
        operationId: 'list_container_ancestors',
        summary: 'List the containers above a container',
        description:
          'Returns references to the containers that contain it and that the caller may see, the outermost first.',
        tag: type,
        answers: { 200: { description: 'The references', schema: { arrayOf: 'type/entityReference' } } },
        errors: [404],
      },
      handle: listAncestors,
    },
  ];
}

async function listChildren(request: Request, scope: Scope): Promise<Reply> {
  const found = await target(type, request, 'ViewBasic', scope);
  const { fields } = request.query;
  const { limit, offset } = readPage(request.query);
  const { catalog, actor, sql } = scope;
  const selection = selectFields(found.type, fields, catalog);
  const operations = viewOperations(fields, found.type);
  for (const operation of operations) catalog.authorizer.possible(actor, operation, type);
  const filter = allOf(operations.map((operation) => catalog.authorizer.filter(actor, operation, type)));
  const removals = await catalog.removals.under(sql);
  const conditions = hiddenCondition(removals, type, 'non-deleted', catalog.registry);
  const query = { type, parentId: found.row.id, filter, conditions };
  const { rows, total } = await childrenPage(sql, query, { limit, offset });
  const texts = await composeShown(rows, found.type, selection, scope);
  const text = `{"data":[${texts.join(',')}],"paging":${JSON.stringify({ total, limit, offset })}}`;
  return jsonText(200, withHrefs(text, apiUrl({ catalog })));
}

async function listAncestors(request: Request, scope: Scope): Promise<Reply> {
  const { row } = await target(type, request, 'ViewBasic', scope);
  const ids = containersOf(row).map(([, id]) => id);
  const shown = await shownReferences(ids, scope);
  const ancestors = ids.map((id) => shown.get(id)).filter((reference) => reference?.type === type);
  return json(200, ancestors.reverse());
}
