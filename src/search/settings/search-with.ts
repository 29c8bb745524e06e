/**
 * Runs a search with the settings. Each boost is one more query among the same hits and changes their scores. With
 * default settings this is the plain search.
 */

import { setImmediate } from 'node:timers/promises';
import type { Scope } from '../../catalog/index.js';
import { present } from '../../context/index.js';
import { hitSources } from '../hits/hit-source.js';
import type { RankedHit } from '../hits/rank-hits.js';
import { byRelevance } from '../hits/relevance-page.js';
import {
  interpretQuestion,
  plainText,
  type Rescore,
  runSearch,
  type SearchRequest,
  type SearchResult,
} from '../hits/run-search.js';
import { allOf, type SearchQuery } from '../query/search-query.js';
import { type Boost, boostsOf, modesOf, restriction, valueBoostsOf, wordsOf } from './boosts.js';
import { combineScore, valuePoints } from './combine-score.js';
import { readsQuestions, type SearchSettings } from './search-settings.js';
import { withoutStopWords } from './stop-words.js';

/** Most hits that one boost applies to. */
const LIFTED = 200;
/** Most hits whose field values are read. */
const VALUED = 500;

export async function searchWith(
  settings: SearchSettings | null,
  given: SearchRequest,
  scope: Scope,
): Promise<SearchResult> {
  if (!settings) return runSearch(given, scope);
  const asked = readsQuestions(settings, given.types)
    ? interpretQuestion(given, scope.catalog.registry)
    : { ...given, question: null };
  const request = { ...asked, query: withoutStopWords(asked.query, settings, asked.types) };
  const isRanked = request.sort === null && request.size > 0;
  return narrowedSearch(settings, request, scope, isRanked && hasBoosts(settings, request, scope));
}

function hasBoosts(settings: SearchSettings, { query, types }: SearchRequest, { catalog }: Scope): boolean {
  const words = { text: plainText(query), operator: 'and' as const };
  return (
    boostsOf(settings, types, words, catalog.registry).length > 0 ||
    types.some((type) => valueBoostsOf(settings, type).length > 0)
  );
}

/** The search limited to the fields in the settings: all words there, else any. */
async function narrowedSearch(
  settings: SearchSettings,
  request: SearchRequest,
  scope: Scope,
  isBoosted: boolean,
): Promise<SearchResult> {
  const text = plainText(request.query);
  const within = (operator: 'and' | 'or') =>
    restriction(settings, request.types, { text, operator }, scope.catalog.registry);
  const run = (search: SearchRequest) =>
    runSearch(search, scope, isBoosted ? boosting(settings, search, scope) : undefined);
  const fields = within('and');
  const result = await run(fields ? { ...request, filter: allOf([request.filter, fields]) } : request);
  if (!fields || result.total > 0) return result;
  return run({
    ...request,
    query: anyWord(text),
    filter: allOf([request.filter, present(within('or'))]),
  });
}

function anyWord(text: string): SearchQuery {
  const should = wordsOf(text).map(
    (word): SearchQuery => ({ kind: 'text', text: word, fields: null, operator: 'and', form: 'words' }),
  );
  return { kind: 'bool', must: [], should, mustNot: [], minimum: 1 };
}

interface Scored {
  hit: RankedHit;
  /** For how well the words match. */
  text: number;
  /** For properties of the entity. */
  terms: number[];
}

/** Applies the boosts of the settings to the ranked hits and to the hits that a boost matches. */
function boosting(settings: SearchSettings, search: SearchRequest, scope: Scope): Rescore {
  return async (hits, query, text) => {
    const found = new Map<string, Scored>();
    const add = (hit: RankedHit): Scored => {
      const known = found.get(hit.id);
      if (known && known.hit.score >= hit.score) return known;
      const scored = known ?? { hit, text: 0, terms: [] };
      scored.hit = hit;
      found.set(hit.id, scored);
      return scored;
    };
    for (const hit of hits) add(hit);
    const operator = query.kind === 'bool' && query.should.length > 0 ? 'or' : 'and';
    const words = { text, operator } as const;
    for (const boost of boostsOf(settings, search.types, words, scope.catalog.registry)) {
      await setImmediate(); // yield to other requests
      for (const hit of await hitsOf(boost, search, query, scope)) {
        const scored = add(hit);
        if (boost.kind === 'text') scored.text += boost.points;
        else scored.terms.push(boost.points);
      }
    }
    await addValues(settings, [...found.values()], scope);
    const ranked = [...found.values()].map(({ hit, text, terms }) => {
      const score = round(combineScore(Math.max(0, hit.score + text), terms, modesOf(settings, hit.type)));
      return { ...hit, score, boosted: round(score - hit.score) };
    });
    return ranked.sort(byRelevance);
  };
}

/** The hits of the search that a boost matches, with their scores from the search. */
async function hitsOf(
  { query, types }: Boost,
  search: SearchRequest,
  asked: SearchQuery,
  scope: Scope,
): Promise<readonly RankedHit[]> {
  const filter = allOf([search.filter, query]);
  const page = { from: 0, size: LIFTED, after: null };
  const { hits } = await runSearch({ ...search, ...page, query: asked, strict: true, filter, types }, scope);
  return hits;
}

async function addValues(settings: SearchSettings, scored: readonly Scored[], scope: Scope): Promise<void> {
  const valued = scored.filter(({ hit }) => valueBoostsOf(settings, hit.type).length > 0).slice(0, VALUED);
  const sources = await hitSources(
    valued.map(({ hit }) => hit.id),
    scope,
  );
  for (const { hit, terms } of valued) {
    const source = sources.get(hit.id);
    if (!source) continue;
    for (const boost of valueBoostsOf(settings, hit.type)) {
      const points = valuePoints(source, boost);
      if (points !== null) terms.push(points);
    }
  }
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
