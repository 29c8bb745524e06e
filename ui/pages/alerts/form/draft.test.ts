import { ClientError, type EventSubscription } from 'cairn/client';
import { describe, expect, it } from 'vitest';
import { FIRST, isTriable, problemOf, readAlert, withSource, writtenAlert } from './draft.js';

const source = {
  name: 'table',
  filters: [{ name: 'filterByFqn', effect: 'include' as const, condition: '', arguments: ['fqnList'] }],
  triggers: [],
  containers: [],
  eventTypes: [],
};
const stored = {
  id: 'a',
  name: 'failed',
  displayName: 'Failed tests',
  alertType: 'Observability',
  filteringRules: { resources: ['testCase'] },
  input: {
    filters: [
      {
        name: 'filterByFqn',
        effect: 'exclude',
        prefixCondition: 'OR',
        arguments: [{ name: 'fqnList', input: ['shop.sales'] }],
      },
    ],
    actions: [
      {
        name: 'GetTestCaseStatusUpdates',
        effect: 'include',
        prefixCondition: 'AND',
        arguments: [{ name: 'testResultList', input: ['Failed'] }],
      },
    ],
  },
  destinations: [
    {
      id: 'd',
      category: 'Owners',
      type: 'Email',
      enabled: true,
      timeout: 10,
      readTimeout: 12,
      statusDetails: { status: 'active' },
    },
  ],
} satisfies EventSubscription;

describe('an alert while it is written', () => {
  it('is sent as it was read, without states, in the order of its rules', () => {
    const sent = writtenAlert(readAlert(stored), 'Observability');
    expect(sent).toMatchObject({ name: 'Failed tests', resources: ['testCase'], input: stored.input });
    expect(sent.destinations).toEqual([
      {
        id: 'd',
        category: 'Owners',
        type: 'Email',
        enabled: true,
        timeout: 10,
        readTimeout: 12,
        config: { sendToOwners: true },
      },
    ]);
  });

  it('loses the rules that another source does not have', () => {
    const moved = withSource({ ...readAlert(stored) }, source);
    expect(moved.source).toBe('table');
    expect(moved.triggers).toEqual([]);
    expect(moved.filters.map(({ name }) => name)).toEqual(['filterByFqn']);
  });

  it('can be tried once every argument has a value', () => {
    const draft = withSource(FIRST.Observability, source);
    expect(isTriable(draft, source)).toBe(true);
    const rule = { key: 'x', name: 'filterByFqn', effect: 'include' as const, join: 'AND' as const, values: {} };
    expect(isTriable({ ...draft, filters: [rule] }, source)).toBe(false);
    expect(isTriable({ ...draft, filters: [{ ...rule, values: { fqnList: ['a'] } }] }, source)).toBe(true);
    expect(isTriable(draft, undefined)).toBe(false);
  });

  it('finds the field that the server refused', () => {
    const details = { errorType: null, requestId: null, retryAfterSeconds: null, operation: '', body: null };
    const refused = (message: string, status = 400) => problemOf(new ClientError(message, { ...details, status }));
    expect(refused('destinations[1].config.endpoint is required')).toEqual({
      destination: 1,
      property: 'endpoint',
      message: 'Is required.',
    });
    expect(refused('destinations[0].config is required for the category External')).toMatchObject({ destination: 0 });
    expect(refused('name is required')).toEqual({ message: 'Name is required.' });
    expect(refused('Failed to fetch', 0).message).toContain('server');
  });
});
