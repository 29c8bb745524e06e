/** The first hits of each value that hits are counted by, for clients that show more of a value than its key. */
import { catalogError } from '../../../contract/index.js';
import { readLimit, type Scope } from '../../catalog/index.js';
import type { Bucket } from '../hits/aggregate.js';
import type { SearchRequest } from '../hits/run-search.js';
import { allOf } from '../query/search-query.js';
import type { SearchSettings } from '../settings/search-settings.js';
import { searchWith } from '../settings/search-with.js';
import { engineAnswer, fullHits } from './answer.js';
import { readSort } from './search-route.js';

/** What the body of an aggregation asks for. */
export interface TopHits {
  /** Fields of the hits to return. */
  fields: readonly string[];
  size: number;
  sort: SearchRequest['sort'];
}

/** Each value takes a search, so only the most frequent ones have hits. */
const MOST_VALUES = 100;
const MOST_HITS = 100;

/** null if nothing is asked for. compat: without `sourceFields` there are no hits, whatever `topHits` says. */
export function readTopHits(
  fields: readonly string[] | undefined,
  { size = 1, sortField = '', sortOrder = 'asc' }: { size?: number; sortField?: string; sortOrder?: string } = {},
): TopHits | null {
  if (!fields?.length) return null;
  if (!fields.every((field) => /^[\w.*]{1,200}$/.test(field)))
    throw catalogError('BAD_REQUEST', 'sourceFields must name fields');
  return {
    fields,
    size: readLimit(String(size), 1, 0, MOST_HITS, 'topHits.size'),
    sort: ['', '_doc'].includes(sortField) ? null : readSort({ sort_field: sortField, sort_order: sortOrder }),
  };
}

/** The buckets with their hits, in the response format of the search engine. */
export async function withTopHits(
  buckets: readonly Bucket[],
  field: string,
  { search, settings }: { search: SearchRequest; settings: SearchSettings | null },
  { fields, size, sort }: TopHits,
  scope: Scope,
): Promise<object[]> {
  const view = { ...fullHits, fields: { include: [...fields], exclude: [] } };
  const found: object[] = [];
  for (const bucket of buckets.slice(0, MOST_VALUES)) {
    const ofValue = { kind: 'term', field, values: [bucket.key] } as const;
    const request = { ...search, filter: allOf([search.filter, ofValue]), size, sort };
    const started = scope.context.now();
    const result = await searchWith(settings, request, scope);
    const { hits } = await engineAnswer({ request, result, started }, view, scope);
    const texts = Symbol.asyncIterator in hits.hits ? [] : hits.hits;
    const top = { ...hits, hits: texts.map((text): unknown => JSON.parse(text)) };
    found.push({ ...bucket, 'top_hits#top': { hits: top } });
  }
  return [...found, ...buckets.slice(MOST_VALUES)];
}
