import { plainText } from '../hits/run-search.js';
import type { SearchQuery } from '../query/search-query.js';
import { type SearchSettings, settingsOf } from './search-settings.js';

/** Removes the stop words that the settings of every searched type define; a query of nothing else stays as it is. */
export function withoutStopWords(query: SearchQuery, settings: SearchSettings, types: readonly string[]): SearchQuery {
  if (plainText(query) === '') return query;
  const left = leftOut(settings, types);
  if (left.size === 0) return query;
  return without(query, left) ?? query;
}

function leftOut(settings: SearchSettings, types: readonly string[]): ReadonlySet<string> {
  const [first = [], ...others] = types.map((type) => {
    const { enabled = true, stopWords = [] } = settingsOf(settings, type)?.ranking ?? {};
    return enabled ? stopWords.map((word) => word.toLowerCase()) : [];
  });
  return new Set(first.filter((word) => others.every((words) => words.includes(word))));
}

/** null where nothing is left. */
function without(query: SearchQuery, words: ReadonlySet<string>): SearchQuery | null {
  if (query.kind === 'text') {
    if (query.form !== 'words') return query;
    const text = query.text
      .split(/\s+/)
      .filter((word) => !words.has(word.toLowerCase()))
      .join(' ');
    return text === '' ? null : { ...query, text };
  }
  if (query.kind !== 'bool') return query;
  const kept = (parts: readonly SearchQuery[]) => parts.flatMap((part) => without(part, words) ?? []);
  const must = kept(query.must);
  const should = kept(query.should);
  if (must.length + should.length === 0) return null;
  return { ...query, must, should, minimum: Math.min(query.minimum, should.length) };
}
