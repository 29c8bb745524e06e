import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { combineRules, fillTemplate, parseAlertCondition, type RuleInput } from './alert-condition.js';
import { type Condition, printCondition } from './condition.js';
import { evaluateCondition } from './evaluate-condition.js';

function parse(text: string): Condition {
  const parsed = parseAlertCondition(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.condition;
}

const bot: RuleInput = { condition: parse('isBot()') };
const sources = (...names: string[]): RuleInput => ({
  condition: { kind: 'call', name: 'matchAnySource', lists: [names] },
});

describe('the templates of the catalog', () => {
  it.each([
    "matchAnyFieldChange({'description', 'tags'})",
    'isBot()',
    "matchTestResult({'Failed'})",
    "matchAnyEntityFqn({'shop.sales.public'})",
    "getTestCaseStatusIfInTestSuite({'Failed'}, {'shop.nightly'})",
  ])('%s is a condition', (text) => {
    expect(parseAlertCondition(text).ok).toBe(true);
  });

  it('receive their values as list literals', () => {
    const values = new Map([
      ['testStatusList', ['Failed', 'Aborted']],
      ['testSuiteList', ["o'brien"]],
      ['other', []],
    ]);
    expect(fillTemplate('getTestCaseStatusIfInTestSuite(${testStatusList}, ${testSuiteList})', values)).toEqual({
      ok: true,
      text: "getTestCaseStatusIfInTestSuite({'Failed','Aborted'}, {'o''brien'})",
    });
    expect(fillTemplate('isBot()', values)).toEqual({ ok: true, text: 'isBot()' });
  });

  it('reject a missing or empty argument', () => {
    for (const values of [new Map(), new Map([['fqnList', []]])]) {
      expect(fillTemplate('matchAnyEntityFqn(${fqnList})', values)).toEqual({
        ok: false,
        error: { position: 18, message: 'The argument fqnList needs at least one value' },
      });
    }
  });

  it('keep every value inside its literal', () => {
    const value = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom("'}) || isBot()", '${fqnList}', '$&', "'"));
    fc.assert(
      fc.property(fc.array(value, { minLength: 1 }), (list) => {
        const filled = fillTemplate('matchAnyEntityFqn(${fqnList})', new Map([['fqnList', list]]));
        if (!filled.ok) throw new Error(filled.error.message);
        expect(parse(filled.text)).toEqual({ kind: 'call', name: 'matchAnyEntityFqn', lists: [list] });
      }),
    );
  });
});

describe('joining rules', () => {
  it.each<[string, RuleInput[], string]>([
    ['no rule', [], 'true'],
    ['one rule, its prefix ignored', [{ ...bot, prefixCondition: 'OR' }], 'isBot()'],
    ['an excluded rule', [{ ...bot, effect: 'exclude' }], '!isBot()'],
    ['AND by default, in the order given', [sources('b'), sources('a')], "matchAnySource('b') && matchAnySource('a')"],
    [
      'AND tighter than OR',
      [sources('a'), { ...sources('b'), prefixCondition: 'OR' }, { ...bot, effect: 'exclude', prefixCondition: 'AND' }],
      "matchAnySource('a') || matchAnySource('b') && !isBot()",
    ],
    [
      'an excluded condition of several terms as a whole',
      [{ condition: parse("isBot() || matchUpdatedBy('ann')"), effect: 'exclude' }, sources('a')],
      "!(isBot() || matchUpdatedBy('ann')) && matchAnySource('a')",
    ],
    [
      'an OR inside a rule stays in its rule',
      [sources('a'), { condition: parse("isBot() || matchUpdatedBy('ann')") }],
      "matchAnySource('a') && (isBot() || matchUpdatedBy('ann'))",
    ],
  ])('%s', (_, rules, text) => {
    expect(printCondition(combineRules(rules))).toBe(text);
  });

  it('evaluates with the functions of the caller and short-circuits', () => {
    const asked: string[] = [];
    const condition = combineRules([sources('a'), { ...bot, prefixCondition: 'OR' }]);
    const value = evaluateCondition(condition, ({ name, lists }) => {
      asked.push(name);
      return name === 'matchAnySource' && (lists[0] ?? []).includes('a');
    });
    expect(value).toBe(true);
    expect(asked).toEqual(['matchAnySource']);
  });
});
