import { describe, expect, test } from 'vitest';
import type { Command } from '../catalog/index.js';
import { declareJob } from '../jobs/index.js';
import { combineFeatures, type Feature, type FeatureJob } from './index.js';

const command = (name: string): Command => ({ name, run: async () => null });
const job = (name: string): FeatureJob => ({ ...declareJob<unknown>({ name }), run: async () => {} });

describe('the parts of all features', () => {
  test('are in the order of the features, with seeds among the commands', () => {
    const features: Feature[] = [
      { name: 'one', commands: [command('a')], seeds: [command('b')], jobs: [job('x')] },
      { name: 'two' },
      { name: 'three', seeds: [command('c')], jobs: [job('y')], settings: { s: { schema: 'k', initial: null } } },
    ];
    const parts = combineFeatures(features);
    expect(parts.seeds).toEqual(['b', 'c']);
    expect([...parts.commands.keys()]).toEqual(['a', 'b', 'c']);
    expect(parts.jobs.map(({ name }) => name)).toEqual(['x', 'y']);
    expect(parts.settings).toEqual({ s: { schema: 'k', initial: null } });
    expect([parts.types, parts.routes, parts.metrics, parts.eventReaders]).toEqual([[], [], [], []]);
  });

  test.each<[string, Feature, Feature]>([
    ['two features have the feature a', { name: 'a' }, { name: 'a' }],
    ['the command c', { name: 'a', commands: [command('c')] }, { name: 'b', seeds: [command('c')] }],
    ['the job j', { name: 'a', jobs: [job('j')] }, { name: 'b', jobs: [job('j')] }],
    [
      'the event reader r',
      { name: 'a', eventReaders: [{ name: 'r', batch: 1, handle: async () => {} }] },
      { name: 'b', eventReaders: [{ name: 'r', batch: 1, handle: async () => {} }] },
    ],
    [
      'the write check w',
      { name: 'a', writeChecks: [{ name: 'w', begin: async () => null }] },
      { name: 'b', writeChecks: [{ name: 'w', begin: async () => null }] },
    ],
    [
      'the setting s',
      { name: 'a', settings: { s: { schema: 'k', initial: null } } },
      { name: 'b', settings: { s: { schema: 'l', initial: null } } },
    ],
  ])('must have unique names: %s', (message, ...features) => {
    expect(() => combineFeatures(features)).toThrow(message);
  });
});
