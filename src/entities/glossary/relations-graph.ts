/** `GET {id}/relationsGraph`: the terms around a term and the relations between them. */
import { catalogError, type EntityReference, parseReference } from '../../../contract/index.js';
import {
  type DataRoute,
  json,
  type Reply,
  type Request,
  readLimit,
  type Scope,
  visibleIds,
} from '../../catalog/index.js';
import { present } from '../../context/index.js';
import { target } from '../entity-route.js';
import { relationsOf } from './related-terms.js';
import { inverseOf, relationTypes } from './relation-types.js';

const typeName = 'glossaryTerm';
const MOST_STEPS = 5;
const MOST_TERMS = 1000;

interface Edge {
  from: string;
  to: string;
  relationType: string;
}

interface Graph {
  nodes: EntityReference[];
  edges: Edge[];
}

const answer = {
  type: 'object',
  properties: {
    nodes: { type: 'array', items: { type: 'object' } },
    edges: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          from: { type: 'string', format: 'uuid' },
          to: { type: 'string', format: 'uuid' },
          relationType: { type: 'string' },
        },
        required: ['from', 'to', 'relationType'],
      },
    },
  },
  required: ['nodes', 'edges'],
};

export function relationsGraphRoute(path: string): DataRoute {
  return {
    kind: 'read',
    method: 'GET',
    path: `${path}/{id}/relationsGraph`,
    docs: {
      operationId: 'graphGlossaryTermRelations',
      summary: 'Get the relations around a term as a graph',
      description: `Returns the terms that relations lead to, as references, and the relations. A relation and its inverse are one edge. At most ${MOST_TERMS} terms are returned, the nearest first.`,
      tag: typeName,
      query: [
        {
          name: 'depth',
          description: 'Number of relations to follow from the term',
          schema: { type: 'integer', minimum: 1, maximum: MOST_STEPS, default: 1 },
        },
        {
          name: 'relationTypes',
          description: 'Types of relations to follow, separated by commas; default: all',
          schema: { type: 'string' },
        },
      ],
      answers: { 200: { description: 'The graph', schema: { inline: answer } } },
      errors: [404],
    },
    handle: readGraph,
  };
}

async function readGraph(request: Request, scope: Scope): Promise<Reply> {
  const { row } = await target(typeName, request, 'ViewBasic', scope);
  const depth = readLimit(request.query.depth, 1, 1, MOST_STEPS, 'depth');
  const wanted = await wantedTypes(request.query.relationTypes, scope);
  const graph: Graph = { nodes: [parseReference(row.ref)], edges: [] };
  const known = new Set([row.id]);
  let reached: string[] = [row.id];
  for (let step = 0; step < depth && reached.length > 0; step++) {
    const next: string[] = [];
    for (const { from, to, relationType, term } of await shownRelations(reached, wanted, scope)) {
      if (!known.has(to) && known.size >= MOST_TERMS) continue;
      if (!known.has(to)) {
        known.add(to);
        next.push(to);
        graph.nodes.push(term);
      }
      graph.edges.push({ from, to, relationType });
    }
    reached = next;
  }
  return json(200, { ...graph, edges: await withoutInverses(graph.edges, scope) });
}

async function wantedTypes(text: string | undefined, scope: Scope): Promise<ReadonlySet<string>> {
  const types = await relationTypes(scope);
  if (!text) return new Set(types.keys());
  const names = text.split(',').map((name) => name.trim());
  for (const name of names)
    if (!types.has(name))
      throw catalogError(
        'BAD_REQUEST',
        `query param relationTypes must be of ${[...types.keys()].join(', ')}, not ${JSON.stringify(name.slice(0, 100))}`,
      );
  return new Set(names);
}

async function shownRelations(ids: readonly string[], wanted: ReadonlySet<string>, scope: Scope) {
  const relations = (await relationsOf(ids, scope)).filter(({ relationType }) => wanted.has(relationType));
  const visible = await visibleIds(
    relations.map(({ to }) => ({ id: to, type: typeName })),
    scope,
  );
  return relations.filter(({ to }) => visible.has(to));
}

/** Relations are stored at both terms: keeps the one that was reached first. */
async function withoutInverses(edges: readonly Edge[], scope: Scope): Promise<Edge[]> {
  const types = await relationTypes(scope);
  const kept = new Map<string, Edge>();
  for (const edge of edges) {
    const inverse = inverseOf(present(types.get(edge.relationType)));
    if (!kept.has(`${edge.to} ${inverse} ${edge.from}`)) kept.set(`${edge.from} ${edge.relationType} ${edge.to}`, edge);
  }
  return [...kept.values()];
}
