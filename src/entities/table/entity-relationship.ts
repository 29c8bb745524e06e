/** Graphs of tables connected by foreign keys, around one table or of a schema. */

import { catalogError, parseObject, type SearchEntityRelationshipResult, type Table } from '../../../contract/index.js';
import {
  composeShown,
  type DataRoute,
  insideOf,
  json,
  type ParameterDocs,
  type Reply,
  type Request,
  readDocument,
  readLimit,
  type Scope,
  selectFields,
  visibleIds,
} from '../../catalog/index.js';
import { present } from '../../context/index.js';
import {
  countNow,
  type EntityRow,
  getEntitiesByIds,
  listEntities,
  relationsFrom,
  relationsTo,
} from '../../storage/index.js';
import { target } from '../entity-route.js';
import { refersTo } from './check-constraints.js';
import { splitColumnFqn } from './columns/columns.js';

const deepest = 10;
const mostTables = 1000;

const query: readonly ParameterDocs[] = [
  { name: 'fqn', description: 'The table at the center', schema: { type: 'string' }, required: true },
  {
    name: 'upstreamDepth',
    description: 'Maximum distance of tables that it refers to',
    schema: { type: 'integer', minimum: 0, maximum: deepest, default: 3 },
  },
  {
    name: 'downstreamDepth',
    description: 'Maximum distance of tables that refer to it',
    schema: { type: 'integer', minimum: 0, maximum: deepest, default: 3 },
  },
];

export function entityRelationshipRoutes(path: string): DataRoute[] {
  const docs = { tag: 'table', errors: [404] };
  const answers = {
    200: {
      description: 'The tables and the references between them',
      schema: 'api/entityRelationship/searchEntityRelationshipResult',
    },
  };
  return [
    {
      kind: 'read',
      method: 'GET',
      path: `${path}/entityRelationship`,
      docs: {
        ...docs,
        operationId: 'get_table_entityRelationship',
        summary: 'List the tables related to a table',
        description:
          'Returns the tables that foreign keys connect with a table, up to a depth, and the references between them.',
        query,
        answers,
      },
      handle: (request, scope) => around(request, ['upstream', 'downstream'], scope),
    },
    {
      kind: 'read',
      method: 'GET',
      path: `${path}/entityRelationship/{direction}`,
      docs: {
        ...docs,
        operationId: 'get_table_entityRelationship_direction',
        summary: 'List the related tables in one direction',
        description: 'Returns the tables that this table refers to, or those that refer to it, up to a depth.',
        query,
        answers,
      },
      handle: (request, scope) => around(request, null, scope),
    },
  ];
}

/** The graph of a schema: a page of its tables, and the tables that these refer to. */
export function schemaRelationshipRoute(path: string): DataRoute {
  return {
    kind: 'read',
    method: 'GET',
    path: `${path}/entityRelationship`,
    docs: {
      operationId: 'get_schema_entityRelationship',
      summary: 'List the tables of a schema and the references between them',
      description: 'Returns a page of the tables of a schema, with the foreign keys between them.',
      tag: 'databaseSchema',
      query: [
        { name: 'fqn', description: 'The schema', schema: { type: 'string' }, required: true },
        {
          name: 'limit',
          description: 'Maximum number of tables to return',
          schema: { type: 'integer', minimum: 1, maximum: mostTables, default: 100 },
        },
        {
          name: 'offset',
          description: 'Number of tables to skip',
          schema: { type: 'integer', minimum: 0, default: 0 },
        },
      ],
      answers: {
        200: {
          description: 'Tables and references',
          schema: 'api/entityRelationship/searchSchemaEntityRelationshipResult',
        },
      },
      errors: [404],
    },
    handle: ofSchema,
  };
}

type Side = 'upstream' | 'downstream';

function readDirection(text = ''): Side {
  const side = text.toLowerCase();
  if (side !== 'upstream' && side !== 'downstream')
    throw catalogError('BAD_REQUEST', 'direction must be upstream or downstream');
  return side;
}

/** The graph around one table. `given` null: only the side that the path names. */
async function around(request: Request, given: readonly Side[] | null, scope: Scope): Promise<Reply> {
  scope.catalog.authorizer.possible(scope.actor, 'ViewBasic', 'table');
  const named = { ...request, params: { fqn: request.query.fqn ?? '' } };
  const sides = given ?? [readDirection(request.params.direction)];
  if (named.params.fqn === '') throw catalogError('BAD_REQUEST', 'query param fqn is required');
  const { row } = await target('table', named, 'ViewBasic', scope);
  const tables = new Map([[row.id, row]]);
  const edges: Record<Side, Map<string, Edge>> = { upstream: new Map(), downstream: new Map() };
  for (const side of sides) {
    const depth = readLimit(request.query[`${side}Depth`], 3, 0, deepest, `${side}Depth`);
    await walk([row], side, depth, tables, edges[side], scope);
  }
  return json<SearchEntityRelationshipResult>(200, await graph([...tables.values()], edges, scope));
}

interface Edge {
  from: EntityRow;
  to: EntityRow;
}

async function walk(
  start: readonly EntityRow[],
  side: Side,
  depth: number,
  tables: Map<string, EntityRow>,
  edges: Map<string, Edge>,
  scope: Scope,
) {
  let level = [...start];
  for (let step = 0; step < depth && level.length > 0 && tables.size < mostTables; step++) {
    const ids = level.map(({ id }) => id);
    const links =
      side === 'upstream'
        ? await relationsFrom(scope.sql, ids, [refersTo])
        : await relationsTo(scope.sql, ids, [refersTo]);
    const ends = links.map((link) => ({ link, id: side === 'upstream' ? link.to_id : link.from_id }));
    const visible = await visibleIds(
      ends.map(({ id }) => ({ id, type: 'table' })),
      scope,
    );
    const live = ends.filter(({ link, id }) => link.deleted === 0 && visible.has(id)).map(({ link }) => link);
    const unknown = live
      .map((link) => (side === 'upstream' ? link.to_id : link.from_id))
      .filter((id) => !tables.has(id));
    level = await getEntitiesByIds(scope.sql, [...new Set(unknown)]);
    for (const table of level) tables.set(table.id, table);
    for (const { from_id, to_id } of live)
      edges.set(`${from_id} ${to_id}`, { from: present(tables.get(from_id)), to: present(tables.get(to_id)) });
  }
}

async function ofSchema(request: Request, scope: Scope): Promise<Reply> {
  const { row } = await target(
    'databaseSchema',
    { ...request, params: { fqn: request.query.fqn ?? '' } },
    'ViewBasic',
    scope,
  );
  const limit = readLimit(request.query.limit, 100, 1, mostTables);
  const offset = readLimit(request.query.offset, 0, 0, 1_000_000, 'offset');
  const filter = scope.catalog.authorizer.filter(scope.actor, 'ViewBasic', 'table');
  const below = insideOf(row, 'table', scope.catalog.registry);
  const query = { type: 'table', below, filter };
  const rows = await listEntities(scope.sql, { ...query, limit: offset + limit });
  const tables = new Map(rows.slice(offset).map((table) => [table.id, table]));
  const edges = { upstream: new Map<string, Edge>(), downstream: new Map<string, Edge>() };
  await walk([...tables.values()], 'upstream', 1, tables, edges.upstream, scope);
  const paging = { total: await countNow(scope.sql, query), limit, offset };
  return json(200, { data: await graph([...tables.values()], edges, scope), paging });
}

async function graph(rows: readonly EntityRow[], edges: Record<Side, Map<string, Edge>>, scope: Scope) {
  const type = scope.catalog.registry.get('table');
  const texts = await composeShown(rows, type, selectFields(type, 'tableConstraints', scope.catalog), scope);
  const nodes = rows.map((row, i) => [row.fqn, { entity: parseObject(present(texts[i])), paging: {} }] as const);
  const shown = (side: Side) =>
    Object.fromEntries([...edges[side].values()].map((edge) => [docId(edge), edgeData(edge)]));
  return {
    nodes: Object.fromEntries(nodes),
    upstreamEdges: shown('upstream'),
    downstreamEdges: shown('downstream'),
  };
}

function docId({ from, to }: Edge): string {
  return `${from.id}-${to.id}`;
}

function edgeData(edge: Edge) {
  const { from, to } = edge;
  const reference = (row: EntityRow) => ({ id: row.id, fullyQualifiedName: row.fqn, type: row.type });
  return {
    entity: reference(from),
    relatedEntity: reference(to),
    docId: docId(edge),
    relationshipType: refersTo,
    columns: columnPairs(from, to),
  };
}

function columnPairs(from: EntityRow, to: EntityRow) {
  const constraints = readDocument<Table>(from).tableConstraints ?? [];
  return constraints.flatMap(({ columns = [], referredColumns = [], relationshipType }) =>
    referredColumns.flatMap((relatedColumnFQN, i) => {
      if (splitColumnFqn(relatedColumnFQN).tableFqn !== to.fqn || columns[i] === undefined) return [];
      return [
        { columnFQN: `${from.fqn}.${columns[i]}`, relatedColumnFQN, ...(relationshipType ? { relationshipType } : {}) },
      ];
    }),
  );
}
