// What a user may do, in the format of the interface: every operation with the rule that decides it. Pure.
import type { Operation } from '../../../contract/operations.js';
import type { ResourceFacts } from '../../catalog/index.js';
import { matchesFilter } from '../../rules/index.js';
import { matchesOn } from './container-rights.js';
import { type RuleMatch, type Subject, withoutResourceGrants } from './subject.js';

export type AccessWord = 'deny' | 'allow' | 'conditionalDeny' | 'conditionalAllow' | 'notAllow';

/** `entity/policies/accessControl/resourcePermission`. */
export interface ResourcePermission {
  resource: string;
  permissions: Permission[];
}

export interface Permission {
  operation: Operation;
  access: AccessWord;
  rule?: {
    name: string;
    effect: string;
    operations: readonly string[];
    resources: readonly string[];
    condition?: string;
  };
  policy?: string;
  role?: string;
}

/** Permissions on a type in general (conditions stay undecided), or on the entity that `facts` describe. */
export function permissionsOn(
  subject: Subject,
  resource: string,
  operations: readonly Operation[],
  facts: ResourceFacts | null,
): ResourcePermission {
  const relevant = facts ? subject : withoutResourceGrants(subject);
  const hidden = hiddenSubject(relevant, facts);
  return {
    resource,
    permissions: operations.map((operation) =>
      hidden ? { ...hidden.refusal, operation } : permission(relevant, operation, resource, facts),
    ),
  };
}

/**
 * What the entity is about, if the person may not see that, with the refusal to see it: a task of a hidden table is hidden, whatever
 * rules say about tasks.
 */
export function hiddenSubject(
  subject: Subject,
  facts: ResourceFacts | null,
): { type: string; refusal: Permission } | null {
  for (const about of facts?.about ?? []) {
    const refusal = hiddenSubject(subject, about)?.refusal ?? permission(subject, 'ViewBasic', about.type, about);
    if (refusal.access !== 'allow') return { type: about.type, refusal };
  }
  return null;
}

function permission(subject: Subject, operation: Operation, resource: string, facts: ResourceFacts | null): Permission {
  if (subject.person.isAdmin) return { operation, access: 'allow' };
  return strongest(operation, matchesOn(subject, operation, resource), facts);
}

/** The permission for one operation, from the strongest matching rule. */
export function strongest(
  operation: Operation,
  matches: readonly RuleMatch[],
  facts: ResourceFacts | null,
): Permission {
  const order: AccessWord[] = ['deny', 'conditionalDeny', 'allow', 'conditionalAllow'];
  const decided = matches
    .map((match) => ({ match, access: accessOf(match, facts) }))
    .filter((found): found is { match: RuleMatch; access: AccessWord } => found.access !== null)
    .sort((a, b) => order.indexOf(a.access) - order.indexOf(b.access));
  const [first] = decided;
  if (!first) return { operation, access: 'notAllow' };
  // A conditional denial is irrelevant if nothing is allowed.
  const allowed = decided.some(({ access }) => access === 'allow' || access === 'conditionalAllow');
  if (first.access === 'conditionalDeny' && !allowed) return { operation, access: 'notAllow' };
  return describe(operation, first.access, first.match);
}

function accessOf({ rule, filter }: RuleMatch, facts: ResourceFacts | null): AccessWord | null {
  if (filter.kind === 'all') return rule.effect;
  if (facts) return matchesFilter(filter, facts) ? rule.effect : null;
  return rule.effect === 'deny' ? 'conditionalDeny' : 'conditionalAllow';
}

function describe(operation: Operation, access: AccessWord, { grant, rule }: RuleMatch): Permission {
  const { name, effect, operations, resources, text } = rule;
  return {
    operation,
    access,
    rule: { name, effect, operations, resources, ...(text === null ? {} : { condition: text }) },
    policy: grant.policy.name,
    ...(grant.role ? { role: grant.role.name } : {}),
  };
}
