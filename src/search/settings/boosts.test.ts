import { expect, it } from 'vitest';
import { createRegistry } from '../../catalog/index.js';
import { entityTypes } from '../../entities/index.js';
import { boostsOf, restriction } from './boosts.js';
import { defaultSettings } from './default-settings.js';
import type { FieldBoost, SearchSettings, TypeSettings } from './search-settings.js';

const registry = createRegistry(entityTypes);
const types = registry.types.map(({ name }) => name);
const words = { text: 'customer orders', operator: 'and' as const };

function table(settings: Partial<TypeSettings>): SearchSettings {
  return { assetTypeConfigurations: [{ assetType: 'table', ...settings }] };
}

const boosts = (settings: SearchSettings, text = words.text) => boostsOf(settings, types, { ...words, text }, registry);

it('needs no further queries while settings are the default', () => {
  for (const settings of [defaultSettings(registry), {}, { assetTypeConfigurations: [] }]) {
    expect(boosts(settings)).toEqual([]);
    expect(restriction(settings, types, words, registry)).toBeNull();
  }
});

it('queries the difference to the default once for all types that share it', () => {
  const fields = (assetType: string) =>
    (defaultSettings(registry).assetTypeConfigurations?.find((one) => one.assetType === assetType)?.searchFields ??
      []) as FieldBoost[];
  const raised = (assetType: string): TypeSettings => ({
    assetType,
    searchFields: fields(assetType).map((one) => (one.field === 'description' ? { ...one, boost: 21 } : one)),
  });
  expect(boosts({ assetTypeConfigurations: [raised('table'), raised('database')] })).toEqual([
    {
      kind: 'text',
      query: { kind: 'text', text: words.text, fields: ['description'], operator: 'and', form: 'words' },
      points: 20,
      types: ['database', 'table'],
    },
  ]);
});

it('queries match types with their multipliers', () => {
  const searchFields: FieldBoost[] = [{ field: 'name', boost: 100, matchType: 'phrase' }];
  const matchTypeBoostMultipliers = { phraseMatchMultiplier: 3 };
  const found = boosts(table({ searchFields, matchTypeBoostMultipliers }));
  expect(found.find(({ points }) => points === 300)?.query).toMatchObject({ form: 'phrase', fields: ['name'] });
  expect(found.find(({ points }) => points === -40)?.query).toMatchObject({ form: 'words', fields: ['name'] });
});

it('adds the stages of a ranking unless it is disabled', () => {
  const stages = [{ name: 'begins', fields: ['name'], matchType: 'prefix' as const, weight: 7 }];
  expect(boosts(table({ ranking: { stages } }))).toMatchObject([{ points: 7, query: { form: 'prefix' } }]);
  expect(boosts(table({ ranking: { stages, enabled: false } }))).toEqual([]);
});

it('applies term boosts to any query, and field boosts only to plain words', () => {
  const settings = table({
    searchFields: [{ field: 'name', boost: 100 }],
    termBoosts: [{ field: 'tags.tagFQN', value: 'Tier.Tier1', boost: 5 }],
  });
  expect(boosts(settings, '')).toEqual([
    {
      kind: 'term',
      query: { kind: 'term', field: 'tags.tagFQN', values: ['Tier.Tier1'] },
      points: 5,
      types: ['table'],
    },
  ]);
  expect(boosts(settings).length).toBeGreaterThan(1);
  expect(restriction(settings, types, { ...words, text: '' }, registry)).toBeNull();
  expect(restriction(settings, types, words, registry)).not.toBeNull();
});
