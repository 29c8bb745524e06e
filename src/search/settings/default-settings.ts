/** The default search settings: the built-in ranking, highlights and aggregations. */
import type { JsonObject } from '../../../contract/index.js';
import type { EntityType, Registry } from '../../catalog/index.js';
import { namesField } from '../query/part-fields.js';
import {
  type CountedField,
  type FieldBoost,
  HIGHEST,
  highlightedFields,
  type SearchSettings,
  settingsOf,
  type TypeSettings,
} from './search-settings.js';

/** Points of a hit by where its words match. Settings apply their difference to these. */
const POINTS = { exact: 100, name: 40, parts: 15, reference: 15, body: 1 } as const;

const COUNTED = [
  'serviceType',
  'tableType',
  'tags.tagFQN',
  'entityType',
  'domains.displayName.keyword',
  'tier.tagFQN',
  'certification.tagLabel.tagFQN',
  'databaseSchema.displayName.keyword',
  'database.displayName.keyword',
  'service.displayName.keyword',
  'owners.displayName.keyword',
  'dataProducts.displayName.keyword',
];
const LABELS: Readonly<Record<string, string>> = {
  owners: 'owners.displayName',
  tags: 'tags.tagFQN',
  domains: 'domains.displayName',
  dataProducts: 'dataProducts.displayName',
};

export function defaultSettings({
  types,
  partLists,
}: Pick<Registry, 'types' | 'partLists'>): SearchSettings & Record<string, unknown> {
  const globalSettings: SearchSettings['globalSettings'] & JsonObject = {
    enableAccessControl: true,
    maxAggregateSize: HIGHEST.values,
    maxResultHits: HIGHEST.hits,
    maxAnalyzedOffset: HIGHEST.highlighted,
    aggregations: COUNTED.map(terms),
    highlightFields: highlightedFields(partLists.map(({ rule }) => rule)),
    termBoosts: [],
    fieldValueBoosts: [],
  };
  return {
    globalSettings,
    assetTypeConfigurations: types.map(defaultsOf),
    allowedFields: types.map((type) => ({
      entityType: type.name,
      fields: defaultFields(type).map(({ field }) => ({ name: field, description: aboutField(field) })),
    })),
    allowedFieldValueBoosts: types.map((type) => ({
      entityType: type.name,
      fields: numbersOf(type).map((name) => ({ name, description: aboutField(name) })),
    })),
  };
}

/** The fields that hits of these types are counted by. */
export function countedBy(
  settings: SearchSettings | null,
  types: readonly string[],
  registry: Pick<Registry, 'get'>,
): CountedField[] {
  return [
    ...(settings?.globalSettings?.aggregations ?? COUNTED.map(terms)),
    ...types.flatMap((name) => (settings && settingsOf(settings, name)?.aggregations) ?? countedOf(registry.get(name))),
  ];
}

function countedOf(type: EntityType): CountedField[] {
  const fields = (type.parts ?? []).flatMap(({ path, nameList }) =>
    nameList === undefined ? [] : [nameList, `${namesField(path)}.keyword`],
  );
  return [...new Set(fields)].map(terms);
}

function defaultsOf(type: EntityType): TypeSettings {
  return {
    assetType: type.name,
    searchFields: defaultFields(type),
    highlightFields: [],
    aggregations: countedOf(type),
    termBoosts: [],
    fieldValueBoosts: [],
    scoreMode: 'sum',
    boostMode: 'sum',
  };
}

/** The fields of a type that are searched, with their weights. */
export function defaultFields(type: EntityType): FieldBoost[] {
  const has = new Set(type.traits?.map((trait) => trait.field));
  const further = Object.entries(type.search?.text ?? {});
  return [
    { field: 'name.keyword', boost: POINTS.exact, matchType: 'exact' },
    { field: 'displayName.keyword', boost: POINTS.exact, matchType: 'exact' },
    { field: 'name', boost: POINTS.name, matchType: 'standard' },
    { field: 'displayName', boost: POINTS.name, matchType: 'standard' },
    ...(type.parts ?? []).map(({ path }) => standard(`${path}.name`, POINTS.parts)),
    ...Object.entries(LABELS).flatMap(([trait, field]) => (has.has(trait) ? [standard(field, POINTS.reference)] : [])),
    ...(type.parents ?? []).map(({ field }) => standard(`${field}.name`, POINTS.reference)),
    standard('description', POINTS.body),
    ...further.map(([path, column]) => standard(path, POINTS[column])),
  ];
}

function standard(field: string, boost: number): FieldBoost {
  return { field, boost, matchType: 'standard' };
}

function terms(field: string) {
  return { name: field, type: 'terms', field };
}

function numbersOf(type: EntityType): string[] {
  const has = new Set(type.traits?.map((trait) => trait.field));
  return [
    ...(has.has('usageSummary') ? ['usageSummary.weeklyStats.count', 'usageSummary.weeklyStats.percentileRank'] : []),
    ...(has.has('votes') ? ['totalVotes'] : []),
    'version',
    'updatedAt',
  ];
}

function aboutField(field: string): string {
  if (/^(name|displayName)\.keyword$/.test(field)) return 'The exact full name';
  return `Words or values of ${field.replace(/\.keyword$/, '')}`;
}
