import { type CatalogError, operationsRefused } from '../../../contract/errors.js';
import { isOperation, type Operation, operations } from '../../../contract/operations.js';
import {
  type Actor,
  type Authorizer,
  type Denial,
  type EntityType,
  inheritsOwnersOfDomains,
  type ResourceFacts,
} from '../../catalog/index.js';
import { ACCESS_TYPE } from '../../entities/index.js';
import {
  allOf,
  anyOf,
  filterKey,
  matchesFilter,
  negated,
  type ResourceFilter,
  withOwnersOfDomains,
} from '../../rules/index.js';
import type { Sql } from '../../storage/index.js';
import type { AccessGraph, AccessPerson } from './access-graph.js';
import { matchesOn } from './container-rights.js';
import { denialsOf } from './denials.js';
import { createSubject, effectFilter, type Subject } from './subject.js';

type Decided = Pick<EntityType, 'name' | 'hasSubject' | 'isSubject' | 'traits'>;

export interface AuthorizerDeps {
  loadGraph(sql: Sql): Promise<AccessGraph>;
  /** null if the user does not exist or is deleted. For a team, a member who has its rights only. */
  loadPerson(sql: Sql, id: string, graph: AccessGraph): Promise<AccessPerson | null>;
  /** All types: which have subjects, and which inherit the owners of their domains. */
  types?(): readonly Decided[];
}

/**
 * Makes all authorization decisions. An actor must be prepared in this thread before its first check;
 * later checks use the cached rights.
 */
export interface AccessAuthorizer extends Authorizer {
  /** Loads the actor's rights unless current ones are cached. */
  prepare(actor: Actor, sql: Sql): Promise<void>;
  /** Whether current rights are cached, so that `prepare` can be skipped. */
  isPrepared(actor: Actor): boolean;
  /** Invalidates all cached rights: the next `prepare` reloads them. Requests in progress keep the rights they have. */
  forget(): void;
  /** A user with all policies that apply, with current rights; null if the user does not exist. */
  subject(id: string, sql: Sql): Promise<Subject | null>;
}

interface CachedRights {
  /** Different for every load, so that nothing cached under it outlives these rights. */
  key: string;
  subject: Subject | null;
  generation: number;
  /** Decision filters by `operation type`. */
  filters: Map<string, ResourceFilter>;
  /** Denials by type. */
  denials: Map<string, readonly Denial[]>;
}

const MOST_SUBJECTS = 20_000;
/** Every operation that changes an entity. */
const EDITS = operations.filter((operation) => operation.startsWith('Edit'));
const EVERYTHING: ResourceFilter = { kind: 'all' };

export function createAuthorizer(deps: AuthorizerDeps): AccessAuthorizer {
  const rights = createRightsCache(deps);

  const filter = (actor: Actor, operation: string, type: string) =>
    actor.isAdmin ? EVERYTHING : filterOf(rights.entryOf(actor), operation, type, deps.types?.() ?? []);

  return {
    prepare: rights.prepare,
    isPrepared: rights.isPrepared,
    subject: rights.subject,
    forget: rights.forget,
    filter,
    rightsKey: (actor) => (actor.isAdmin ? 'admin' : rights.entryOf(actor).key),
    denials: (actor, type) => (actor.isAdmin ? [] : denialsIn(rights.entryOf(actor), type, deps.types?.() ?? [])),
    possible(actor, operation, type) {
      const wanted = operation === 'EditAny' ? EDITS : [operation];
      if (wanted.every((one) => filter(actor, one, type).kind === 'none'))
        throw refusal(actor, [operation === 'EditAny' ? 'EditAll' : operation]);
    },
    async isDenied(actor, operation, type, facts) {
      const { subject } = actor.isAdmin ? { subject: null } : rights.entryOf(actor);
      if (!subject) return false;
      const denied = effectFilter(matchesOn(subject, knownOperation(operation), type), 'deny');
      return denied.kind !== 'none' && matchesFilter(denied, resourceFacts(await facts()));
    },
    // Filters already list the members of a team (see `Subject`), so no rule needs the teams of owners.
    ownerTeams: () => Promise.resolve([]),
    async decide(actor, operations, type, facts) {
      const filters = operations.map((operation) => filter(actor, operation, type));
      const refused = operations.filter((_, i) => filters[i]?.kind === 'none');
      if (refused.length > 0) throw refusal(actor, refused);
      if (filters.every(({ kind }) => kind === 'all')) return;
      const resource = resourceFacts(await facts());
      const missed = operations.filter((_, i) => !matchesFilter(filters[i] ?? EVERYTHING, resource));
      if (missed.length > 0) throw refusal(actor, missed);
    },
  };
}

/** The rights of recent actors, cached in this thread until `forget`. */
function createRightsCache(deps: AuthorizerDeps) {
  const cached = new Map<string, CachedRights>();
  let generation = 0;
  let loads = 0;
  let graph: { of: number; graph: AccessGraph } | null = null;

  async function currentGraph(sql: Sql): Promise<AccessGraph> {
    if (graph?.of === generation) return graph.graph;
    const of = generation;
    const loaded = await deps.loadGraph(sql);
    graph = { of, graph: loaded };
    return loaded;
  }

  async function subject(id: string, sql: Sql): Promise<Subject | null> {
    const everything = await currentGraph(sql);
    const person = await deps.loadPerson(sql, id, everything);
    return person && createSubject(person, everything);
  }

  const isPrepared = (actor: Actor) => actor.isAdmin || cached.get(actor.id)?.generation === generation;

  return {
    subject,
    isPrepared,
    async prepare(actor: Actor, sql: Sql): Promise<void> {
      if (isPrepared(actor)) return;
      const of = generation;
      const loaded = await subject(actor.id, sql);
      if ((cached.get(actor.id)?.generation ?? of) > of) return; // newer rights were loaded meanwhile
      cached.delete(actor.id);
      loads += 1;
      const key = `${actor.id} ${loads}`;
      cached.set(actor.id, { key, subject: loaded, generation: of, filters: new Map(), denials: new Map() });
      if (cached.size > MOST_SUBJECTS) cached.delete(cached.keys().next().value ?? '');
    },
    entryOf(actor: Actor): CachedRights {
      const entry = cached.get(actor.id);
      if (entry === undefined) throw new Error(`the rights of ${actor.name} were not prepared`);
      return entry;
    },
    forget() {
      generation++;
    },
  };
}

function filterOf(entry: CachedRights, operation: string, type: string, types: readonly Decided[]): ResourceFilter {
  const key = `${operation} ${type}`;
  let found = entry.filters.get(key);
  if (found === undefined) {
    found = entry.subject ? decisionFilter(entry.subject, knownOperation(operation), type) : { kind: 'none' };
    found = onRows(found, type, types);
    const declared = types.find(({ name }) => name === type);
    if (declared?.hasSubject) found = allOf([found, subjectsSeen(entry, declared, types)]);
    entry.filters.set(key, found);
  }
  return found;
}

/** What is about an entity is visible, and can be changed, only by those who see that entity. */
function subjectsSeen(entry: CachedRights, of: Decided, types: readonly Decided[]): ResourceFilter {
  const byFilter = new Map<string, { types: string[]; filter: ResourceFilter }>();
  // What has a subject can only be a subject itself if it says so; this ends the recursion.
  const subjects = types.filter(({ hasSubject, isSubject }) => !hasSubject || (isSubject && !of.isSubject));
  for (const { name } of subjects) {
    const filter = filterOf(entry, 'ViewBasic', name, types);
    const known = byFilter.get(filterKey(filter));
    if (known) known.types.push(name);
    else byFilter.set(filterKey(filter), { types: [name], filter });
  }
  const seen = [...byFilter.values()];
  return seen.every(({ filter }) => filter.kind === 'all') ? EVERYTHING : { kind: 'about', seen };
}

function denialsIn(entry: CachedRights, type: string, types: readonly Decided[]): readonly Denial[] {
  let found = entry.denials.get(type);
  if (found === undefined) {
    const own = entry.subject ? denialsOf(entry.subject, type) : [];
    found = own.map((denial) => ({ ...denial, filter: onRows(denial.filter, type, types) }));
    entry.denials.set(type, found);
  }
  return found;
}

/** The same decision, for rows as for facts: rows do not show that users own themselves, or what domains pass on. */
function onRows(filter: ResourceFilter, type: string, types: readonly Decided[]): ResourceFilter {
  if (type === ACCESS_TYPE.user) return ownThemselves(filter);
  const declared = types.find(({ name }) => name === type);
  return declared && inheritsOwnersOfDomains(declared) ? withOwnersOfDomains(filter) : filter;
}

/** The resources an operation is allowed on: at least one rule allows it and no rule denies it. */
export function decisionFilter(subject: Subject, operation: Operation, type: string): ResourceFilter {
  if (subject.person.isAdmin) return EVERYTHING;
  const matches = matchesOn(subject, operation, type);
  return allOf([effectFilter(matches, 'allow'), negated(effectFilter(matches, 'deny'))]);
}

/** Like `resourceFacts`, for list filters: a user owns itself and therefore always has an owner. */
function ownThemselves(filter: ResourceFilter): ResourceFilter {
  switch (filter.kind) {
    case 'ownedBy':
      return anyOf([filter, { kind: 'is', ids: filter.ids }]);
    case 'noOwner':
      return { kind: 'none' };
    case 'and':
      return allOf(filter.of.map(ownThemselves));
    case 'or':
      return anyOf(filter.of.map(ownThemselves));
    case 'not':
      return negated(ownThemselves(filter.of));
    default:
      return filter;
  }
}

/** The facts that rules test on an entity. A user counts as its own owner. */
export function resourceFacts(facts: ResourceFacts): ResourceFacts {
  if (facts.type !== ACCESS_TYPE.user || facts.id === null) return facts;
  return { ...facts, ownerIds: [...facts.ownerIds, facts.id] };
}

function knownOperation(operation: string): Operation {
  if (!isOperation(operation)) throw new Error(`${operation} is not an operation of the contract`);
  return operation;
}

/** Refusals are answers, often asked for as a question, and nobody reads their stack, which would cost more than the decision. */
function refusal(actor: Actor, operations: readonly string[]): CatalogError {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return operationsRefused(actor, operations);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
