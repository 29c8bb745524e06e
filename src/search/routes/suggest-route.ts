import { type DataRoute, json, type Request, readLimit, type Scope } from '../../catalog/index.js';
import { latestUsage, type SearchHit } from '../../storage/index.js';
import { createQueryCompiler } from '../compile-query.js';
import { both } from '../condition.js';
import { openEngine } from '../engine/open-engine.js';
import { hitSources, pickFields, wantedOf } from '../hit-source.js';
import { type RankedHit, rankHits } from '../rank-hits.js';
import { indexOfType, readIndexes } from '../search-indexes.js';
import { LIMITS, type SearchQuery } from '../search-query.js';
import { wholeToken } from '../tokenize.js';
import { visibleTo } from '../visible.js';
import { deletedParameter, indexParameter, readFlag, readNames, searchRoute } from './search-route.js';

const CANDIDATES = 100;

export function suggestRoute(): DataRoute {
  return searchRoute('/suggest', {
    id: 'getSuggestedEntities',
    summary: 'Names that begin with what was typed so far',
    query: [
      { name: 'q', description: 'What was typed', schema: { type: 'string' }, required: true },
      indexParameter,
      {
        name: 'size',
        description: 'Most suggestions',
        schema: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
      },
      { name: 'fetch_source', description: 'Whether to show the entity', schema: { type: 'boolean', default: true } },
      { name: 'include_source_fields', description: 'Fields of the entity to show', schema: { type: 'string' } },
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
      const options = hits.flatMap((hit) => {
        const source = sources.get(hit.id);
        if (!source) return [];
        return [
          {
            text: hit.name,
            _index: indexOfType(hit.type),
            _id: hit.id,
            _score: hit.score,
            ...(shown ? { _source: pickFields(source, fields) } : {}),
          },
        ];
      });
      return json(200, { suggest: { 'metadata-suggest': [{ text, offset: 0, length: text.length, options }] } });
    },
  });
}

/** Whole names that begin with the text; when those are few, names with a word that does. */
async function suggestions(text: string, { query }: Request, scope: Scope): Promise<RankedHit[]> {
  const size = readLimit(query.size, 10, 1, 100, 'size');
  const types = readIndexes(query.index, scope.catalog.registry, 'dataAsset');
  const deleted = readFlag(query, 'deleted', false);
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
  });
  const found = await evaluation.find(both([await compiler.compile(wordsBeginning(text), 1), visible]));
  const known = new Set(first.map(({ id }) => id));
  const others = (await found.lightest(CANDIDATES)).filter(({ id }) => !known.has(id));
  return [...first, ...(await ranked(others, text, scope))].slice(0, size);
}

async function ranked(hits: readonly SearchHit[], text: string, scope: Scope): Promise<RankedHit[]> {
  const used = await latestUsage(
    scope.sql,
    hits.map(({ id }) => id),
  );
  const use = new Map(used.map((row) => [row.entity_id, row.weekly]));
  return rankHits(
    hits.map((hit) => ({ ...hit, strength: 1, used: use.get(hit.id) ?? 0 })),
    { text },
  );
}

function wordsBeginning(text: string): SearchQuery {
  return { kind: 'text', text, fields: ['name', 'displayName'], operator: 'and', form: 'prefix' };
}
