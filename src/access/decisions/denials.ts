// Rules that deny a person something, for writes that would end what they deny.
import { includesOperation, operations } from '../../../contract/operations.js';
import type { Denial } from '../../catalog/index.js';
import { matchDenials, type Subject } from './subject.js';

/** Every rule that may deny operations on things of this type; empty when none has a condition, as no write ends the others. */
export function denialsOf(subject: Subject, type: string): readonly Denial[] {
  if (subject.person.isAdmin) return [];
  const matches = matchDenials(subject, type);
  if (matches.every(({ filter }) => filter.kind === 'all')) return [];
  return matches.map(({ rule, grant, filter }) => ({
    rule: rule.name,
    policy: grant.policy.name,
    operations: operations.filter((asked) => rule.operations.some((granted) => includesOperation(granted, asked))),
    filter,
  }));
}
