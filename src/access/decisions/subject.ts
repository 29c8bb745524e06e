// A person with every policy that applies: the input of decisions.
import { includesOperation, type Operation } from '../../../contract/operations.js';
import { allOf, anyOf, perObject, type ResourceFilter, type SubjectFacts, toFilter } from '../../rules/index.js';
import {
  type AccessGraph,
  type AccessPerson,
  type AccessPolicy,
  type AccessRole,
  type AccessRule,
  type AccessTeam,
  rolesOf,
  teamFact,
  teamsAbove,
  teamsOf,
  teamWithBelow,
} from './access-graph.js';

export interface Subject {
  readonly person: AccessPerson;
  readonly facts: SubjectFacts;
  readonly grants: readonly Grant[];
  readonly graph: AccessGraph;
}

/** A policy that applies to a person, and the reason. */
export interface Grant {
  readonly policy: AccessPolicy;
  /** `resource`: it protects what a team owns from everybody outside that team. */
  readonly from: 'itsRole' | 'itsTeam' | 'resource';
  readonly role: AccessRole | null;
  /** The team the policy is attached to, directly or through a default role. */
  readonly team: AccessTeam | null;
}

/** A rule that covers an operation on a type, with the resources it holds for. */
export interface RuleMatch {
  readonly grant: Grant;
  readonly rule: AccessRule;
  readonly filter: ResourceFilter;
}

export function createSubject(person: AccessPerson, graph: AccessGraph): Subject {
  const teams = teamsOf(person, graph);
  const above = teamsAbove(teams, graph);
  const roles = rolesOf(person, graph);
  const facts: SubjectFacts = {
    id: person.id,
    teams: teams.map(teamFact),
    ancestorTeams: above.map(teamFact),
    roles: roles.map((grant) => grant.role.name),
    domainIds: person.domainIds,
  };
  const grants = [
    ...roles.flatMap(({ role, team }) => grantsOf(role.policyIds, { from: 'itsRole', role, team }, graph)),
    ...[...teams, ...above].flatMap((team) => grantsOf(team.policyIds, { from: 'itsTeam', role: null, team }, graph)),
    ...protectingTeams(graph, [...teams, ...above]).flatMap((team) =>
      grantsOf(team.policyIds, { from: 'resource', role: null, team }, graph),
    ),
  ];
  return { person, facts, grants, graph };
}

/** The subject without the policies by which other teams protect their own resources, for checks on no resource. */
export function withoutResourceGrants(subject: Subject): Subject {
  return { ...subject, grants: subject.grants.filter((grant) => grant.from !== 'resource') };
}

/** Every rule that covers the operation on this type, except rules that can never hold. */
export function matchRules(subject: Subject, operation: Operation, type: string): RuleMatch[] {
  return rulesFor(subject, type, (rule) => rule.operations.some((granted) => includesOperation(granted, operation)));
}

/** Every deny rule on this type, except rules that can never hold. */
export function matchDenials(subject: Subject, type: string): RuleMatch[] {
  return rulesFor(subject, type, (rule) => rule.effect === 'deny');
}

function rulesFor(subject: Subject, type: string, isMeant: (rule: AccessRule) => boolean): RuleMatch[] {
  const resource = type.toLowerCase();
  return subject.grants.flatMap((grant) =>
    grant.policy.rules
      .filter((rule) => isMeant(rule) && rule.resources.some((name) => name === 'all' || name === resource))
      // The allow rules of a team apply to its members only.
      .filter((rule) => grant.from !== 'resource' || rule.effect === 'deny')
      .map((rule) => ({ grant, rule, filter: resourcesOf(subject, grant, rule) }))
      .filter(({ filter }) => filter.kind !== 'none'),
  );
}

function resourcesOf(subject: Subject, grant: Grant, rule: AccessRule): ResourceFilter {
  const context = {
    subject: subject.facts,
    policyTeamId: grant.from === 'itsRole' ? null : (grant.team?.id ?? null),
    accounts: subject.graph.accounts,
  };
  const condition: ResourceFilter = rule.condition ? toFilter(rule.condition, context) : { kind: 'all' };
  const expanded = expandTeams(condition, subject.graph);
  if (grant.from !== 'resource' || grant.team === null) return expanded;
  const owned: ResourceFilter = { kind: 'ownedBy', ids: teamsUnder(grant.team.id, subject.graph) };
  // The owners come first: rules of many teams that differ only in the team are merged.
  return allOf([owned, expanded]);
}

/** Replaces `ownedUnderTeam` by the ids of the teams and their users, so that evaluation need not walk the teams. */
function expandTeams(filter: ResourceFilter, graph: AccessGraph): ResourceFilter {
  switch (filter.kind) {
    case 'ownedUnderTeam': {
      return { kind: 'ownedBy', ids: ownersUnder(filter.teamId, graph) };
    }
    case 'and':
    case 'or':
      return { kind: filter.kind, of: filter.of.map((part) => expandTeams(part, graph)) };
    case 'not':
    case 'above':
      return { kind: filter.kind, of: expandTeams(filter.of, graph) };
    default:
      return filter;
  }
}

/** Lists by team, shared by the filters of all people for as long as the graph is current. */
interface TeamLists {
  teams: Map<string, readonly string[]>;
  owners: Map<string, readonly string[]>;
}

const listsOf = perObject((_: AccessGraph): TeamLists => ({ teams: new Map(), owners: new Map() }));

/** A team and all below it. */
function teamsUnder(teamId: string, graph: AccessGraph): readonly string[] {
  const { teams } = listsOf(graph);
  const known = teams.get(teamId) ?? [...teamWithBelow(teamId, graph)];
  teams.set(teamId, known);
  return known;
}

/** The same, and their members. */
function ownersUnder(teamId: string, graph: AccessGraph): readonly string[] {
  const { owners } = listsOf(graph);
  const below = teamsUnder(teamId, graph);
  const known = owners.get(teamId) ?? [...new Set([...below, ...below.flatMap((id) => graph.members.get(id) ?? [])])];
  owners.set(teamId, known);
  return known;
}

// The organisation is excluded: its policies apply to every person directly, and to no bot.
function protectingTeams(graph: AccessGraph, own: readonly AccessTeam[]): AccessTeam[] {
  const ownIds = new Set(own.map((team) => team.id));
  return [...graph.teams.values()].filter(
    (team) => team.policyIds.length > 0 && team.id !== graph.organizationId && !ownIds.has(team.id),
  );
}

function grantsOf(policyIds: readonly string[], why: Omit<Grant, 'policy'>, graph: AccessGraph): Grant[] {
  return policyIds
    .map((id) => graph.policies.get(id))
    .filter((policy) => policy !== undefined)
    .map((policy) => ({ policy, ...why }));
}

/** The resources for which at least one rule with this effect holds. */
export function effectFilter(matches: readonly RuleMatch[], effect: AccessRule['effect']): ResourceFilter {
  return anyOf(matches.filter(({ rule }) => rule.effect === effect).map(({ filter }) => filter));
}
