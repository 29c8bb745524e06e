// What a search engine answers, by looking at every document.

import type { Facets } from '../../../src/search/indexing/make-document.js';
import type { Condition, FacetTupleTest } from '../../../src/search/query/condition.js';
import type { RowCondition, SearchDocument, WordQuery } from '../../../src/storage/index.js';

export interface SearchModel {
  readonly documents: readonly SearchDocument[];
  /** Ids of those that meet a condition, sorted. */
  ids(condition: Condition): string[];
  /** The same by folded name, then id. */
  byName(condition: Condition): string[];
  /** Their counts by field and value. */
  tally(condition: Condition): ReadonlyMap<string, ReadonlyMap<string, number>>;
}

export function createSearchModel(
  documents: readonly SearchDocument[],
  names: ReadonlyMap<string, { name: string; fqn: string }>,
): SearchModel {
  const facets = new Map(documents.map(({ id, facets: text }) => [id, JSON.parse(text) as Facets]));
  const facetsOf = (id: string) => facets.get(id) as Facets;

  /** The facets whose owners or domains count for a document: its own, or of the nearest container with any. */
  function holder(id: string, field: 'o' | 'd'): Facets | undefined {
    const lists = [facetsOf(id), ...(facetsOf(id).c ?? []).flatMap(([, container]) => facets.get(container) ?? [])];
    return lists.find((one) => (one[field] ?? []).length > 0);
  }

  function decided(id: string, test: FacetTupleTest): boolean {
    if (test.kind !== 'inherits') {
      const values = valuesOf(facetsOf(id), test.field);
      if (test.kind === 'like') return values.some((value) => isLike(value, test.pattern));
      return test.kind === 'any' ? values.length > 0 : values.some((value) => test.values.includes(value));
    }
    const values = holder(id, test.field)?.[test.field] ?? [];
    return values.some((value) => test.ids === null || test.ids.includes(value));
  }

  function meets(document: SearchDocument, condition: Condition): boolean {
    switch (condition.kind) {
      case 'words':
        return hasWords(document, condition.query);
      case 'begins':
        return document.nameKey.startsWith(condition.prefix);
      case 'combination':
        return decided(document.id, condition.test);
      case 'ids':
        return condition.ids.includes(document.id);
      case 'path':
        return hasRow(document, { ...condition, kind: 'like', column: 'fqn' });
      case 'name':
        return hasRow(document, { ...condition, kind: 'like', column: 'name' });
      case 'rows':
        return hasRow(document, condition.condition);
      case 'and':
        return condition.of.every((part) => meets(document, part));
      case 'or':
        return condition.of.some((part) => meets(document, part));
      case 'not':
        return !meets(document, condition.of);
    }
  }

  function hasRow({ id, parts }: SearchDocument, row: RowCondition): boolean {
    if (row.kind === 'partName') return texts(JSON.parse(parts)).some((name) => isLike(name, row.pattern));
    if (row.kind !== 'like' || (row.column !== 'name' && row.column !== 'fqn'))
      throw new Error(`the model does not know ${row.kind}`);
    return isLike(names.get(id)?.[row.column] ?? '', row.pattern);
  }

  const meeting = (condition: Condition) => documents.filter((document) => meets(document, condition));
  return {
    documents,
    ids: (condition) =>
      meeting(condition)
        .map(({ id }) => id)
        .sort(),
    byName: (condition) =>
      meeting(condition)
        .sort((a, b) => (a.nameKey < b.nameKey ? -1 : a.nameKey > b.nameKey ? 1 : a.id < b.id ? -1 : 1))
        .map(({ id }) => id),
    tally(condition) {
      const counts = new Map<string, Map<string, number>>();
      const add = (field: string, value: string) => {
        const values = counts.get(field) ?? new Map<string, number>();
        counts.set(field, values.set(value, (values.get(value) ?? 0) + 1));
      };
      for (const { id } of meeting(condition)) {
        const own = facetsOf(id);
        const inherited = { ...own, o: holder(id, 'o')?.o ?? [], d: holder(id, 'd')?.d ?? [] };
        for (const field of fieldsOf(inherited)) for (const value of writtenIn(inherited, field)) add(field, value);
      }
      return counts;
    },
  };
}

export function fieldsOf({ s, c }: Facets): string[] {
  const values = Object.keys(s ?? {}).map((name) => `s.${name}`);
  return ['y', 'x', 'o', 'd', 'p', 't', 'z', ...values, ...(c ?? []).map(([name]) => `c.${name}`)];
}

/** The values of a field as filters compare them. */
export function valuesOf(facets: Facets, field: string): string[] {
  const values = writtenIn(facets, field);
  return field.startsWith('s.') ? values.map((value) => value.toLowerCase()) : values;
}

function writtenIn(facets: Facets, field: string): string[] {
  if (field.startsWith('s.')) return [facets.s?.[field.slice(2)] ?? []].flat();
  if (field.startsWith('c.')) return (facets.c ?? []).flatMap(([name, id]) => (`c.${name}` === field ? [id] : []));
  if (field === 'x') return [String(facets.x ?? 0)];
  const value = facets[field as 'y' | 'o' | 'd' | 'p' | 't' | 'z'];
  return value === undefined ? [] : [value].flat();
}

function hasWords(document: SearchDocument, query: WordQuery): boolean {
  switch (query.kind) {
    case 'word':
      return columns(document, query.in).some((tokens) =>
        tokens.some((token) => (query.prefix ? token.startsWith(query.token) : token === query.token)),
      );
    case 'phrase':
      return columns(document, query.in).some((tokens) =>
        tokens.some((_, at) => query.tokens.every((token, i) => tokens[at + i] === token)),
      );
    case 'and':
      return query.of.every((part) => hasWords(document, part));
    case 'or':
      return query.of.some((part) => hasWords(document, part));
    case 'not':
      return !hasWords(document, query.of);
  }
}

function columns({ tokens, counted }: SearchDocument, names: Extract<WordQuery, { kind: 'word' }>['in']): string[][] {
  return names.map((name) => (name === 'counted' ? counted : tokens[name]).split(' '));
}

/** `like` with `%` at both ends or one. */
function texts(parts: string[] | Record<string, string[]>): string[] {
  return Array.isArray(parts) ? parts : Object.values(parts).flat();
}

function isLike(text: string, pattern: string): boolean {
  const expression = pattern.replaceAll('.', '\\.').replaceAll('%', '.*');
  return new RegExp(`^${expression}$`, 'i').test(text);
}
