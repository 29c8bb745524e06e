// Deny rules of a person, checked by writes that could make a rule stop matching.
import { includesOperation, operations } from '../../../contract/operations.js';
import type { Denial } from '../../catalog/index.js';
import { denialsOn } from './container-rights.js';
import type { Subject } from './subject.js';

/**
 * Every rule that may deny operations on resources of this type; empty if none has a condition, because a write cannot
 * make an unconditional rule stop matching.
 */
export function denialsOf(subject: Subject, type: string): readonly Denial[] {
  if (subject.person.isAdmin) return [];
  const matches = denialsOn(subject, type);
  if (matches.every(({ filter }) => filter.kind === 'all')) return [];
  return matches.map(({ rule, grant, filter }) => ({
    rule: rule.name,
    policy: grant.policy.name,
    operations: operations.filter((asked) => rule.operations.some((granted) => includesOperation(granted, asked))),
    filter,
  }));
}
