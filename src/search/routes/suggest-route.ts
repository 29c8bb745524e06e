import {
  createSight,
  type DataRoute,
  json,
  type Request,
  readFlag,
  readLimit,
  type Scope,
} from '../../catalog/index.js';
import type { SearchHit } from '../../storage/index.js';
import { openEngine } from '../engine/open-engine.js';
import { hitSources, pickFields, wantedOf } from '../hits/hit-source.js';
import { type RankedHit, rankHits } from '../hits/rank-hits.js';
import { shownUse } from '../hits/shown-use.js';
import { createQueryCompiler } from '../query/compile-query.js';
import { both } from '../query/condition.js';
import { indexOfType, readIndexes } from '../query/search-indexes.js';
import { LIMITS, type SearchQuery } from '../query/search-query.js';
import { visibleTo } from '../query/visible.js';
import { createTextCutter } from '../words/cut-texts.js';
import { wholeToken } from '../words/tokenize.js';
import { deletedParameter, indexParameter, readNames, searchRoute } from './search-route.js';

const CANDIDATES = 100;

export function suggestRoute(): DataRoute {
  return searchRoute('/suggest', {
    id: 'getSuggestedEntities',
    summary: 'Suggest entities by name prefix',
    description: 'Returns entities whose name starts with the text, for auto-completion.',
    query: [
      { name: 'q', description: 'Text typed so far', schema: { type: 'string' }, required: true },
      indexParameter,
      {
        name: 'size',
        description: 'Maximum number of suggestions',
        schema: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
      },
      {
        name: 'fetch_source',
        description: 'Whether to include the entity',
        schema: { type: 'boolean', default: true },
      },
      { name: 'include_source_fields', description: 'Entity fields to include', schema: { type: 'string' } },
      deletedParameter,
    ],
    async handle(request, scope) {
      const text = (request.query.q ?? '').slice(0, LIMITS.queryLength);
      const hits = await suggestions(text, request, scope);
      const include = readNames(request.query.include_source_fields);
      const fields = { include: include.length > 0 ? include : null, exclude: [] };
      const shown = readFlag(request.query, 'fetch_source', true);
      const sources = await hitSources(
        hits.map(({ id }) => id),
        scope,
        wantedOf(shown ? fields : { include: [], exclude: [] }, []),
      );
      const cut = createTextCutter(fields.include);
      const options = hits.flatMap((hit) => {
        const source = sources.get(hit.id);
        if (!source) return [];
        return [
          {
            text: hit.name,
            _index: indexOfType(scope.catalog.registry.get(hit.type)),
            _id: hit.id,
            _score: hit.score,
            ...(shown ? { _source: cut(pickFields(source, fields)) } : {}),
          },
        ];
      });
      return json(200, { suggest: { 'metadata-suggest': [{ text, offset: 0, length: text.length, options }] } });
    },
  });
}

/** Hits whose whole name begins with the text; when those are few, also names with a word that does. */
async function suggestions(text: string, { query }: Request, scope: Scope): Promise<RankedHit[]> {
  const size = readLimit(query.size, 10, 1, 100, 'size');
  const types = readIndexes(query.index, scope.catalog.registry, 'dataAsset');
  const deleted = readFlag(query, 'deleted');
  const prefix = wholeToken(text);
  if (prefix === '') return [];
  const visible = await visibleTo(types, deleted, scope);
  const evaluation = await openEngine(scope);
  const first = await ranked(await evaluation.beginning(prefix, visible, CANDIDATES), text, scope);
  if (first.length >= size) return first.slice(0, size);
  const compiler = createQueryCompiler({
    sql: scope.sql,
    registry: scope.catalog.registry,
    types: evaluation.types,
    searched: types,
    sight: createSight(scope),
  });
  const found = await evaluation.find(both([await compiler.compile(wordsBeginning(text), 1), visible]));
  const known = new Set(first.map(({ id }) => id));
  const others = (await found.lightest(CANDIDATES)).filter(({ id }) => !known.has(id));
  return [...first, ...(await ranked(others, text, scope))].slice(0, size);
}

async function ranked(hits: readonly SearchHit[], text: string, scope: Scope): Promise<RankedHit[]> {
  const use = await shownUse(hits, scope);
  return rankHits(
    hits.map((hit) => ({ ...hit, strength: 1, used: use.get(hit.id) ?? 0 })),
    { text },
  );
}

function wordsBeginning(text: string): SearchQuery {
  return { kind: 'text', text, fields: ['name', 'displayName'], operator: 'and', form: 'prefix' };
}
