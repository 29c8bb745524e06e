/** Keeps the rules that an administrator enabled: refuses writes that break one of them. */
import { catalogError, type JsonObject, type SemanticsRule } from '../../../contract/index.js';
import { parseLinked, type Scope, systemActor, type WriteCheck, type Writing } from '../../catalog/index.js';
import { evaluateLogic, LogicError } from '../../rules/index.js';
import { getSettingValue } from '../../storage/index.js';
import { appliesTo, fieldsOf, readRule } from './read-rule.js';
import { factsFor } from './rule-facts.js';
import { ruleOperators } from './rule-operators.js';
import { shippedRules } from './shipped-rules.js';

export const ENTITY_RULES = 'entityRulesSettings';

/** The rules that are enabled for a type, in their order. */
export async function enabledRules(type: string, { sql }: Pick<Scope, 'sql'>): Promise<SemanticsRule[]> {
  const stored = await getSettingValue<{ entitySemantics?: SemanticsRule[] }>(sql, ENTITY_RULES);
  const rules = stored ? (stored.entitySemantics ?? []) : shippedRules();
  return rules.filter((rule) => appliesTo(rule, type));
}

/**
 * What is about another entity has the values of that entity, so only that one is checked. The server itself is not bound by
 * rules: it adds what people need to go on.
 */
export const keepRules: WriteCheck = {
  name: 'entity rules',
  async begin(type, scope) {
    if (type.hasSubject || scope.actor.id === systemActor.id) return null;
    const rules = await enabledRules(type.name, scope);
    if (rules.length === 0) return null;
    return async (writings) => {
      for (const writing of writings) await refuseBroken(rules, writing, scope);
    };
  },
};

/** A rule that was broken before stops only writes that change what it reads, so that users who cannot fix the entity can still edit other fields. */
async function refuseBroken(rules: readonly SemanticsRule[], { before, after }: Writing, scope: Scope): Promise<void> {
  const value = parseLinked(after, '');
  const old = before === null ? null : parseLinked(before, '');
  const broken = await brokenIn(rules, value, scope);
  if (broken.length === 0) return;
  const olds = old ? await brokenIn(broken, old, scope) : [];
  const blamed = broken.filter((rule) => old === null || !olds.includes(rule) || changes(rule, old, value));
  const [first, ...more] = blamed;
  if (!first) return;
  throw catalogError(
    'BAD_REQUEST',
    more.length === 0
      ? `Rule [${first.name}] validation failed: Entity does not satisfy the rule. Rule context: ${first.description}`
      : [
          'Entity does not satisfy multiple rules',
          ...blamed.map(({ name, description }) => `Rule [${name}] validation failed: Rule context: ${description}`),
        ].join('\n'),
  );
}

async function brokenIn(rules: readonly SemanticsRule[], value: JsonObject, scope: Scope): Promise<SemanticsRule[]> {
  const operators = ruleOperators(await factsFor(rules, value, scope));
  return rules.filter(({ rule }) => {
    try {
      return evaluateLogic(readRule(rule), value, { operators }) !== true;
    } catch (error) {
      if (error instanceof LogicError) return false;
      throw error;
    }
  });
}

function changes({ rule }: SemanticsRule, before: JsonObject, after: JsonObject): boolean {
  const fields = fieldsOf(readRule(rule));
  if (fields === null) return true;
  return [...fields].some((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
}
