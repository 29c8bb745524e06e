import { describe, expect, it } from 'vitest';
import { FIELDS, OPERATORS, type Rule, readRules, writeRules } from './rules.js';

describe('conditions', () => {
  it('are read from the query that they were written to', () => {
    const rules = Object.entries(FIELDS).flatMap(([field, kind]) =>
      OPERATORS[kind].map((operator): Rule => {
        const value = kind === 'time' ? '2026-01-31' : 'a*b?\\';
        return { field, operator, value: operator === 'set' || operator === 'unset' ? '' : value };
      }),
    );
    for (const join of ['all', 'any'] as const) expect(readRules(writeRules({ join, rules }))).toEqual({ join, rules });
  });

  it('are none where the query says more than conditions can', () => {
    for (const text of ['{', '{"query":{"bool":{"must":[],"should":[]}}}', '{"query":{"match_all":{}}}'])
      expect(readRules(text), text).toBeNull();
  });
});
