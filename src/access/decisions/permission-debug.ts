// Where the rights of a user come from, step by step, to explain a refusal. Pure.

import type { Operation } from '../../../contract/operations.js';
import type { ResourceFacts } from '../../catalog/index.js';
import { ACCESS_TYPE } from '../../entities/index.js';
import { matchesFilter } from '../../rules/index.js';
import {
  type AccessGraph,
  type AccessPolicy,
  type AccessRule,
  type AccessTeam,
  teamsAbove,
  teamsOf,
} from './access-graph.js';
import { decisionFilter } from './authorizer.js';
import { hiddenSubject } from './permissions.js';
import { type Grant, matchRules, type RuleMatch, type Subject, withoutResourceGrants } from './subject.js';

interface Ref {
  id: string;
  type: string;
  name: string;
  fullyQualifiedName: string;
}

/** Roles and policies of a user, grouped by source. */
export function explainRights(subject: Subject) {
  const { person, graph, grants } = subject;
  const teams = teamsOf(person, graph);
  const above = teamsAbove(teams, graph);
  const rules = grants.flatMap((grant) => grant.policy.rules);
  const own = person.roleIds.map((id) => graph.roles.get(id)).filter((role) => role !== undefined);
  const inherited = [...teams, ...above].flatMap((team) => team.defaultRoleIds);
  return {
    user: ref(ACCESS_TYPE.user, person),
    directRoles: own.map((role) => ({
      role: ref(ACCESS_TYPE.role, role),
      policies: policiesOf(role.policyIds, graph),
      source: 'DIRECT_ASSIGNMENT',
    })),
    teamPermissions: [...teams, ...above].map((team) => explainTeam(team, levelOf(team, subject), graph)),
    inheritedPermissions: grants
      .flatMap(({ from, team, policy }) => (from === 'resource' && team ? [{ team, policy }] : []))
      .map(({ team, policy }) => ({
        permissionType: 'TEAM_RESOURCES',
        source: ref(ACCESS_TYPE.team, team),
        policies: [explainPolicy(policy)],
        description: 'Applies to entities that the team owns',
      })),
    summary: {
      totalRoles: new Set([...person.roleIds, ...inherited]).size,
      totalPolicies: new Set(grants.map((grant) => grant.policy.id)).size,
      totalRules: rules.length,
      directRoles: own.length,
      inheritedRoles: new Set(inherited).size,
      teamCount: teams.length,
      maxHierarchyDepth: Math.max(0, ...above.map((team) => levelOf(team, subject))),
      effectiveOperations: operationsOf(rules, 'allow'),
      deniedOperations: operationsOf(rules, 'deny'),
    },
  };
}

/** The decision on one operation, rule by rule. Without facts, conditions on the resource stay undecided. */
export function explainDecision(asked: Subject, operation: Operation, resource: string, facts: ResourceFacts | null) {
  const subject = facts ? asked : withoutResourceGrants(asked);
  const matches = matchRules(subject, operation, resource);
  const filter = decisionFilter(subject, operation, resource);
  const hidden = hiddenSubject(subject, facts);
  const isAllowed = filter.kind === 'all' || (filter.kind !== 'none' && facts !== null && matchesFilter(filter, facts));
  const allowed = isAllowed && !hidden;
  const steps = matches.map((match, i) => ({
    stepNumber: i + 1,
    source: sourceOf(match.grant),
    sourceEntity: sourceEntity(match.grant),
    policy: ref(ACCESS_TYPE.policy, match.grant.policy),
    rule: match.rule.name,
    effect: match.rule.effect.toUpperCase(),
    matched: match.filter.kind === 'all' || (facts !== null && matchesFilter(match.filter, facts)),
    matchReason: match.rule.text === null ? 'The rule has no condition' : 'Depends on the condition',
    conditionEvaluations:
      match.rule.text === null
        ? []
        : [
            {
              condition: match.rule.text,
              result: match.filter.kind === 'all' || (facts !== null && matchesFilter(match.filter, facts)),
              evaluationDetails: facts === null ? 'No resource was given' : 'Evaluated for the resource',
            },
          ],
  }));
  const held = steps.filter((step) => step.matched);
  return {
    user: ref(ACCESS_TYPE.user, subject.person),
    resource,
    operation,
    allowed,
    finalDecision: allowed ? 'ALLOWED' : 'DENIED',
    evaluationSteps: steps,
    summary: {
      totalPoliciesEvaluated: new Set(matches.map((match) => match.grant.policy.id)).size,
      totalRulesEvaluated: matches.length,
      matchingRules: held.length,
      denyRules: held.filter((step) => step.effect === 'DENY').length,
      allowRules: held.filter((step) => step.effect === 'ALLOW').length,
      appliedPolicies: [...new Set(held.map((step) => step.policy.name))],
      reasonsForDecision: [
        hidden
          ? `It is about a ${hidden.type} that the user may not see`
          : reason(
              subject,
              matches.filter((_, i) => steps[i]?.matched),
            ),
      ],
    },
  };
}

/** `held`: the rules that hold for the resource. Names the one that decided, and how it came to the user. */
function reason(subject: Subject, held: readonly RuleMatch[]): string {
  if (subject.person.isAdmin) return 'The user is an administrator';
  const denial = held.find(({ rule }) => rule.effect === 'deny');
  if (denial) return `Denied by ${describeMatch(denial)}`;
  const allowing = held.find(({ rule }) => rule.effect === 'allow');
  return allowing ? `Allowed by ${describeMatch(allowing)}; no rule denies it` : 'No rule allows it';
}

function describeMatch({ rule, grant }: RuleMatch): string {
  return `rule ${rule.name} of policy ${grant.policy.name}, ${describeGrant(grant)}`;
}

function describeGrant({ from, role, team }: Grant): string {
  if (from === 'resource') return `which protects what team ${team?.name} owns`;
  if (role === null) return `which applies to members of team ${team?.name}`;
  return team === null
    ? `through role ${role.name} of the user`
    : `through role ${role.name}, a default role of team ${team.name}`;
}

function explainTeam(team: AccessTeam, level: number, graph: AccessGraph) {
  const roles = team.defaultRoleIds.map((id) => graph.roles.get(id)).filter((role) => role !== undefined);
  return {
    team: ref(ACCESS_TYPE.team, team),
    teamHierarchy: [team, ...teamsAbove([team], graph)].map((one) => ref(ACCESS_TYPE.team, one)),
    rolePermissions: roles.map((role) => ({
      role: ref(ACCESS_TYPE.role, role),
      policies: policiesOf(role.policyIds, graph),
      inheritedFrom: team.name,
      isDefaultRole: true,
    })),
    directPolicies: policiesOf(team.policyIds, graph),
    hierarchyLevel: level,
  };
}

/** 0 for a team the user is in, 1 for its parents, and so on. */
function levelOf(team: AccessTeam, { person, graph }: Subject): number {
  let level = teamsOf(person, graph);
  for (let depth = 0; level.length > 0; depth++) {
    if (level.some((one) => one.id === team.id)) return depth;
    const parentIds = new Set(level.flatMap((one) => one.parentIds));
    level = [...parentIds].map((id) => graph.teams.get(id)).filter((one) => one !== undefined);
  }
  return 0;
}

function policiesOf(ids: readonly string[], graph: AccessGraph) {
  return ids
    .map((id) => graph.policies.get(id))
    .filter((policy) => policy !== undefined)
    .map(explainPolicy);
}

function explainPolicy(policy: AccessPolicy) {
  const rules = policy.rules.map(({ name, effect, operations, resources, text }) => ({
    name,
    effect: effect.toUpperCase(),
    operations,
    resources,
    ...(text === null ? {} : { condition: text }),
  }));
  return {
    policy: ref(ACCESS_TYPE.policy, policy),
    rules,
    effect: rules.some((rule) => rule.effect === 'DENY') ? 'DENY' : 'ALLOW',
  };
}

function sourceOf(grant: Grant): string {
  if (grant.from === 'resource') return 'RESOURCE_TEAM_POLICY';
  if (grant.from === 'itsTeam') return 'TEAM_POLICY';
  return grant.team ? 'TEAM_ROLE' : 'DIRECT_ROLE';
}

function sourceEntity(grant: Grant): Ref {
  if (grant.role) return ref(ACCESS_TYPE.role, grant.role);
  return grant.team ? ref(ACCESS_TYPE.team, grant.team) : ref(ACCESS_TYPE.policy, grant.policy);
}

function operationsOf(rules: readonly AccessRule[], effect: AccessRule['effect']): string[] {
  return [...new Set(rules.filter((rule) => rule.effect === effect).flatMap((rule) => rule.operations))].sort();
}

function ref(type: string, { id, name }: { id: string; name: string }): Ref {
  return { id, type, name, fullyQualifiedName: name };
}
