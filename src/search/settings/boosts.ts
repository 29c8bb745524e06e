/** Turns settings that change the order of hits into queries to the index. Pure. */
import type { EntityType, Registry } from '../../catalog/index.js';
import { ANY_PART, searchField } from '../query/search-fields.js';
import type { SearchQuery } from '../query/search-query.js';
import { defaultFields } from './default-settings.js';
import {
  type FieldBoost,
  type FieldValueBoost,
  type MatchType,
  type SearchSettings,
  settingsOf,
  type TypeSettings,
} from './search-settings.js';

/** Points for hits of these types that match the query. */
export interface Boost {
  /**
   * `text`: how well the words match; `term`: a property of the entity, combined as `scoreMode` and `boostMode`
   * specify.
   */
  kind: 'text' | 'term';
  query: SearchQuery;
  points: number;
  types: readonly string[];
}

/** The words that are searched for; empty where a query is more than words. */
export interface Words {
  text: string;
  operator: 'and' | 'or';
}

/** Most boosts that are queried; the strongest take precedence. */
const MOST = 40;

export function boostsOf(
  settings: SearchSettings,
  types: readonly string[],
  words: Words,
  registry: Registry,
): Boost[] {
  const found = new Map<string, Boost & { types: string[] }>();
  const add = (kind: Boost['kind'], query: SearchQuery, points: number, type: string) => {
    if (points === 0) return;
    const key = JSON.stringify([kind, query, points]);
    const known = found.get(key);
    if (known) known.types.push(type);
    else found.set(key, { kind, query, points, types: [type] });
  };
  for (const name of types) {
    const own = settingsOf(settings, name);
    if (own && words.text !== '')
      for (const [place, points] of changes(registry.get(name), own, registry))
        add('text', textAt(place, words), points, name);
    for (const { field, value, boost } of [...(settings.globalSettings?.termBoosts ?? []), ...(own?.termBoosts ?? [])])
      add('term', { kind: 'term', field, values: [value] }, boost, name);
  }
  return [...found.values()].sort((a, b) => Math.abs(b.points) - Math.abs(a.points)).slice(0, MOST);
}

export function valueBoostsOf(settings: SearchSettings, type: string): readonly FieldValueBoost[] {
  return [
    ...(settings.globalSettings?.fieldValueBoosts ?? []),
    ...(settingsOf(settings, type)?.fieldValueBoosts ?? []),
  ];
}

/** The differences between the field weights of a type and its defaults. */
function changes(type: EntityType, own: TypeSettings, registry: Registry): [string, number][] {
  const before = pointsOf(defaultFields(type), {}, type, registry);
  const given = own.searchFields?.length ? own.searchFields : defaultFields(type);
  const now = pointsOf(given, own, type, registry);
  if (own.ranking?.enabled !== false)
    for (const { fields, matchType = 'standard', weight = 1 } of own.ranking?.stages ?? [])
      for (const [place, points] of pointsOf(
        fields.map((field) => ({ field, matchType, boost: weight })),
        own,
        type,
        registry,
      ))
        now.set(place, (now.get(place) ?? 0) + points);
  return [...new Set([...before.keys(), ...now.keys()])].map((place) => [
    place,
    (now.get(place) ?? 0) - (before.get(place) ?? 0),
  ]);
}

/** Fields that share a column of the index get the highest boost among them. */
function pointsOf(
  fields: readonly FieldBoost[],
  { matchTypeBoostMultipliers }: Pick<TypeSettings, 'matchTypeBoostMultipliers'>,
  type: EntityType,
  registry: Registry,
): Map<string, number> {
  const {
    exactMatchMultiplier = 1,
    phraseMatchMultiplier = 1,
    fuzzyMatchMultiplier = 1,
  } = matchTypeBoostMultipliers ?? {};
  const multiplier: Partial<Record<MatchType, number>> = {
    exact: exactMatchMultiplier,
    phrase: phraseMatchMultiplier,
    fuzzy: fuzzyMatchMultiplier,
  };
  const points = new Map<string, number>();
  for (const { field, boost = 1, matchType = 'standard' } of fields) {
    const form = matchType === 'phrase' || matchType === 'prefix' ? matchType : 'words';
    const place = `${form} ${placeOf(field, matchType, type, registry)}`;
    points.set(place, Math.max(points.get(place) ?? 0, boost * (multiplier[matchType] ?? 1)));
  }
  return points;
}

/** The column that stores a field, or else the field itself. */
function placeOf(field: string, matchType: MatchType, type: EntityType, registry: Registry): string {
  const base = field.replace(/\.(keyword|raw|ngram|stemmed|actualCase|compound)$/, '');
  if (base === 'name' || base === 'displayName')
    return matchType === 'exact' || /\.(keyword|raw)$/.test(field) ? 'exact' : 'name';
  const declared = type.search?.text?.[base];
  if (declared) return declared;
  // Clients also use variants of it, such as `columnNamesFuzzy`.
  if (type.parts?.some(({ nameList }) => nameList !== undefined && base.startsWith(nameList))) return 'parts';
  const known = searchField(base, false, registry);
  if (known.kind === 'partNames') return 'parts';
  return known.kind === 'text' && !known.declaredBy ? known.column : base;
}

const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  exact: ['name.keyword', 'displayName.keyword'],
  name: ['name'],
  parts: [ANY_PART],
  body: ['description'],
};

function fieldsAt(place: string): readonly string[] {
  return (Object.hasOwn(COLUMNS, place) ? COLUMNS[place] : undefined) ?? [place];
}

const FORMS = ['words', 'phrase', 'prefix'] as const;

function textAt(place: string, { text, operator }: Words): SearchQuery {
  const [given, where = ''] = place.split(' ');
  const form = FORMS.find((one) => one === given) ?? 'words';
  return { kind: 'text', text, fields: fieldsAt(where), operator, form };
}

/**
 * Where settings name fewer fields than the default: a query that requires every word (or any, per `operator`) in one
 * of the named fields. null where they omit none.
 */
export function restriction(
  settings: SearchSettings,
  types: readonly string[],
  words: Words,
  registry: Registry,
): SearchQuery | null {
  if (words.text === '') return null;
  const should: SearchQuery[] = [];
  let narrowed = false;
  for (const name of types) {
    const ofType: SearchQuery = { kind: 'term', field: 'entityType', values: [name] };
    const places = narrowedTo(registry.get(name), settingsOf(settings, name), registry);
    narrowed ||= places !== null;
    should.push(places ? every([ofType, wordsIn(places, words)]) : ofType);
  }
  return narrowed ? { kind: 'bool', must: [], should, mustNot: [], minimum: 1 } : null;
}

function narrowedTo(type: EntityType, own: TypeSettings | null, registry: Registry): string[] | null {
  if (!own?.searchFields?.length) return null;
  const places = (fields: readonly FieldBoost[]) =>
    new Set(fields.map(({ field, matchType = 'standard' }) => placeOf(field, matchType, type, registry)));
  const named = places(own.searchFields);
  const left = [...places(defaultFields(type))].filter((place) => place !== 'exact' && !named.has(place));
  return left.length === 0 ? null : [...named];
}

function wordsIn(places: readonly string[], { text, operator }: Words): SearchQuery {
  const fields = places.flatMap(fieldsAt);
  const each = wordsOf(text).map(
    (word): SearchQuery => ({ kind: 'text', text: word, fields, operator: 'and', form: 'words' }),
  );
  return operator === 'and' ? every(each) : { kind: 'bool', must: [], should: each, mustNot: [], minimum: 1 };
}

export function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

function every(must: readonly SearchQuery[]): SearchQuery {
  return { kind: 'bool', must, should: [], mustNot: [], minimum: 0 };
}

/** The modes that combine term boosts with the score; sums unless the settings of the type specify otherwise. */
export function modesOf(
  settings: SearchSettings,
  type: string,
): Required<Pick<TypeSettings, 'scoreMode' | 'boostMode'>> {
  const own = settingsOf(settings, type);
  return { scoreMode: own?.scoreMode ?? 'sum', boostMode: own?.boostMode ?? 'sum' };
}
