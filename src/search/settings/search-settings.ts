/**
 * The search settings (`configuration/searchSettings`): the stored ones, else the defaults. The system module stores
 * and returns them; this module defines the defaults, the valid values and their effect.
 */
import type { EntityType, PartRule, Scope } from '../../catalog/index.js';
import { cached, getSettingValue } from '../../storage/index.js';
import type { HighlightView } from '../hits/highlight.js';
import { namesField } from '../query/part-fields.js';

export type MatchType = 'exact' | 'phrase' | 'prefix' | 'tokenCoverage' | 'standard' | 'fuzzy';
export type ScoreMode = 'multiply' | 'sum' | 'avg' | 'first' | 'max' | 'min';
export type BoostMode = 'multiply' | 'replace' | 'sum' | 'avg' | 'max' | 'min';

export interface FieldBoost {
  field: string;
  boost?: number;
  matchType?: MatchType;
}

export interface TermBoost {
  field: string;
  value: string;
  boost: number;
}

export interface FieldValueBoost {
  /** Dotted path of a number in the source of a hit. */
  field: string;
  factor: number;
  modifier?: 'none' | 'log' | 'log1p' | 'log2p' | 'ln' | 'ln1p' | 'ln2p' | 'square' | 'sqrt' | 'reciprocal';
  missing?: number;
  condition?: { range?: { gt?: number; gte?: number; lt?: number; lte?: number } };
}

export interface CountedField {
  name: string;
  type: string;
  field?: string;
}

export interface RankingStage {
  name: string;
  fields: readonly string[];
  matchType?: MatchType;
  weight?: number;
}

export interface TypeSettings {
  assetType: string;
  searchFields?: readonly FieldBoost[];
  highlightFields?: readonly string[];
  aggregations?: readonly CountedField[];
  termBoosts?: readonly TermBoost[];
  fieldValueBoosts?: readonly FieldValueBoost[];
  ranking?: { enabled?: boolean; stages?: readonly RankingStage[]; stopWords?: readonly string[] };
  scoreMode?: ScoreMode;
  boostMode?: BoostMode;
  matchTypeBoostMultipliers?: {
    exactMatchMultiplier?: number;
    phraseMatchMultiplier?: number;
    fuzzyMatchMultiplier?: number;
  };
}

export interface SearchSettings {
  globalSettings?: {
    maxAggregateSize?: number;
    maxResultHits?: number;
    maxAnalyzedOffset?: number;
    aggregations?: readonly CountedField[];
    highlightFields?: readonly string[];
    termBoosts?: readonly TermBoost[];
    fieldValueBoosts?: readonly FieldValueBoost[];
  };
  assetTypeConfigurations?: readonly TypeSettings[];
  /** For types without a configuration of their own. */
  defaultConfiguration?: TypeSettings;
}

export const SEARCH_SETTINGS = 'searchSettings';

/** The stored settings; null while the defaults are unchanged. */
export function readSearchSettings({ sql }: Scope): Promise<SearchSettings | null> {
  const load = () => getSettingValue<SearchSettings>(sql, SEARCH_SETTINGS);
  return cached(sql, SEARCH_SETTINGS, load, (settings) => (settings ? 100_000 : 1));
}

/** The settings of a type; null: the defaults apply. */
export function settingsOf(settings: SearchSettings, type: string): TypeSettings | null {
  const lower = type.toLowerCase();
  const own = settings.assetTypeConfigurations?.find(({ assetType }) => assetType.toLowerCase() === lower);
  return own ?? settings.defaultConfiguration ?? null;
}

/** Whether function words of questions are ignored: yes, unless ranking is disabled for every searched type. */
export function readsQuestions(settings: SearchSettings, types: readonly string[]): boolean {
  return types.some((type) => settingsOf(settings, type)?.ranking?.enabled !== false);
}

/** Limits that settings may change, up to what the server supports. */
export interface SearchLimits {
  /** Most hits that can be paged through. */
  hits: number;
  /** Most values that one aggregation returns. */
  values: number;
  /** Characters of a text that are searched for highlights. */
  highlighted: number;
}

export const HIGHEST: SearchLimits = { hits: 10_000, values: 10_000, highlighted: 1000 };
const HIGHEST_HIGHLIGHTED = 100_000;

export function limitsOf(settings: SearchSettings | null): SearchLimits {
  const { maxResultHits, maxAggregateSize, maxAnalyzedOffset } = settings?.globalSettings ?? {};
  return {
    hits: Math.min(maxResultHits ?? HIGHEST.hits, HIGHEST.hits),
    values: Math.min(maxAggregateSize ?? HIGHEST.values, HIGHEST.values),
    highlighted: Math.min(maxAnalyzedOffset ?? HIGHEST.highlighted, HIGHEST_HIGHLIGHTED),
  };
}

/** The default fields for highlights. */
export function highlightedFields(parts: readonly PartRule[]): string[] {
  return ['displayName', 'description', 'displayName.ngram', ...new Set(parts.map(({ path }) => namesField(path)))];
}

/** The highlights of a type: from its settings, else from the global settings. */
export function highlightView(settings: SearchSettings | null, { name, parts = [] }: EntityType): HighlightView {
  const own = settings && settingsOf(settings, name)?.highlightFields;
  const fields = own?.length ? own : (settings?.globalSettings?.highlightFields ?? highlightedFields(parts));
  return { fields, parts, longest: limitsOf(settings).highlighted };
}

/** The first problem of settings that match their schema, with its path; null when there is none. */
export function problemOf(settings: SearchSettings): string | null {
  const { globalSettings = {}, assetTypeConfigurations = [], defaultConfiguration } = settings;
  for (const name of ['maxResultHits', 'maxAggregateSize', 'maxAnalyzedOffset'] as const) {
    const value = globalSettings[name];
    const most = name === 'maxAnalyzedOffset' ? HIGHEST_HIGHLIGHTED : 10_000;
    if (value !== undefined && (value < 1 || value > most))
      return `globalSettings.${name}: must be between 1 and ${most}`;
  }
  const seen = new Set<string>();
  for (const [i, { assetType }] of assetTypeConfigurations.entries()) {
    if (seen.has(assetType.toLowerCase()))
      return `assetTypeConfigurations[${i}].assetType: ${assetType} is configured twice`;
    seen.add(assetType.toLowerCase());
  }
  const parts: [string, Partial<TypeSettings>][] = [
    ['globalSettings', globalSettings],
    ...assetTypeConfigurations.map((one, i): [string, TypeSettings] => [`assetTypeConfigurations[${i}]`, one]),
  ];
  if (defaultConfiguration) parts.push(['defaultConfiguration', defaultConfiguration]);
  for (const [place, part] of parts) {
    const problem = problemOfPart(part);
    if (problem) return `${place}.${problem}`;
  }
  return null;
}

function problemOfPart({ searchFields, aggregations, termBoosts, fieldValueBoosts, ranking }: Partial<TypeSettings>) {
  for (const [i, { field, boost = 0 }] of (searchFields ?? []).entries()) {
    if (!isField(field)) return `searchFields[${i}].field: must name a field`;
    if (!(boost >= 0 && boost <= MOST_BOOST)) return `searchFields[${i}].boost: must be between 0 and ${MOST_BOOST}`;
  }
  for (const [i, { type, field }] of (aggregations ?? []).entries()) {
    if (type !== 'terms') return `aggregations[${i}].type: must be terms`;
    if (field !== undefined && !isField(field)) return `aggregations[${i}].field: must name a field`;
  }
  for (const [i, { field, boost }] of (termBoosts ?? []).entries()) {
    if (!isField(field)) return `termBoosts[${i}].field: must name a field`;
    if (Math.abs(boost) > MOST_BOOST) return `termBoosts[${i}].boost: must be between -${MOST_BOOST} and ${MOST_BOOST}`;
  }
  for (const [i, { field }] of (fieldValueBoosts ?? []).entries())
    if (!isField(field)) return `fieldValueBoosts[${i}].field: must name a field`;
  for (const [i, { fields }] of (ranking?.stages ?? []).entries())
    if (!fields.every(isField)) return `ranking.stages[${i}].fields: must name fields`;
  return null;
}

const MOST_BOOST = 10_000;

function isField(field: string): boolean {
  return /^[\w.]{1,200}$/.test(field);
}
