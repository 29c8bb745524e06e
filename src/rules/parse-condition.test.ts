import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALERT_FUNCTIONS } from './alert-functions.js';
import { type Condition, printCondition } from './condition.js';
import { type FunctionSpec, type FunctionTable, functionTable } from './function-table.js';
import { PARSE_LIMITS, parseCondition } from './parse-condition.js';
import { POLICY_FUNCTIONS } from './policy-functions.js';

const call = (name: string, ...lists: string[][]): Condition => ({ kind: 'call', name, lists });
const not = (of: Condition): Condition => ({ kind: 'not', of });
const and = (...of: Condition[]): Condition => ({ kind: 'and', of });
const or = (...of: Condition[]): Condition => ({ kind: 'or', of });
const isOwner = call('isOwner');
const noOwner = call('noOwner');
const hasDomain = call('hasDomain');

function policy(text: string): Condition {
  const parsed = parseCondition(text, POLICY_FUNCTIONS);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.condition;
}

function errorOf(text: string, functions: FunctionTable = POLICY_FUNCTIONS): { position: number; message: string } {
  const parsed = parseCondition(text, functions);
  if (parsed.ok) throw new Error(`${text} was accepted`);
  return parsed.error;
}

describe('what a condition may say', () => {
  it.each<[string, Condition]>([
    ['isOwner()', isOwner],
    [' ( isOwner ( ) )\n', isOwner],
    ['true', { kind: 'constant', value: true }],
    ['FALSE', { kind: 'constant', value: false }],
    ['!noOwner()', not(noOwner)],
    ['not noOwner()', not(noOwner)],
    ['!!isOwner()', not(not(isOwner))],
    ['noOwner() || isOwner()', or(noOwner, isOwner)],
    ['noOwner() or isOwner() and hasDomain()', or(noOwner, and(isOwner, hasDomain))],
    ['noOwner() && isOwner() || hasDomain()', or(and(noOwner, isOwner), hasDomain)],
    ['(noOwner() || isOwner()) && !hasDomain()', and(or(noOwner, isOwner), not(hasDomain))],
    ['!(noOwner() || isOwner())', not(or(noOwner, isOwner))],
    ['!noOwner() && isOwner()', and(not(noOwner), isOwner)],
    ["matchAnyTag('PII.Sensitive')", call('matchAnyTag', ['PII.Sensitive'])],
    [`matchAnyTag('a', "b")`, call('matchAnyTag', ['a', 'b'])],
    [`matchAnyTag({'a' , "b"})`, call('matchAnyTag', ['a', 'b'])],
    [`matchAnyTag('it''s', "say ""hi""", '\\n')`, call('matchAnyTag', ["it's", 'say "hi"', '\\n'])],
    [`matchAnyTag('')`, call('matchAnyTag', [''])],
    [`matchAnyTag('Ärger.日本 && isOwner()')`, call('matchAnyTag', ['Ärger.日本 && isOwner()'])],
  ])('%s', (text, condition) => {
    expect(policy(text)).toEqual(condition);
  });

  it('accepts two lists for a function with two, where a single string is a list of one', () => {
    const parsed = parseCondition(
      "getTestCaseStatusIfInTestSuite({'Failed','Aborted'}, 'shop.nightly')",
      ALERT_FUNCTIONS,
    );
    expect(parsed).toEqual({
      ok: true,
      condition: call('getTestCaseStatusIfInTestSuite', ['Failed', 'Aborted'], ['shop.nightly']),
    });
  });
});

describe('what is refused', () => {
  it.each<[string, number, RegExp]>([
    ['', 0, /^Expected a function.*condition ends \(at character 1\)$/],
    ['isAdministrator()', 0, /^Unknown function isAdministrator; known are hasAnyRole, /],
    ['constructor()', 0, /^Unknown function constructor/],
    ['__proto__()', 0, /^Unknown function __proto__/],
    ['isOwner', 0, /^Write isOwner\(\) with parentheses/],
    ["isOwner('x')", 0, /^isOwner\(\) takes no argument/],
    ['matchAnyTag()', 0, /^matchAnyTag\(\) needs at least one text/],
    ["matchAnyTag('a', {'b'})", 0, /^matchAnyTag\(\) takes texts or one list, not both/],
    ["matchAnyTag({'a'}, {'b'})", 0, /^matchAnyTag\(\) takes texts or one list/],
    ['matchAnyTag({})', 13, /^Expected a text in quotes/],
    ["matchAnyTag('a',)", 16, /^Expected a text in quotes/],
    ['matchAnyTag(isOwner())', 12, /^Expected a text in quotes/],
    ["matchAnyTag('a'", 15, /^Expected a comma or a closing parenthesis/],
    ["matchAnyTag('a)", 12, /^The text 'a\) has no closing quote/],
    ["matchAnyTag('a'')", 12, /has no closing quote/],
    ['isOwner() &&', 12, /^Expected a function/],
    ['isOwner() & noOwner()', 10, /^Unexpected character "&"/],
    ['isOwner() noOwner()', 10, /^Expected the end or an operator where noOwner stands/],
    ['(isOwner()', 10, /^Expected a closing parenthesis/],
    ['isOwner())', 9, /^Expected the end/],
    ['T(java.lang.Runtime).getRuntime()', 6, /^Unexpected character "\."/],
    ['isOwner() == true', 10, /^Unexpected character "="/],
    ['😀', 0, /^Unexpected character "😀"/],
  ])('%s', (text, position, message) => {
    const error = errorOf(text);
    expect(error.message).toMatch(message);
    expect(error.position).toBe(position);
  });

  it('refuses a function of the other table, and one list if two are required', () => {
    expect(errorOf('isOwner()', ALERT_FUNCTIONS).message).toMatch(/^Unknown function isOwner/);
    expect(errorOf("getTestCaseStatusIfInTestSuite({'a'})", ALERT_FUNCTIONS).message).toMatch(/takes two lists, not 1/);
  });

  it('limits nesting, size and length, and accepts input just within the limits', () => {
    const nested = (levels: number) => `${'('.repeat(levels)}isOwner()${')'.repeat(levels)}`;
    expect(policy(nested(PARSE_LIMITS.depth))).toEqual(isOwner);
    expect(errorOf(nested(PARSE_LIMITS.depth + 1)).message).toMatch(/nested deeper than 50/);
    expect(errorOf(`${'!'.repeat(51)}isOwner()`).message).toMatch(/nested deeper/);
    const chain = (terms: number) => Array(terms).fill('isOwner()').join('||');
    expect(policy(chain(PARSE_LIMITS.terms)).kind).toBe('or');
    expect(errorOf(chain(PARSE_LIMITS.terms + 1)).message).toMatch(/more than 10000 terms/);
    expect(errorOf(' '.repeat(PARSE_LIMITS.length + 1)).message).toMatch(/longer than 262144 characters/);
  });

  it('keeps the message short for any text', () => {
    expect(errorOf(`${'a'.repeat(200_000)}()`).message.length).toBeLessThan(400);
    expect(errorOf(`matchAnyTag('${'a'.repeat(200_000)}`).message.length).toBeLessThan(400);
  });
});

const arities: FunctionTable = functionTable<FunctionSpec>([
  { name: 'zero', lists: 0 },
  { name: 'one', lists: 1 },
  { name: 'two', lists: 2 },
]);

const texts = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom("'", '"', "''", '{', '\\')), {
  minLength: 1,
  maxLength: 4,
});

const conditions: fc.Arbitrary<Condition> = fc.letrec<{ condition: Condition; parts: Condition[] }>((tie) => ({
  parts: fc.array(tie('condition'), { minLength: 2, maxLength: 4 }),
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.boolean().map((value): Condition => ({ kind: 'constant', value })),
    fc.constant(call('zero')),
    texts.map((list) => call('one', list)),
    fc.tuple(texts, texts).map(([left, right]) => call('two', left, right)),
    tie('condition').map(not),
    tie('parts').map((of) => and(...of)),
    tie('parts').map((of) => or(...of)),
  ),
})).condition;

const fragments = fc.constantFrom(
  '(',
  ')',
  '{',
  '}',
  ',',
  '!',
  '&&',
  '||',
  'and',
  'or',
  'not',
  'true',
  'isOwner()',
  'isOwner',
  "matchAnyTag('a')",
  'matchAnyTag',
  "'",
  '"',
  "''",
  ' ',
  '\n',
  '.',
  '#',
  '$' + '{x}',
  'T(',
  '\u0000',
  '\ud800',
  '日',
);

describe('for every text', () => {
  it('printing and parsing a condition returns it unchanged, and the text is stable', () => {
    fc.assert(
      fc.property(conditions, (condition) => {
        const text = printCondition(condition);
        const parsed = parseCondition(text, arities);
        expect(parsed).toEqual({ ok: true, condition });
        if (parsed.ok) expect(printCondition(parsed.condition)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it('never throws, and an error points into the text', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fragments, { maxLength: 40 }).map((list) => list.join('')),
    );
    fc.assert(
      fc.property(hostile, (text) => {
        const parsed = parseCondition(text, POLICY_FUNCTIONS);
        if (parsed.ok) return;
        expect(parsed.error.position).toBeGreaterThanOrEqual(0);
        expect(parsed.error.position).toBeLessThanOrEqual(text.length);
        expect(parsed.error.message.length).toBeGreaterThan(0);
      }),
      { numRuns: 2000 },
    );
  });

  it('takes linear time: the longest hostile texts are parsed quickly', () => {
    const units = [
      "'",
      "''",
      "'a'",
      '"\'',
      '(',
      '!',
      '{',
      'a',
      'a ',
      '&&',
      'isOwner()||',
      "matchAnyTag('a'),",
      ' ',
      '!(',
      "'''",
    ];
    for (const prefix of ['', "matchAnyTag('", 'matchAnyTag({']) {
      for (const unit of units) {
        const text = prefix + unit.repeat(Math.floor((PARSE_LIMITS.length - prefix.length) / unit.length));
        // The processor's time, not the clock's: a machine that stands still for a second tells nothing of the parser.
        const start = process.cpuUsage();
        parseCondition(text, POLICY_FUNCTIONS);
        const { user } = process.cpuUsage(start);
        expect(user / 1000, `${prefix}${unit}`).toBeLessThan(5000); // Tens of milliseconds; minutes when quadratic.
      }
    }
  });
});
