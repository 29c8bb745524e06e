import { type DataRoute, type Request, readLimit, type Scope } from '../../catalog/index.js';
import { latestUsage, namesWithPrefix } from '../../storage/index.js';
import { hitSources, pickFields } from '../hit-source.js';
import { type RankedHit, rankHits } from '../rank-hits.js';
import { runSearch } from '../run-search.js';
import { indexOfType, readIndexes } from '../search-indexes.js';
import { ALL, LIMITS, type SearchQuery } from '../search-query.js';
import { splitWords, wholeToken } from '../tokenize.js';
import { visibleRows } from '../visible.js';
import { answerJson } from './answer.js';
import { deletedParameter, indexParameter, readFlag, readNames, searchRoute } from './search-route.js';

const LOOKED = 500;
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
      const sources = await hitSources(
        hits.map(({ id }) => id),
        scope,
      );
      const include = readNames(request.query.include_source_fields);
      const shown = readFlag(request.query, 'fetch_source', true);
      const options = hits.flatMap((hit) => {
        const source = sources.get(hit.id);
        if (!source) return [];
        return [
          {
            text: hit.name,
            _index: indexOfType(hit.type),
            _id: hit.id,
            _score: hit.score,
            ...(shown
              ? { _source: pickFields(source, { include: include.length > 0 ? include : null, exclude: [] }) }
              : {}),
          },
        ];
      });
      return answerJson({ suggest: { 'metadata-suggest': [{ text, offset: 0, length: text.length, options }] } });
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
  const rows = await visibleRows(types, deleted, scope);
  const found = await namesWithPrefix(scope.sql, prefix, rows, { looked: LOOKED, limit: CANDIDATES });
  const use = new Map(
    (
      await latestUsage(
        scope.sql,
        found.map(({ id }) => id),
      )
    ).map((row) => [row.entity_id, row.weekly]),
  );
  const ranked = rankHits(
    found.map((hit) => ({ ...hit, strength: 1, used: use.get(hit.id) ?? 0 })),
    text,
  ).slice(0, size);
  if (ranked.length >= size) return ranked;
  const search = {
    query: prefixQuery(text),
    filter: ALL,
    postFilter: ALL,
    types,
    deleted,
    from: 0,
    size,
    sort: null,
    afterId: null,
  };
  const { hits } = await runSearch(search, scope);
  const known = new Set(ranked.map(({ id }) => id));
  return [...ranked, ...hits.filter(({ id }) => !known.has(id))].slice(0, size);
}

function prefixQuery(text: string): SearchQuery {
  const words = splitWords(text);
  const fields = ['name', 'displayName'];
  return { kind: 'text', text: words.map(({ joined }) => joined).join(' '), fields, operator: 'and', form: 'prefix' };
}
