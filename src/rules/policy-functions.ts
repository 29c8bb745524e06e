// The functions of access policies. Each is defined once, as a filter for an actor, which is used both to decide on one
// resource and to restrict a list.

import { type FunctionSpec, type FunctionTable, functionTable } from './function-table.js';
import { anyOf, constantFilter, type ResourceFilter } from './resource-filter.js';

export interface TeamFact {
  readonly id: string;
  readonly name: string;
}

/** What conditions can test about the caller. */
export interface SubjectFacts {
  readonly id: string;
  /** Teams the subject is a member of. */
  readonly teams: readonly TeamFact[];
  /** All ancestors of these teams. */
  readonly ancestorTeams: readonly TeamFact[];
  /** Names of own roles and of roles inherited from teams. */
  readonly roles: readonly string[];
  /** Domains of the subject and all their sub-domains. */
  readonly domainIds: readonly string[];
}

/** Ids of the users that conditions can test for; empty unless a rule that applies to somebody does. */
export interface Accounts {
  readonly admins: readonly string[];
  readonly bots: readonly string[];
}

/** The subject a policy is applied to, and the team it is attached to (null if attached to a role). */
export interface PolicyContext {
  readonly subject: SubjectFacts;
  readonly policyTeamId: string | null;
  readonly accounts: Accounts;
}

/** An entry of `GET /v1/policies/functions` (schema `type/function`). */
export interface FunctionDescription {
  readonly name: string;
  readonly input: string;
  readonly description: string;
  readonly examples: readonly string[];
  readonly parameterInputType: 'NotRequired';
}

export interface PolicyFunction extends FunctionSpec {
  readonly lists: 0 | 1;
  readonly input: string;
  readonly description: string;
  readonly examples: readonly string[];
  /** `texts` are the arguments; empty for a function without arguments. */
  readonly filter: (texts: readonly string[], context: PolicyContext) => ResourceFilter;
}

const TAG_INPUT = 'Fully qualified names of tags or glossary terms, separated by commas';

export const POLICY_FUNCTIONS: FunctionTable<PolicyFunction> = functionTable<PolicyFunction>([
  {
    name: 'hasAnyRole',
    lists: 1,
    input: 'Names of roles, separated by commas',
    description: 'True when the user has one of the roles, given directly or inherited from a team.',
    examples: ["hasAnyRole('DataSteward', 'DataEngineer')"],
    filter: (roles, { subject }) => constantFilter(subject.roles.some((role) => roles.includes(role))),
  },
  {
    name: 'hasDomain',
    lists: 0,
    input: 'none',
    description:
      'True when the resource is in a domain of the user or in a sub-domain of one, and for every resource that is in no domain.',
    examples: ['hasDomain()', '!hasDomain()'],
    filter: (_, { subject }) => anyOf([{ kind: 'noDomain' }, inDomains(subject.domainIds)]),
  },
  {
    name: 'inAnyTeam',
    lists: 1,
    input: 'Names of teams, separated by commas',
    description: 'True when the user is a member of one of the teams or of a team below one of them.',
    examples: ["inAnyTeam('marketing')"],
    filter: (names, { subject }) => constantFilter(hierarchy(subject).some((team) => names.includes(team.name))),
  },
  {
    name: 'isAdminUser',
    lists: 0,
    input: 'none',
    description: 'True when the resource is a user who is an administrator.',
    examples: ['isAdminUser()', '!isAdminUser()'],
    filter: (_, { accounts }) => oneOf(accounts.admins),
  },
  {
    name: 'isBotUser',
    lists: 0,
    input: 'none',
    description: 'True when the resource is the account of a bot.',
    examples: ['isBotUser()', '!isBotUser()', 'isAdminUser() || isBotUser()'],
    filter: (_, { accounts }) => oneOf(accounts.bots),
  },
  {
    name: 'isOwner',
    lists: 0,
    input: 'none',
    description: 'True when the user, or a team the user is a member of, owns the resource.',
    examples: ['isOwner()', '!isOwner()', 'noOwner() || isOwner()'],
    filter: (_, { subject }) => ({ kind: 'ownedBy', ids: ownIds(subject) }),
  },
  {
    name: 'isReviewer',
    lists: 0,
    input: 'none',
    description: 'True when the user, or a team the user is a member of, is a reviewer of the resource.',
    examples: ['isReviewer()', '!isReviewer()'],
    filter: (_, { subject }) => ({ kind: 'reviewedBy', ids: ownIds(subject) }),
  },
  {
    name: 'isTaskAssignee',
    lists: 0,
    input: 'none',
    description: 'True when the resource is a task that is assigned to the user or to a team the user is a member of.',
    examples: ['isTaskAssignee()', '!isTaskAssignee()'],
    filter: (_, { subject }) => ({ kind: 'assignedTo', ids: ownIds(subject) }),
  },
  {
    name: 'isTaskFiler',
    lists: 0,
    input: 'none',
    description: 'True when the resource is a task that the user opened.',
    examples: ['isTaskFiler()', '!isTaskFiler()'],
    filter: (_, { subject }) => ({ kind: 'filedBy', ids: [subject.id] }),
  },
  {
    name: 'matchAllTags',
    lists: 1,
    input: TAG_INPUT,
    description: 'True when the resource has all of the tags.',
    examples: ["matchAllTags('PersonalData.Personal', 'Tier.Tier1', 'Business Glossary.Clothing')"],
    filter: (tags) => ({ kind: 'taggedAll', tags: unique(tags) }),
  },
  {
    name: 'matchAnyCertification',
    lists: 1,
    input: 'Fully qualified names of certifications, separated by commas',
    description: 'True when the resource has one of the certifications.',
    examples: ["matchAnyCertification('Certification.Silver', 'Certification.Gold')"],
    filter: (tags) => ({ kind: 'certifiedAny', tags: unique(tags) }),
  },
  {
    name: 'matchAnyTag',
    lists: 1,
    input: TAG_INPUT,
    description: 'True when the resource has one or more of the tags.',
    examples: ["matchAnyTag('PersonalData.Personal', 'Tier.Tier1', 'Business Glossary.Clothing')"],
    filter: (tags) => ({ kind: 'taggedAny', tags: unique(tags) }),
  },
  {
    name: 'matchTeam',
    lists: 0,
    input: 'none',
    description:
      'True when both the user and an owner of the resource belong to the team the policy is attached to, or to a team below it.',
    examples: ['matchTeam()'],
    filter: (_, { subject, policyTeamId }) => {
      const member = policyTeamId !== null && hierarchy(subject).some((team) => team.id === policyTeamId);
      return member ? { kind: 'ownedUnderTeam', teamId: policyTeamId } : constantFilter(false);
    },
  },
  {
    name: 'noDomain',
    lists: 0,
    input: 'none',
    description: 'True when the resource is in no domain.',
    examples: ['noDomain()', '!noDomain()'],
    filter: () => ({ kind: 'noDomain' }),
  },
  {
    name: 'noOwner',
    lists: 0,
    input: 'none',
    description: 'True when the resource has no owner.',
    examples: ['noOwner()', '!noOwner()', 'noOwner() || isOwner()'],
    filter: () => ({ kind: 'noOwner' }),
  },
]);

/** The functions for policy authors, by name, as returned by `GET /v1/policies/functions`. */
export function describePolicyFunctions(): FunctionDescription[] {
  return [...POLICY_FUNCTIONS.values()].map(({ name, input, description, examples }) => ({
    name,
    input,
    description,
    examples,
    parameterInputType: 'NotRequired',
  }));
}

function hierarchy(subject: SubjectFacts): readonly TeamFact[] {
  return [...subject.teams, ...subject.ancestorTeams];
}

function ownIds(subject: SubjectFacts): readonly string[] {
  return [subject.id, ...subject.teams.map((team) => team.id)];
}

function oneOf(ids: readonly string[]): ResourceFilter {
  return ids.length === 0 ? constantFilter(false) : { kind: 'is', ids };
}

function inDomains(ids: readonly string[]): ResourceFilter {
  return ids.length === 0 ? constantFilter(false) : { kind: 'inDomains', ids };
}

function unique(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}
