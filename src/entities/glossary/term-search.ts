/** `GET search` and `GET byIds`: terms by part of their names, and by their ids. */
import { catalogError } from '../../../contract/index.js';
import {
  checkId,
  composeShown,
  type DataRoute,
  fieldsParameter,
  findContainer,
  includeParameter,
  jsonText,
  type Reply,
  type Request,
  readInclude,
  type Scope,
  selectFields,
  viewOperations,
} from '../../catalog/index.js';
import { allOf } from '../../rules/index.js';
import { countNow, type EntityQuery, type EntityRow, type ListCondition, listEntities } from '../../storage/index.js';
import { pageDocs, readPage } from '../asset-lists/assets.js';

const typeName = 'glossaryTerm';
const schema = 'entity/data/glossaryTerm';
const MOST_IDS = 100;
const MOST_TEXT = 500;

/** Query parameters that name a container, with its type. */
const containers = {
  glossary: 'glossary',
  glossaryFqn: 'glossary',
  parent: typeName,
  parentFqn: typeName,
} as const;

const text = (name: string, description: string) => ({ name, description, schema: { type: 'string' } });

export function termSearchRoutes(path: string): DataRoute[] {
  return [
    {
      kind: 'read',
      method: 'GET',
      path: `${path}/search`,
      docs: {
        operationId: 'searchGlossaryTerms',
        summary: 'Search terms by part of the name, the display name or a synonym',
        description: 'Returns a page of the terms that the caller may see, in the order of their names.',
        tag: typeName,
        query: [
          text('q', 'Text to search for; default: all'),
          text('glossary', 'Id of the glossary to search in'),
          text('glossaryFqn', 'Fully qualified name of the glossary to search in'),
          text('parent', 'Id of the term to search below'),
          text('parentFqn', 'Fully qualified name of the term to search below'),
          text('entityStatus', 'Approval states, separated by commas'),
          ...pageDocs,
          fieldsParameter,
          includeParameter,
        ],
        answers: { 200: { description: 'A page of terms', schema: { pageOf: schema } } },
      },
      handle: searchTerms,
    },
    {
      kind: 'read',
      method: 'GET',
      path: `${path}/byIds`,
      docs: {
        operationId: 'listGlossaryTermsByIds',
        summary: 'Get several terms by their ids',
        description: 'Returns the terms in the order of the ids, without those that do not exist or may not be seen.',
        tag: typeName,
        query: [
          text('ids', `Ids of at most ${MOST_IDS} terms, separated by commas`),
          fieldsParameter,
          includeParameter,
        ],
        answers: { 200: { description: 'The terms', schema: { arrayOf: schema } } },
      },
      handle: termsByIds,
    },
  ];
}

async function searchTerms(request: Request, scope: Scope): Promise<Reply> {
  const { query } = request;
  const seen = seenTerms(request, scope);
  const { limit, offset } = readPage(query);
  const conditions: ListCondition[] = [];
  for (const [name, type] of Object.entries(containers)) {
    const value = query[name];
    if (!value) continue;
    const inside = await findContainer(typeName, [type], value, { orId: true }, scope);
    conditions.push({ by: 'below', containers: inside ? [inside] : [] });
  }
  if (query.entityStatus)
    conditions.push({ by: 'equals', field: 'entityStatus', values: query.entityStatus.split(',') });
  const wanted = (query.q ?? '').trim();
  if (wanted.length > MOST_TEXT)
    throw catalogError('BAD_REQUEST', `query param q must have at most ${MOST_TEXT} characters`);
  if (wanted !== '') conditions.push({ by: 'contains', fields: ['displayName', 'synonyms'], text: wanted });
  const filtered = { ...seen, conditions };
  const rows = (await listEntities(scope.sql, { ...filtered, limit: offset + limit })).slice(offset);
  const paging = JSON.stringify({ total: await countNow(scope.sql, filtered), limit, offset });
  return jsonText(200, `{"data":${await termsText(request, rows, scope)},"paging":${paging}}`);
}

async function termsByIds(request: Request, scope: Scope): Promise<Reply> {
  const seen = seenTerms(request, scope);
  const given = (request.query.ids ?? '').split(',').map((id) => id.trim());
  const ids = [...new Set(given.filter((id) => id !== '').map(checkId))];
  if (ids.length > MOST_IDS) throw catalogError('BAD_REQUEST', `query param ids must have at most ${MOST_IDS} ids`);
  const query = { ...seen, conditions: [{ by: 'ids', ids }] as const, limit: ids.length };
  const rows = new Map((await listEntities(scope.sql, query)).map((row) => [row.id, row]));
  const shown = ids.flatMap((id) => rows.get(id) ?? []);
  return jsonText(200, await termsText(request, shown, scope));
}

/** The terms that the caller may see with the requested fields. */
function seenTerms({ query }: Request, scope: Scope): EntityQuery {
  const { authorizer, registry } = scope.catalog;
  const operations = viewOperations(query.fields, registry.get(typeName));
  for (const operation of operations) authorizer.possible(scope.actor, operation, typeName);
  const filter = allOf(operations.map((operation) => authorizer.filter(scope.actor, operation, typeName)));
  return { type: typeName, include: readInclude(query.include), filter };
}

async function termsText({ query }: Request, rows: readonly EntityRow[], scope: Scope): Promise<string> {
  const type = scope.catalog.registry.get(typeName);
  const texts = await composeShown(rows, type, selectFields(type, query.fields, scope.catalog), scope);
  return `[${texts.join(',')}]`;
}
