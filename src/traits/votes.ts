/** Votes of users for or against an entity. Unversioned. */
import { catalogError, parseObject, type Votes } from '../../contract/index.js';
import {
  aNounOf,
  type DataRoute,
  type EntityType,
  quietReply,
  type Reply,
  type Request,
  readBody,
  recordUpdate,
  referenceText,
  rowToChange,
  type Scope,
  type Trait,
} from '../catalog/index.js';
import { type EdgeRow, getRelation, putRelations, RELATION, removeRelations } from '../storage/index.js';

type Vote = 'up' | 'down';

const voteOf: Readonly<Record<string, Vote | null>> = { votedUp: 'up', votedDown: 'down', unVoted: null };

export const votes: Trait<Votes, 'votes'> = {
  field: 'votes',
  empty: '{"upVotes":0,"downVotes":0,"upVoters":[],"downVoters":[]}',
  inWrites: true,
  edges: { kind: RELATION.votes, end: 'to' },
  async load(_rows, scope, edges = []) {
    const path = scope.catalog.registry.targetOf('voters').path;
    const found = new Map<string, EdgeRow[]>();
    for (const edge of edges) {
      if (edge.deleted !== 0) continue;
      const list = found.get(edge.to_id);
      if (list) list.push(edge);
      else found.set(edge.to_id, [edge]);
    }
    return new Map([...found].map(([id, edges]) => [id, votesText(edges, path)]));
  },
  routes: (type) => [voteRoute(type)],
};

function votesText(edges: readonly EdgeRow[], path: string): string {
  const of = (vote: Vote) => edges.filter((edge) => parseVote(edge.data) === vote);
  const text = (list: readonly EdgeRow[]) =>
    `[${list.map((edge) => referenceText(edge.ref, edge.from_id, path)).join(',')}]`;
  const [up, down] = [of('up'), of('down')];
  return `{"upVotes":${up.length},"downVotes":${down.length},"upVoters":${text(up)},"downVoters":${text(down)}}`;
}

const parseVote = (data: string | null): Vote | null => parseObject<{ vote?: Vote }>(data ?? '{}').vote ?? null;

function voteRoute(type: EntityType): DataRoute {
  return {
    kind: 'write',
    method: 'PUT',
    path: `${type.path}/{id}/vote`,
    docs: {
      operationId: `vote_${type.name}`,
      summary: `Vote for or against ${aNounOf(type)}, or remove the vote`,
      description: 'Sets the vote of the caller, which creates an event but no version.',
      tag: type.name,
      body: { schema: 'api/voteRequest' },
      answers: { 200: { description: 'The change event', schema: 'type/changeEvent' } },
      errors: [404],
    },
    handle: (request, scope) => castVote(type, request, scope),
  };
}

async function castVote(type: EntityType, request: Request, scope: Scope): Promise<Reply> {
  const row = await rowToChange(type, { id: request.params.id ?? '' }, 'all', scope, ['ViewBasic']);
  const { updatedVoteType = 'unVoted' } = readBody(request, 'api/voteRequest', scope);
  const vote = voteOf[updatedVoteType];
  if (vote === undefined)
    throw catalogError('BAD_REQUEST', `updatedVoteType must be one of ${Object.keys(voteOf).join(', ')}`);
  const edge = {
    from_id: scope.actor.id,
    from_type: scope.catalog.registry.targetOf('voters').name,
    kind: RELATION.votes,
    to_id: row.id,
    to_type: type.name,
    ord: 0,
  };
  const before = await getRelation(scope.sql, edge);
  if (vote === null) await removeRelations(scope.sql, [edge]);
  else await putRelations(scope.sql, [{ ...edge, data: JSON.stringify({ vote }) }]);
  const old = before ? parseVote(before.data) : null;
  const oldValue = Object.keys(voteOf).find((word) => voteOf[word] === old);
  const event = await recordUpdate(
    type,
    row,
    { updated: [{ name: 'votes', oldValue, newValue: updatedVoteType }] },
    scope,
  );
  return quietReply(event, type, row, 'votes', scope);
}
