/**
 * What conditions test beyond the event itself: the present state of the entity, its collections and the user. Each fact is
 * loaded when the first condition asks for it, and once for all alerts.
 */
import { isObject, parseObject } from '../../../contract/index.js';
import {
  compose,
  composeShown,
  type Fields,
  givenFqn,
  parseLinked,
  type Scope,
  selectFields,
  visibleIds,
} from '../../catalog/index.js';
import { first } from '../../context/index.js';
import {
  type EntityRow,
  getEntitiesByIds,
  getEntityByFqn,
  getEntityById,
  listPosts,
  relationsTo,
} from '../../storage/index.js';
import type { AlertEvent } from './read-event.js';

/** An entity as far as filters look at it. */
export interface Place {
  fqn: string;
  owners: readonly string[];
  domains: readonly string[];
}

export interface EventFacts {
  /** The user who made the change is a bot. */
  isBot: boolean;
  /** What the event is about: the entity, or that of the conversation. */
  subject: Place;
  /** The collections that the entity belongs to. */
  collections: readonly Place[];
  /** Users and teams that the newest message mentions. */
  mentioned: readonly string[];
}

/** The newest comment is read whole, whatever its length. */
const MOST_TEXT = 1_000_000;

export const NO_FACTS: EventFacts = {
  isBot: false,
  subject: { fqn: '', owners: [], domains: [] },
  collections: [],
  mentioned: [],
};

/** The facts that each function tests. */
const NEEDED: Readonly<Record<string, readonly (keyof EventFacts)[]>> = {
  isBot: ['isBot'],
  matchAnyOwnerName: ['subject', 'collections'],
  matchAnyEntityFqn: ['subject', 'collections'],
  matchAnyDomain: ['subject', 'collections'],
  getTestCaseStatusIfInTestSuite: ['collections'],
  matchConversationUser: ['mentioned'],
};

export interface FactLoader {
  /** The facts that these functions test. */
  load(functions: ReadonlySet<string>): Promise<EventFacts>;
}

export interface FactOptions {
  /** The facts as the caller of the scope may see them; default: as they are. */
  sight?: 'asCaller';
  /** For several events in one snapshot: what they have in common is loaded once. */
  memory?: FactMemory;
}

export interface FactMemory {
  bots: Map<string, Promise<boolean>>;
  /** By id; null if it was deleted. */
  subjects: Map<string, Promise<Place | null>>;
  collections: Map<string, Promise<Place[]>>;
}

export const emptyMemory = (): FactMemory => ({ bots: new Map(), subjects: new Map(), collections: new Map() });

export function createFactLoader(event: AlertEvent, scope: Scope, options: FactOptions = {}): FactLoader {
  const { sight, memory = emptyMemory() } = options;
  const loaders: { [F in keyof EventFacts]: () => Promise<EventFacts[F]> } = {
    isBot: () => remembered(memory.bots, event.userName, () => isBot(event.userName, scope, sight)),
    subject: () => subjectOf(event, (id) => remembered(memory.subjects, id, () => presentPlace(id, scope, sight))),
    collections: () => remembered(memory.collections, event.entityId, () => collectionsOf(event, scope, sight)),
    mentioned: async () => mentionsIn(await newestMessage(event, scope)),
  };
  const loaded: Partial<EventFacts> = {};
  return {
    async load(functions) {
      const wanted = new Set([...functions].flatMap((name) => NEEDED[name] ?? []));
      for (const fact of wanted) if (!(fact in loaded)) Object.assign(loaded, { [fact]: await loaders[fact]() });
      return { ...NO_FACTS, ...loaded };
    },
  };
}

function remembered<T>(known: Map<string, Promise<T>>, key: string, load: () => Promise<T>): Promise<T> {
  const found = known.get(key) ?? load();
  known.set(key, found);
  return found;
}

async function isBot(name: string, scope: Scope, sight?: 'asCaller'): Promise<boolean> {
  const type = scope.catalog.registry.targetOf('users');
  const row = await getEntityByFqn(scope.sql, type.name, givenFqn(type, name));
  if (!row || (sight && !(await visibleIds([row], scope)).has(row.id))) return false;
  return parseObject(row.doc).isBot === true;
}

/** Current owners and domains; those of the event if the entity was deleted. */
async function subjectOf(event: AlertEvent, presentOf: (id: string) => Promise<Place | null>): Promise<Place> {
  const id = event.thread ? event.thread.about?.id : event.entityId;
  const now = id === undefined ? null : await presentOf(id);
  const told = event.thread ? null : placeOf(event.fqn, event.entity);
  if (!now || !told) return now ?? told ?? NO_FACTS.subject;
  return { fqn: told.fqn, owners: told.owners.length > 0 ? told.owners : now.owners, domains: now.domains };
}

async function presentPlace(id: string, scope: Scope, sight?: 'asCaller'): Promise<Place | null> {
  const row = await getEntityById(scope.sql, id);
  const [place = null] = row ? await placesOf([row], scope, sight) : [];
  return place;
}

async function collectionsOf(event: AlertEvent, scope: Scope, sight?: 'asCaller'): Promise<Place[]> {
  const kind = scope.catalog.registry.find(event.entityType)?.alerts?.collections;
  if (kind === undefined) return [];
  const edges = await relationsTo(scope.sql, [event.entityId], [kind]);
  const rows = await getEntitiesByIds(
    scope.sql,
    edges.map(({ from_id }) => from_id),
  );
  return placesOf(
    rows.filter(({ deleted }) => deleted === 0),
    scope,
    sight,
  );
}

async function placesOf(rows: readonly EntityRow[], scope: Scope, sight?: 'asCaller'): Promise<Place[]> {
  const places: Place[] = [];
  const seen = sight ? await visibleIds(rows, scope) : null;
  for (const row of rows) {
    if (seen && !seen.has(row.id)) continue;
    const type = scope.catalog.registry.get(row.type);
    const fields = ['owners', 'domains'].filter((field) => type.traits?.some((trait) => trait.field === field));
    const selection = selectFields(type, fields.join(','), scope.catalog);
    const text = first(await (sight ? composeShown : compose)([row], type, selection, scope));
    places.push(placeOf(row.fqn, parseLinked(text, '')));
  }
  return places;
}

function placeOf(fqn: string, { owners, domains }: Fields): Place {
  const texts = (list: unknown, field: string) =>
    (Array.isArray(list) ? list.filter(isObject) : []).map((reference) => String(reference[field]));
  return { fqn, owners: texts(owners, 'name'), domains: texts(domains, 'fullyQualifiedName') };
}

/** The newest of a conversation or of the comments on a task, else what the entity itself says. */
export async function newestMessage(
  { thread, kind, entity, changes, entityId }: AlertEvent,
  { sql }: Scope,
): Promise<string> {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  if (thread) {
    const posts = Array.isArray(entity.posts) ? entity.posts.filter(isObject) : [];
    return text(posts.at(-1)?.message ?? entity.message);
  }
  const written = changes.find(({ name, newValue }) => name === 'comments' && typeof newValue === 'string');
  if (written) return text(written.newValue);
  // What was said later does not belong to the event of its creation.
  if (kind === 'entityCreated') return text(entity.description);
  const [newest] = (await listPosts(sql, [entityId], { limit: 1, text: MOST_TEXT })).slice(-1);
  return newest?.message ?? text(entity.description);
}

/** Names in entity links: `<#E::user::john|@john>`. */
function mentionsIn(message: string): string[] {
  return [...message.matchAll(/<#E::(?:user|team)::([^<>|\n]{1,512})/g)].map(([, name = '']) => name);
}
