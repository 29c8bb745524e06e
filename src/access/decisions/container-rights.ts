// Rules on a type, with those on its containers that grant rights to what they hold.
import type { Operation } from '../../../contract/operations.js';
import { RIGHTS_OF_CONTAINERS } from '../../entities/index.js';
import { allOf, negated, withLabelsOf } from '../../rules/index.js';
import { effectFilter, matchDenials, matchRules, type RuleMatch, type Subject } from './subject.js';

/**
 * Every rule that covers the operation on this type: its own, and those of the container that grant it there or hide the container. Labels of a container count as labels of what it holds, as its owners
 * and domains do anyway.
 */
export function matchesOn(subject: Subject, operation: Operation, type: string): RuleMatch[] {
  const own = matchRules(subject, operation, type);
  const source = RIGHTS_OF_CONTAINERS[type];
  if (!source) return own;
  const granted = source.operationFor(operation);
  const rules = granted === null ? [] : matchRules(subject, granted, source.type);
  // Who may not see a container does not see what it holds, whatever other rules allow.
  const denying = [...rules, ...source.hiddenBy.flatMap((hiding) => matchRules(subject, hiding, source.type))].filter(
    ({ rule }) => rule.effect === 'deny',
  );
  const notDenied = negated(effectFilter(denying, 'deny'));
  return [
    ...withLabels(own, type),
    ...denying.map((match) => ({ ...match, filter: source.inside(match.filter) })),
    ...rules
      .filter(({ rule }) => rule.effect === 'allow')
      .map((match) => ({ ...match, filter: source.inside(allOf([match.filter, notDenied])) }))
      .filter(({ filter }) => filter.kind !== 'none'),
  ];
}

/** Every deny rule on this type. */
export function denialsOn(subject: Subject, type: string): RuleMatch[] {
  return withLabels(matchDenials(subject, type), type);
}

function withLabels(matches: readonly RuleMatch[], type: string): RuleMatch[] {
  const source = RIGHTS_OF_CONTAINERS[type];
  if (!source) return [...matches];
  return matches.map((match) => ({ ...match, filter: withLabelsOf(match.filter, source.inside) }));
}
