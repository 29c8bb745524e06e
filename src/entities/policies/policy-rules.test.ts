import { expect, test } from 'vitest';
import { checkRules } from './policy-rules.js';

const rule = (given: object = {}) => ({
  name: 'r',
  effect: 'allow',
  operations: ['ViewAll'],
  resources: ['table'],
  ...given,
});
const check =
  (...rules: object[]) =>
  () =>
    checkRules(rules, (name) => name === 'gadget');

test('accepts rules that can be evaluated', () => {
  check(rule({ resources: ['All', 'Table', 'eventsubscription', 'EventSubscription', 'gadget', '*'] }))();
  check(rule({ condition: "isOwner() || matchAnyTag('PII.Sensitive')" }), rule({ name: 's', condition: '' }))();
});

test.each<[string, object]>([
  ['operations must not be empty', { operations: [] }],
  ['resources must not be empty', { resources: [] }],
  ['FlyAway is not an operation', { operations: ['FlyAway'] }],
  ['wardrobe is not a resource', { resources: ['wardrobe'] }],
  ['Failed to evaluate condition', { condition: 'isOwner(' }],
  ['Failed to evaluate condition', { condition: 'T(java.lang.Runtime)' }],
])('refuses: %s', (message, given) => {
  expect(check(rule(given))).toThrow(message);
});

test('refuses an empty list and duplicate names', () => {
  expect(check()).toThrow('at least one rule');
  expect(check(rule(), rule())).toThrow('used twice');
});
