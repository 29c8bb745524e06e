// Who has which rules, as plain data: all teams, roles and policies of the organisation, plus one person at a time.
import type { Operation } from '../../../contract/operations.js';
import type { Accounts, Condition, TeamFact } from '../../rules/index.js';

export interface AccessRule {
  readonly name: string;
  readonly effect: 'allow' | 'deny';
  readonly operations: readonly Operation[];
  /** Lower case; `all` matches every resource. */
  readonly resources: readonly string[];
  /** null if the rule is unconditional. */
  readonly condition: Condition | null;
  /** Source text of the condition. */
  readonly text: string | null;
}

/** An enabled policy. */
export interface AccessPolicy {
  readonly id: string;
  readonly name: string;
  readonly rules: readonly AccessRule[];
}

export interface AccessRole {
  readonly id: string;
  readonly name: string;
  readonly policyIds: readonly string[];
}

export interface AccessTeam {
  readonly id: string;
  readonly name: string;
  readonly parentIds: readonly string[];
  readonly policyIds: readonly string[];
  readonly defaultRoleIds: readonly string[];
}

export interface AccessGraph {
  readonly teams: ReadonlyMap<string, AccessTeam>;
  readonly roles: ReadonlyMap<string, AccessRole>;
  readonly policies: ReadonlyMap<string, AccessPolicy>;
  /** The root team, which every person belongs to. */
  readonly organizationId: string | null;
  /** Users by team; empty unless a rule tests the team of an owner. */
  readonly members: ReadonlyMap<string, readonly string[]>;
  readonly accounts: Accounts;
}

export interface AccessPerson {
  readonly id: string;
  readonly name: string;
  readonly isAdmin: boolean;
  readonly isBot: boolean;
  readonly teamIds: readonly string[];
  readonly roleIds: readonly string[];
  /** The person's domains and all their sub-domains. */
  readonly domainIds: readonly string[];
}

/** Teams of a person; the organisation for a person without teams, none for a bot. */
export function teamsOf(person: AccessPerson, graph: AccessGraph): AccessTeam[] {
  if (person.isBot) return [];
  const own = known(person.teamIds, graph.teams);
  return own.length > 0 || graph.organizationId === null ? own : known([graph.organizationId], graph.teams);
}

/** All ancestors of these teams, excluding the teams themselves, nearest first. */
export function teamsAbove(teams: readonly AccessTeam[], graph: AccessGraph): AccessTeam[] {
  const seen = new Set(teams.map((team) => team.id));
  const above: AccessTeam[] = [];
  for (let level = [...teams]; level.length > 0; ) {
    const next: AccessTeam[] = [];
    for (const parent of level.flatMap((team) => known(team.parentIds, graph.teams))) {
      if (seen.has(parent.id)) continue;
      seen.add(parent.id);
      next.push(parent);
    }
    above.push(...next);
    level = next;
  }
  return above;
}

/** Ids of a team and all its descendants. */
export function teamWithBelow(teamId: string, graph: AccessGraph): Set<string> {
  const found = new Set([teamId]);
  for (let grown = true; grown; ) {
    grown = false;
    for (const team of graph.teams.values()) {
      if (found.has(team.id) || !team.parentIds.some((parent) => found.has(parent))) continue;
      found.add(team.id);
      grown = true;
    }
  }
  return found;
}

/** A role and its source: null if assigned directly, otherwise the team whose default role it is. */
export interface RoleGrant {
  readonly role: AccessRole;
  readonly team: AccessTeam | null;
}

/** Directly assigned roles, then team roles, nearest team first. Each role is listed once. */
export function rolesOf(person: AccessPerson, graph: AccessGraph): RoleGrant[] {
  const grants: RoleGrant[] = known(person.roleIds, graph.roles).map((role) => ({ role, team: null }));
  const teams = teamsOf(person, graph);
  for (const team of [...teams, ...teamsAbove(teams, graph)]) {
    for (const role of known(team.defaultRoleIds, graph.roles)) {
      if (!grants.some((grant) => grant.role.id === role.id)) grants.push({ role, team });
    }
  }
  return grants;
}

export function teamFact(team: AccessTeam): TeamFact {
  return { id: team.id, name: team.name };
}

function known<T>(ids: readonly string[], from: ReadonlyMap<string, T>): T[] {
  return ids.map((id) => from.get(id)).filter((item) => item !== undefined);
}
