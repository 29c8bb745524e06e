/** Evaluates the rules of a contract on its asset, as the caller reads it. */
import type { JsonObject, SemanticsRule, SemanticsValidation } from '../../../../contract/index.js';
import { compose, parseLinked, type Scope, selectFields, shownTexts } from '../../../catalog/index.js';
import { first } from '../../../context/index.js';
import { evaluateLogic, LogicError } from '../../../rules/index.js';
import type { EntityRow } from '../../../storage/index.js';
import { appliesTo, fieldsOf, readRule } from '../../entity-rules/read-rule.js';
import { factsFor } from '../../entity-rules/rule-facts.js';
import { ruleOperators } from '../../entity-rules/rule-operators.js';
import { type Checked, NOTHING } from './check.js';

export async function checkSemantics(
  rules: readonly SemanticsRule[],
  asset: EntityRow,
  scope: Scope,
): Promise<Checked<SemanticsValidation>> {
  const applying = rules.filter((rule) => appliesTo(rule, asset.type));
  if (rules.length === 0) return NOTHING;
  const { value, hidden } = await readAsset(asset, scope);
  const operators = ruleOperators(await factsFor(applying, value, scope));
  const failedRules: { ruleName: string; reason: string }[] = [];
  const unchecked: string[] = [];
  for (const { name, rule, description } of applying) {
    const logic = readRule(rule);
    const unseen = hiddenIn(logic, hidden);
    if (unseen !== null) unchecked.push(`rule ${name}: the caller may not view ${unseen}`);
    else
      try {
        if (evaluateLogic(logic, value, { operators }) !== true)
          failedRules.push({ ruleName: name, reason: description || 'The entity does not satisfy the rule' });
      } catch (error) {
        if (!(error instanceof LogicError)) throw error;
        unchecked.push(`rule ${name}: ${error.message}`);
      }
  }
  const kept = applying.length - failedRules.length - unchecked.length;
  return {
    validation: {
      passed: kept,
      failed: failedRules.length,
      total: applying.length,
      ...(failedRules.length > 0 ? { failedRules } : {}),
    },
    failed: failedRules.map(({ ruleName, reason }) => `rule ${ruleName}: ${reason}`),
    unchecked,
    kept,
  };
}

/** The asset with all fields, as the caller sees it, and the fields that are hidden from the caller, wholly or in part. */
async function readAsset(asset: EntityRow, scope: Scope): Promise<{ value: JsonObject; hidden: ReadonlySet<string> }> {
  const type = scope.catalog.registry.get(asset.type);
  const selection = selectFields(type, '*', scope.catalog);
  const text = first(await compose([asset], type, selection, scope));
  const shown = first(await shownTexts([text], type, selection, scope));
  const value = parseLinked(shown, '');
  if (shown === text) return { value, hidden: new Set() };
  const given = parseLinked(text, '');
  const differs = (field: string) => JSON.stringify(given[field]) !== JSON.stringify(value[field]);
  return { value, hidden: new Set(Object.keys(given).filter(differs)) };
}

/** The first hidden field that the rule can read. */
function hiddenIn(rule: unknown, hidden: ReadonlySet<string>): string | null {
  if (hidden.size === 0) return null;
  const fields = fieldsOf(rule);
  const [found] = [...hidden].filter((field) => fields === null || fields.has(field));
  return found ?? null;
}
