// Checks the rules of a policy before they are stored. Pure.
import { catalogError, isObject } from '../../../contract/index.js';
import { isOperation } from '../../../contract/operations.js';
import { parsePolicyCondition } from '../../rules/index.js';
import { isResource } from './policy-resources.js';

interface RuleFields {
  name?: unknown;
  operations?: unknown;
  resources?: unknown;
  condition?: unknown;
}

/** Refuses with 400 rules that cannot be evaluated. `isType` tests for a registered type. */
export function checkRules(rules: unknown, isType: (name: string) => boolean): void {
  if (!Array.isArray(rules) || rules.length === 0) throw bad('rules must contain at least one rule');
  const names = new Set<unknown>();
  for (const rule of rules.map(fieldsOfRule)) {
    if (names.has(rule.name)) throw bad(`rules: the name ${String(rule.name)} is used twice`);
    names.add(rule.name);
    checkRule(rule, isType);
  }
}

/** Refuses with 400 a condition that cannot be parsed. */
export function checkCondition(text: string): void {
  const parsed = parsePolicyCondition(text);
  if (!parsed.ok) throw bad(`Failed to evaluate condition '${text.slice(0, 200)}': ${parsed.error.message}`);
}

function checkRule(rule: RuleFields, isType: (name: string) => boolean): void {
  const at = `rule ${String(rule.name)}`;
  const operations = texts(rule.operations);
  const resources = texts(rule.resources);
  if (operations.length === 0) throw bad(`${at}: operations must not be empty`);
  if (resources.length === 0) throw bad(`${at}: resources must not be empty`);
  const operation = operations.find((name) => !isOperation(name));
  if (operation !== undefined) throw bad(`${at}: ${operation} is not an operation`);
  const resource = resources.find((name) => !isResource(name) && !isType(name));
  if (resource !== undefined) throw bad(`${at}: ${resource} is not a resource`);
  if (typeof rule.condition === 'string' && rule.condition.trim() !== '') checkCondition(rule.condition);
}

const fieldsOfRule = (rule: unknown): RuleFields => (isObject(rule) ? rule : {});

/** Conditions of the rules of a policy. */
export function conditionsOf(rules: unknown): string[] {
  const all = Array.isArray(rules) ? rules.map(fieldsOfRule) : [];
  return all.flatMap(({ condition }) => (typeof condition === 'string' ? [condition] : []));
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function bad(message: string) {
  return catalogError('BAD_REQUEST', message);
}
