import type { SemanticsRule } from '../../../contract/index.js';
import { fieldsRead, operatorsIn } from '../../rules/index.js';
import { PATH_OPERATORS } from './rule-operators.js';

/** Fields that operators read without being given them. */
const READ_BY: Readonly<Record<string, string>> = {
  isOwner: 'owners',
  isReviewer: 'reviewers',
  isUpdatedBefore: 'updatedAt',
  isUpdatedAfter: 'updatedAt',
};

/** The rule as JSON; undefined if it is none. compat: clients also send the text of a text. */
export function readRule(rule: string): unknown {
  try {
    const value: unknown = JSON.parse(rule);
    return typeof value === 'string' ? JSON.parse(value) : value;
  } catch {
    return undefined;
  }
}

/** Whether a rule is about entities of the type at all: it is not when it is disabled or for others. */
export function appliesTo({ enabled, entityType, ignoredEntities = [] }: SemanticsRule, type: string): boolean {
  if (enabled === false) return false;
  return entityType === undefined || entityType === '' ? !ignoredEntities.includes(type) : entityType === type;
}

/** The top-level fields that a rule can read; null if it can read any. */
export function fieldsOf(rule: unknown): ReadonlySet<string> | null {
  const fields = fieldsRead(rule, PATH_OPERATORS);
  const implied = operatorsIn(rule).flatMap((name) => READ_BY[name] ?? []);
  return fields && new Set([...fields, ...implied]);
}
