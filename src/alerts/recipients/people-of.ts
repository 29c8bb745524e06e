/** The users and teams that a category names for an event, by id. */
import { isObject, listOf } from '../../../contract/index.js';
import { type EntityType, givenFqn, loadEntities, type Scope } from '../../catalog/index.js';
import { mentionedIn } from '../../entities/index.js';
import {
  type EntityRow,
  getEntitiesByFqns,
  getEntitiesByIds,
  listEntities,
  RELATION,
  relationsFrom,
  relationsTo,
} from '../../storage/index.js';
import { newestMessage } from '../rules/event-facts.js';
import type { AlertEvent } from '../rules/read-event.js';
import type { RecipientQuery } from './recipient.js';

type PeopleOf = (query: RecipientQuery, scope: Scope) => Promise<readonly string[]>;

const MOST_ADMINS = 1000;
const MOST_NAMES = 1000;

const CATEGORIES: Readonly<Record<string, PeopleOf>> = {
  Admins: (_, scope) => admins(scope),
  Owners: ({ event }, scope) => owners(event, scope),
  Followers: async ({ event }, scope) =>
    sourcesOf(
      (await subjectRows(event, scope)).map(({ id }) => id),
      scope,
    ),
  Assignees: ({ event }, scope) => assignees(event, scope),
  Mentions: async ({ event }, scope) => mentionedIn(await newestMessage(event, scope), scope),
  Users: ({ config }, scope) => named(config.receivers, users(scope), scope),
  Teams: ({ config }, scope) => named(config.receivers, teams(scope), scope),
};

/** Rows of users and teams that are not deleted. */
export async function peopleOf(query: RecipientQuery, scope: Scope): Promise<EntityRow[]> {
  const ids = (await CATEGORIES[query.destination.category]?.(query, scope)) ?? [];
  const rows = await getEntitiesByIds(scope.sql, [...new Set(ids)]);
  const kinds = [users(scope).name, teams(scope).name];
  return rows.filter(({ type, deleted }) => deleted === 0 && kinds.includes(type));
}

async function admins({ sql, catalog }: Scope): Promise<string[]> {
  const { name: type } = catalog.registry.targetOf('users');
  const conditions = [{ by: 'boolean', field: 'isAdmin', value: true }] as const;
  const rows = await listEntities(sql, { type, include: 'non-deleted', conditions, limit: MOST_ADMINS });
  return rows.map(({ id }) => id);
}

/** Own and inherited owners. If there are none: those of the entity's collections and of its subject. */
async function owners(event: AlertEvent, scope: Scope): Promise<string[]> {
  const rows = await subjectRows(event, scope);
  const author = event.thread ? await named([event.entity.createdBy], users(scope), scope) : [];
  for (const level of [async () => rows, () => collections(rows, scope), () => subjectsOf(rows, scope)]) {
    const found = await ownersIn(await level(), scope);
    if (found.length > 0) return [...author, ...found];
  }
  return rows.length > 0 ? author : [...author, ...referencesIn(event.entity.owners)];
}

const users = ({ catalog }: Scope) => catalog.registry.targetOf('users');
const teams = ({ catalog }: Scope) => catalog.registry.targetOf('teams');

async function ownersIn(rows: readonly EntityRow[], scope: Scope): Promise<string[]> {
  const ids: string[] = [];
  for (const row of rows) {
    const [whole] = await loadEntities([row], scope.catalog.registry.get(row.type), scope);
    ids.push(...referencesIn(whole?.value.owners));
  }
  return ids;
}

/** The entity that the event is about, or that of the conversation. Empty if it was permanently deleted. */
async function subjectRows(event: AlertEvent, { sql }: Scope): Promise<EntityRow[]> {
  const id = event.thread ? event.thread.about?.id : event.entityId;
  return id === undefined ? [] : getEntitiesByIds(sql, [id]);
}

/** The collections of an entity, such as the suites of a test. */
async function collections(rows: readonly EntityRow[], { sql, catalog }: Scope): Promise<EntityRow[]> {
  const found: string[] = [];
  for (const { id, type } of rows) {
    const kind = catalog.registry.find(type)?.alerts?.collections;
    if (kind !== undefined) found.push(...(await relationsTo(sql, [id], [kind])).map(({ from_id }) => from_id));
  }
  return liveRows(found, sql);
}

/** The subject of an entity, such as the table that a task is about. */
async function subjectsOf(rows: readonly EntityRow[], { sql, catalog }: Scope): Promise<EntityRow[]> {
  const ids = rows.filter(({ type }) => catalog.registry.find(type)?.hasSubject).map(({ id }) => id);
  const edges = await relationsFrom(sql, ids, [RELATION.about]);
  return liveRows(
    edges.map(({ to_id }) => to_id),
    sql,
  );
}

async function liveRows(ids: readonly string[], sql: Scope['sql']): Promise<EntityRow[]> {
  return (await getEntitiesByIds(sql, [...new Set(ids)])).filter(({ deleted }) => deleted === 0);
}

/** Followers of an entity, and of its subject. */
async function sourcesOf(ids: readonly string[], scope: Scope): Promise<string[]> {
  const about = await subjectsOf(await getEntitiesByIds(scope.sql, ids), scope);
  const edges = await relationsTo(scope.sql, [...ids, ...about.map(({ id }) => id)], [RELATION.follows]);
  return edges.map(({ from_id }) => from_id);
}

/** The current assignees of a task; for a conversation that is a task, those at the time of the event. */
async function assignees(event: AlertEvent, scope: Scope): Promise<string[]> {
  if (event.thread) return referencesIn(isObject(event.entity.task) ? event.entity.task.assignees : undefined);
  const edges = await relationsTo(scope.sql, [event.entityId], [RELATION.assignedTo]);
  return edges.length > 0 ? edges.map(({ from_id }) => from_id) : referencesIn(event.entity.assignees);
}

/** Names that do not exist are left out. */
async function named(names: unknown, type: EntityType, { sql }: Pick<Scope, 'sql'>): Promise<string[]> {
  const texts = listOf(names, (one) => typeof one === 'string').slice(0, MOST_NAMES);
  const fqns = [...new Set(texts.map((text) => givenFqn(type, text)))];
  return (await getEntitiesByFqns(sql, type.name, fqns)).map(({ id }) => id);
}

function referencesIn(value: unknown): string[] {
  return listOf(value, isObject).flatMap((one) => (typeof one.id === 'string' ? [one.id] : []));
}
