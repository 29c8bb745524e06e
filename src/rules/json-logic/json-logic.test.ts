import fc from 'fast-check';
import jsonLogic from 'json-logic-js';
import { describe, expect, it } from 'vitest';
import { fieldsRead, operatorsIn, unknownOperator } from './check-logic.js';
import { evaluateLogic } from './evaluate-logic.js';
import { LogicError } from './logic-values.js';

const table = {
  name: 'orders',
  description: '',
  owners: [
    { type: 'user', name: 'ann' },
    { type: 'team', name: 'sales' },
  ],
  tags: [],
  rows: 12,
  nested: { list: [1, '2', null, true, 3.5], text: 'über' },
};

const scalar = fc.oneof(
  fc.integer({ min: -20, max: 20 }),
  fc.double({ min: -5, max: 5, noNaN: true }),
  fc.constantFrom('', 'a', 'orders', '12', '-3', ' 7 ', 'user', 'ann', '0', 'x1', '1_0', '1e2'),
  fc.boolean(),
  fc.constant(null),
);
const path = fc.constantFrom(
  'name',
  'owners',
  'owners.0.name',
  'rows',
  'nested.list',
  'nested.text',
  'no.such',
  'tags',
  '',
  'nested.list.1',
  'nested.list.2',
  'nested.list.2.x',
);
const { rule } = fc.letrec<{ rule: unknown }>((tie) => {
  const any = tie('rule');
  const operation = (names: string[], min: number, max: number) =>
    fc
      .tuple(fc.constantFrom(...names), fc.array(any, { minLength: min, maxLength: max }))
      .map(([name, args]) => ({ [name]: args }));
  const onList = (names: string[]) =>
    fc
      .tuple(
        fc.constantFrom(...names),
        fc.oneof(
          path.map((at) => ({ var: at })),
          fc.array(scalar, { maxLength: 4 }),
        ),
        any,
      )
      .map(([name, list, inner]) => ({ [name]: [list, inner] }));
  return {
    rule: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      scalar,
      path.map((at) => ({ var: at })),
      fc.tuple(path, scalar).map((args) => ({ var: args })),
      operation(['==', '===', '!=', '!==', '>', '>=', '%', '/', '-', 'in'], 2, 2),
      operation(['<', '<='], 2, 3),
      operation(['!', '!!'], 1, 1),
      operation(['and', 'or', 'if', '?:', 'cat', 'merge', 'min', 'max', '+', '*'], 1, 4),
      onList(['map', 'filter', 'all', 'some', 'none']),
      fc.tuple(path, any, scalar).map(([at, inner, start]) => ({ reduce: [{ var: at }, inner, start] })),
      fc.array(path, { maxLength: 3 }).map((names) => ({ missing: names })),
      fc
        .tuple(fc.integer({ min: 0, max: 3 }), fc.array(path, { maxLength: 3 }))
        .map(([needed, names]) => ({ missing_some: [needed, names] })),
      fc.tuple(any, fc.integer({ min: -6, max: 6 }), fc.integer({ min: -6, max: 6 })).map((args) => ({ substr: args })),
    ),
  };
});

describe('JsonLogic', () => {
  it('gives what the reference implementation gives', () => {
    fc.assert(
      fc.property(rule, (given) => {
        expect(evaluateLogic(given, table)).toEqual(jsonLogic.apply(given as never, table));
      }),
      { numRuns: 5000 },
    );
  });

  it.each([
    [{ some: [{ var: 'owners' }, { '==': [{ var: 'type' }, 'team'] }] }, true],
    [{ and: [{ '!!': { var: 'description' } }, true] }, false],
    [{ '<': [0, { var: 'rows' }, 100] }, true],
    [{ all: [[], true] }, false],
  ])('evaluates %j to %j', (given, value) => expect(evaluateLogic(given, table)).toBe(value));

  it.each([{ var: 'constructor.name' }, { var: '__proto__' }, { var: 'owners.map' }, { var: 'name.constructor' }])(
    'reads no inherited property: %j',
    (given) => expect(evaluateLogic(given, table)).toBeNull(),
  );

  it.each([
    [{ method: [{ var: 'name' }, 'toUpperCase'] }, 'no operator'],
    [{ constructor: ['return process'] }, 'no operator'],
    [
      { reduce: [{ var: 'long' }, { cat: [{ var: 'accumulator' }, { var: 'accumulator' }] }, 'xx'] },
      /too many steps|characters/,
    ],
    [{ map: [{ var: 'long' }, { map: [{ var: 'long' }, { map: [{ var: 'long' }, 1] }] }] }, null],
    [nested(), 'levels deep'],
  ])('ends what would take too long or does not exist', (given, message) => {
    const long = Array.from({ length: 1000 }, (_, i) => i);
    const loop = { reduce: [{ var: 'long' }, { merge: [{ var: 'accumulator' }, { var: 'accumulator' }, 1] }, [1]] };
    expect(() => evaluateLogic(loop, { long })).toThrow(LogicError);
    if (message === null) expect(evaluateLogic(given, { long })).toHaveLength(1000);
    else expect(() => evaluateLogic(given, { long })).toThrow(message);
  });

  it('has further operators where they are given', () => {
    const length = ([list]: readonly unknown[]) => (Array.isArray(list) ? list.length : 0);
    expect(evaluateLogic({ '>': [{ length: { var: 'owners' } }, 1] }, table, { operators: { length } })).toBe(true);
  });

  it('says what a rule uses', () => {
    const given = {
      and: [{ '!!': { var: 'owners.0' } }, { some: [{ var: 'tags' }, { in: ['x', { var: 'tagFQN' }] }] }],
    };
    expect(operatorsIn(given)).toEqual(['and', '!!', 'var', 'some', 'var', 'in', 'var']);
    expect([...(fieldsRead(given, []) ?? [])]).toEqual(['owners', 'tags', 'tagFQN']);
    expect(fieldsRead({ var: { cat: ['own', 'ers'] } }, [])).toBeNull();
    expect(unknownOperator({ and: [{ shout: 1 }] }, [])).toBe('shout');
    expect(unknownOperator({ and: [{ shout: 1 }] }, ['shout'])).toBeUndefined();
  });
});

function nested(): unknown {
  let rule: unknown = true;
  for (let i = 0; i < 200; i++) rule = { '!': [rule] };
  return rule;
}
