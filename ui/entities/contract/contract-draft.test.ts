import type { DataContract } from 'cairn/contract';
import { describe, expect, it } from 'vitest';
import { createOf, draftOf, fieldsOfDraft } from './contract-draft.js';

const REFERENCE = { id: 'a1', type: 'testCase', name: 'rows' };
const CONTRACT: DataContract = {
  id: 'c1',
  name: 'orders',
  entity: { id: 't1', type: 'table' },
  description: 'What orders promise.',
  termsOfUse: { content: 'For reports only.' },
  schema: [{ name: 'id', dataType: 'BIGINT', description: 'kept' }],
  semantics: [{ name: 'owned', description: 'It has an owner', rule: '{}', enabled: true, entityType: 'table' }],
  qualityExpectations: [REFERENCE],
  sla: {
    refreshFrequency: { interval: 1, unit: 'day' },
    availabilityTime: '09:30',
    timezone: 'GMT+01:00 (Europe/Paris)',
  },
  security: {
    dataClassification: 'Internal',
    policies: [
      { accessPolicy: 'readers', identities: ['bi'], rowFilters: [{ columnName: 'country', values: ['DE'] }] },
    ],
  },
};

describe('the form of a contract', () => {
  it('changes nothing that nobody changed', () => {
    const { id: _i, name: _n, entity: _e, ...promised } = CONTRACT;
    expect(fieldsOfDraft(draftOf(CONTRACT), { columns: [], tests: [], before: CONTRACT })).toEqual(promised);
  });

  it('adds columns with their types, and tests', () => {
    const draft = { ...draftOf({ name: 'orders' }), schema: ['id', 'gone'], tests: ['a1'] };
    const columns = [
      { name: 'id', dataType: 'BIGINT' as const, description: 'not promised', fullyQualifiedName: 'x.id' },
    ];
    expect(fieldsOfDraft(draft, { columns, tests: [REFERENCE], before: {} })).toEqual({
      schema: [{ name: 'id', dataType: 'BIGINT' }],
      qualityExpectations: [REFERENCE],
    });
  });

  it('takes promises away', () => {
    const draft = {
      ...draftOf(CONTRACT),
      ...{ description: '', terms: ' ', schema: [], semantics: [], tests: [], available: '', classification: '' },
      refresh: { amount: '' as const, unit: 'day' },
      policies: [],
    };
    expect(fieldsOfDraft(draft, { columns: [], tests: [], before: CONTRACT })).toEqual({});
  });

  it('becomes the request that makes a contract', () => {
    const promised = fieldsOfDraft(draftOf(CONTRACT), { columns: [], tests: [], before: CONTRACT });
    expect(createOf(promised, 'orders', CONTRACT.entity)).toMatchObject({
      name: 'orders',
      entity: { id: 't1', type: 'table' },
      termsOfUse: 'For reports only.',
      qualityExpectations: [{ id: 'a1', type: 'testCase' }],
    });
  });
});
