/** Fields of announcements that are not stored with them. */
import { type AnnouncementStatus, parseObject, parseReference, type Reaction } from '../../../contract/index.js';
import type { Scope, Trait } from '../../catalog/index.js';
import { putRelations, RELATION, removeRelations } from '../../storage/index.js';
import { owners } from '../../traits/index.js';
import { entityLink, linkedRow, parseEntityLink } from '../conversations/entity-link.js';
import { changeReactions, reactionsOf } from '../conversations/reactions.js';
import { peopleNamed } from '../tasks/open-task.js';

/** What the announcement is about, as a link with the current FQN: the entity is known by its id. */
export const entityLinkTrait: Trait<string, 'entityLink'> = {
  field: 'entityLink',
  empty: null,
  inWrites: true,
  always: true,
  edges: { kind: RELATION.about, end: 'from' },
  async load(_rows, _scope, edges = []) {
    return new Map(
      edges.map(({ from_id, to_type, ref, data }) => {
        const { part = '' } = parseObject<{ part?: string }>(data ?? '{}');
        return [from_id, JSON.stringify(entityLink(to_type, parseReference(ref).fullyQualifiedName ?? '', part))];
      }),
    );
  },
  write: {
    operation: 'EditAll',
    versioned: true,
    accept: (given, scope) => Promise.all(given.map((text) => acceptLink(text, scope))),
    async save(changes, scope) {
      for (const { row, before, after } of changes) {
        if (before !== undefined) await removeRelations(scope.sql, [await edgeOf(row, before, scope)]);
        if (after !== undefined) await putRelations(scope.sql, [await edgeOf(row, after, scope)]);
      }
    },
  },
};

async function acceptLink(text: unknown, scope: Scope): Promise<string | undefined> {
  if (text === undefined || text === null) return undefined;
  const link = parseEntityLink(String(text), 'entityLink', scope);
  const row = await linkedRow(link, 'non-deleted', scope);
  return entityLink(row.type, row.fqn, link.part);
}

async function edgeOf(row: { id: string; type: string }, text: string, scope: Scope) {
  const link = parseEntityLink(text, 'entityLink', scope);
  const { id, type } = await linkedRow(link, 'all', scope);
  const data = link.part === '' ? null : JSON.stringify({ part: link.part });
  return { from_id: row.id, from_type: row.type, kind: RELATION.about, to_id: id, to_type: type, ord: 0, data };
}

/** compat: owners are named by FQN, users and teams alike. */
export const announcementOwners: typeof owners = {
  ...owners,
  ...(owners.write
    ? { write: { ...owners.write, accept: (given, scope, type) => acceptOwners(given, scope, type) } }
    : {}),
};

const acceptOwners: NonNullable<typeof owners.write>['accept'] = async (given, scope, type) => {
  const named = await Promise.all(
    given.map(async (list) => {
      if (!Array.isArray(list) || !list.every((name) => typeof name === 'string')) return list;
      return (await peopleNamed(list, scope)).map(({ id, type: of }) => ({ id, type: of }));
    }),
  );
  return (await owners.write?.accept(named, scope, type)) ?? [];
};

/** Follows from the period, so it changes without a write. */
export const status: Trait<AnnouncementStatus, 'status'> = {
  field: 'status',
  empty: null,
  inWrites: false,
  always: true,
  async load(rows, scope) {
    const now = scope.context.now();
    return new Map(
      rows.map(({ id, doc }) => {
        const { startTime, endTime } = parseObject<{ startTime: number; endTime: number }>(doc);
        return [id, endTime < now ? '"Expired"' : startTime > now ? '"Scheduled"' : '"Active"'];
      }),
    );
  },
};

/** Everybody who sees the announcement may react to it. */
export const reactions: Trait<Reaction[], 'reactions'> = {
  field: 'reactions',
  empty: '[]',
  inWrites: true,
  async load(rows, scope) {
    const found = await reactionsOf(
      rows.map(({ id }) => id),
      scope,
    );
    return new Map([...found].map(([id, list]) => [id, JSON.stringify(list)]));
  },
  write: {
    input: null,
    operation: 'ViewBasic',
    versioned: false,
    accept: async (given) => given.map((list) => (Array.isArray(list) ? list : undefined)),
    key: ({ reactionType, user }) => `${reactionType} ${user?.id}`,
    async save(changes, scope) {
      for (const { row, before = [], after = [] } of changes) await changeReactions(row.id, before, after, scope);
    },
  },
};
