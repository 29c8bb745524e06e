/** Evaluates the rules of a contract on its asset, as the caller reads it. */
import type { JsonObject, SemanticsRule, SemanticsValidation } from '../../../../contract/index.js';
import { compose, parseLinked, type Scope, selectFields, shownTexts } from '../../../catalog/index.js';
import { first } from '../../../context/index.js';
import { evaluateLogic, fieldsRead, LogicError, operatorsIn } from '../../../rules/index.js';
import { type EntityRow, getEntitiesByIds, RELATION, relationsFrom } from '../../../storage/index.js';
import { type Checked, NOTHING } from './check.js';
import { readRule } from './read-rule.js';
import { PATH_OPERATORS, type RuleFacts, ruleOperators } from './rule-operators.js';

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

/** Disabled rules, and those for other types, promise nothing about the asset. */
function appliesTo({ enabled, entityType, ignoredEntities = [] }: SemanticsRule, type: string): boolean {
  if (enabled === false) return false;
  return entityType === undefined || entityType === '' ? !ignoredEntities.includes(type) : entityType === type;
}

/** The asset with all fields, as the caller sees it, and the fields that are not seen as they are. */
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
  const fields = fieldsRead(rule, PATH_OPERATORS);
  const people = operatorsIn(rule).flatMap((name) =>
    name === 'isOwner' ? ['owners'] : name === 'isReviewer' ? ['reviewers'] : [],
  );
  const [found] = [...hidden].filter((field) => fields === null || fields.has(field) || people.includes(field));
  return found ?? null;
}

/** Members of the teams among owners and reviewers, if a rule asks for them. */
async function factsFor(rules: readonly SemanticsRule[], value: JsonObject, scope: Scope): Promise<RuleFacts> {
  const members = new Map<string, Set<string>>();
  if (!rules.some(({ rule }) => /"is(Owner|Reviewer)"/.test(rule))) return { members };
  const teams = [value.owners, value.reviewers]
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .filter(({ type }) => type === 'team')
    .map(({ id }) => String(id));
  const edges = await relationsFrom(scope.sql, [...new Set(teams)], [RELATION.has]);
  const people = await getEntitiesByIds(scope.sql, [...new Set(edges.map(({ to_id }) => to_id))]);
  const names = new Map(people.map(({ id, name }) => [id, name]));
  for (const { from_id, to_id } of edges) {
    const name = names.get(to_id);
    if (name !== undefined) members.set(from_id, (members.get(from_id) ?? new Set()).add(name));
  }
  return { members };
}
