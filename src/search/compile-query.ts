/**
 * A query to conditions on documents. Names in it (of owners, tags, containers) are looked up now, so that documents, which hold
 * ids, never go stale. Compiled once for each strength of columns, weakest last; look-ups are made once.
 */
import type { Registry } from '../catalog/index.js';
import {
  hasHits,
  type SearchColumn,
  type SearchCondition,
  type Sql,
  searchHits,
  type WordQuery,
  wordsByKeys,
  wordsLike,
} from '../storage/index.js';
import { EVERY, keyToken, presenceToken, referenceToken } from './key-token.js';
import { isForgiven, isNear, wordKeys } from './near-words.js';
import { holderTypes, type ReferencePart, type SearchField, searchField } from './search-fields.js';
import { typesOfIndex } from './search-indexes.js';
import { LIMITS, type SearchQuery } from './search-query.js';
import { splitWords, type Word, wholeToken } from './tokenize.js';

/** Which columns words are looked for in: the whole name; names; parts and references too; everything. */
export type Strength = 0 | 1 | 2 | 3;

const COLUMNS: readonly (readonly SearchColumn[])[] = [
  ['exact'],
  ['exact', 'name'],
  ['exact', 'name', 'parts', 'refs'],
  ['exact', 'name', 'parts', 'refs', 'body'],
];

const MOST_REFERENCES = 500;
const MOST_NEAR = 8;
const MOST_EXPANSIONS = 100;

export interface QueryCompiler {
  compile(query: SearchQuery, strength: Strength): Promise<SearchCondition>;
  /** Words that stood in for one that nothing has, as far as compiled. */
  readonly replaced: ReadonlyMap<string, readonly string[]>;
}

export const everything: WordQuery = { kind: 'word', token: EVERY, in: ['keys'] };
export const nothing: WordQuery = { kind: 'and', of: [everything, { kind: 'not', of: everything }] };

export function key(field: string, value: string): WordQuery {
  return { kind: 'word', token: keyToken(field, value), in: ['keys'] };
}

export function anyOf(of: readonly WordQuery[]): WordQuery {
  if (of.length === 0) return nothing;
  return of.length === 1 ? (of[0] as WordQuery) : { kind: 'or', of };
}

export function bothOf(of: readonly WordQuery[]): WordQuery {
  if (of.length === 0) return everything;
  return of.length === 1 ? (of[0] as WordQuery) : { kind: 'and', of };
}

function words(query: WordQuery): SearchCondition {
  return { kind: 'words', query };
}

export function createQueryCompiler({ sql, registry }: { sql: Sql; registry: Registry }): QueryCompiler {
  const holders = holderTypes(registry).map((type) => key('entityType', type));
  const references = remembered((name: string) => holdersNamed(name));
  const replaced = new Map<string, readonly string[]>();
  const nearWords = remembered((word: string) => near(word));

  /** Entities that others point at, by a word of their name. */
  async function holdersNamed(text: string): Promise<string[]> {
    const [word] = splitWords(text);
    if (!word || holders.length === 0) return [];
    const query = bothOf([wordIn(word, ['exact', 'name']), anyOf(holders), key('deleted', '0')]);
    return (await searchHits(sql, { words: query, conditions: [] }, MOST_REFERENCES)).map(({ id }) => id);
  }

  async function near(word: string): Promise<string[]> {
    if (!isForgiven(word)) return [];
    const found = await wordsByKeys(sql, wordKeys(word), 200);
    const others = found.filter((other) => other !== word && isNear(word, other)).slice(0, MOST_NEAR);
    replaced.set(word, others);
    return others;
  }

  async function text(query: Extract<SearchQuery, { kind: 'text' }>, strength: Strength): Promise<SearchCondition> {
    const { fields } = query;
    if (fields === null) return words(await textIn(query, COLUMNS[strength] as SearchColumn[]));
    const parts: SearchCondition[] = [];
    for (const given of fields) {
      const field = searchField(given, false, registry);
      if (field.kind === 'text') parts.push(words(await textIn(query, columnsOf(field.column))));
      else if (field.kind === 'value' || field.kind === 'fqn' || fields.length === 1)
        parts.push(await valueIn(field, query.text));
    }
    return parts.length === 1 ? (parts[0] as SearchCondition) : { kind: 'or', of: parts };
  }

  /** A text field without a column of its own holds the text as a value, or the words among references. */
  async function valueIn(field: SearchField, value: string): Promise<SearchCondition> {
    if (field.kind === 'reference' || field.kind === 'owner' || field.kind === 'domain') {
      const named = { ...field, by: field.by === 'id' || field.by === 'fqn' ? field.by : ('any' as const) };
      return term(named, [value]);
    }
    return term(field, [value]);
  }

  async function textIn(
    query: Extract<SearchQuery, { kind: 'text' }>,
    columns: readonly SearchColumn[],
  ): Promise<WordQuery> {
    const given = splitWords(query.text).slice(0, LIMITS.words);
    if (given.length === 0) return query.text.trim() === '' ? everything : nothing;
    if (columns.length === 1 && columns[0] === 'exact')
      return { kind: 'word', token: wholeToken(query.text), in: ['exact'] };
    if (query.form === 'phrase' && given.flatMap((word) => word.parts).length > 1) return phrase(given, columns);
    const found: WordQuery[] = [];
    for (const [i, word] of given.entries())
      found.push(await oneWord(word, columns, query.form === 'prefix' && i === given.length - 1));
    return query.operator === 'or' ? mostOf(found) : bothOf(found);
  }

  async function oneWord(word: Word, columns: readonly SearchColumn[], prefix: boolean): Promise<WordQuery> {
    const of = columns.filter((column) => column !== 'refs');
    const alternatives = [wordIn(word, of), ...prefixes(word, of, prefix)];
    if (columns.includes('refs'))
      alternatives.push(
        ...(await references(word.joined)).map(
          (id): WordQuery => ({ kind: 'word', token: referenceToken(id), in: ['refs'] }),
        ),
      );
    const whole = [...(COLUMNS[3] as SearchColumn[]).filter((column) => column !== 'refs')];
    if (
      word.parts.length === 1 &&
      isForgiven(word.joined) &&
      !(await hasHits(sql, anyOf([wordIn(word, whole), ...prefixes(word, whole, true)])))
    )
      for (const other of await nearWords(word.parts[0] as string))
        alternatives.push({ kind: 'word', token: other, in: of });
    return anyOf(alternatives);
  }

  async function term(field: SearchField, values: readonly string[]): Promise<SearchCondition> {
    switch (field.kind) {
      case 'id':
        return words(anyOf(values.map((value) => key('id', value))));
      case 'type':
        return words(
          anyOf(
            values.flatMap((value) =>
              (typesOfIndex(value, registry) ?? [value]).map((type) => key('entityType', type)),
            ),
          ),
        );
      case 'deleted':
        return words(anyOf(values.map((value) => key('deleted', value === 'true' ? '1' : '0'))));
      case 'fqn':
        return words(anyOf(values.map((value) => key('fullyQualifiedName', value))));
      case 'fqnPart':
        return words(anyOf([...values.map((value) => key('name', value)), ...(await namedReferences(values))]));
      case 'owner':
        return rows('ownedBy', await resolve(['user', 'team'], field.by, values));
      case 'domain':
        return rows('inDomains', await resolve(['domain'], field.by, values));
      case 'reference': {
        const ids = await resolve(field.types, field.by, values);
        return words(anyOf(ids.map((id) => key(field.key, id))));
      }
      case 'time': {
        const value = Number(values[0]);
        return { kind: 'between', column: field.column, low: value, high: value };
      }
      case 'text':
        return words(
          anyOf(await Promise.all(values.map((value) => textIn(plainText(value), columnsOf(field.column))))),
        );
      case 'value':
        return words(anyOf(values.map((value) => key(field.key, value))));
    }
  }

  async function namedReferences(values: readonly string[]): Promise<WordQuery[]> {
    const ids = await resolve(holderTypes(registry), 'name', values);
    return ids.map((id) => ({ kind: 'word', token: referenceToken(id), in: ['refs'] }));
  }

  /** Ids of the entities that values name; `null` types: any. */
  async function resolve(
    types: readonly string[] | null,
    by: ReferencePart,
    values: readonly string[],
  ): Promise<string[]> {
    if (by === 'id') return [...values];
    const fields = {
      name: ['name'],
      displayName: ['displayName', 'name'],
      fqn: ['fullyQualifiedName'],
      any: ['name', 'displayName', 'fullyQualifiedName', 'id'],
    }[by];
    const named = anyOf(values.flatMap((value) => fields.map((field) => key(field, value))));
    const query = types === null ? named : bothOf([named, anyOf(types.map((type) => key('entityType', type)))]);
    return (await searchHits(sql, { words: query, conditions: [] }, LIMITS.terms)).map(({ id }) => id);
  }

  async function exists(field: SearchField, given: string): Promise<SearchCondition> {
    if (field.kind === 'owner') return { kind: 'not', of: { kind: 'rows', filter: { kind: 'noOwner' } } };
    if (field.kind === 'domain') return { kind: 'not', of: { kind: 'rows', filter: { kind: 'noDomain' } } };
    if (['id', 'type', 'deleted', 'fqn', 'fqnPart', 'time'].includes(field.kind) || given === 'name')
      return words(everything);
    const presence =
      field.kind === 'reference' || field.kind === 'value'
        ? field.key
        : field.kind === 'text' && field.column === 'parts'
          ? 'columns.name'
          : given;
    return words({ kind: 'word', token: presenceToken(presence), in: ['keys'] });
  }

  async function wildcard(given: string, pattern: string): Promise<SearchCondition> {
    const like = likePattern(pattern);
    if (like === null) return words(nothing);
    const field: SearchField = given === '' ? { kind: 'text', column: 'name' } : searchField(given, false, registry);
    if (!/(?<!\\)[*?]/.test(pattern)) return term(searchField(given, true, registry), [unescapePattern(pattern)]);
    if (/^\*+$/.test(pattern)) return exists(field, given);
    if (field.kind === 'fqn')
      return { kind: 'and', of: [lastSegment(pattern), { kind: 'like', column: 'fqn', pattern: like }] };
    if (field.kind === 'owner' || field.kind === 'domain' || field.kind === 'reference') return named(field, like);
    if (field.kind !== 'text' && !(field.kind === 'value' && /^(name|displayName|columns\.name)$/.test(field.key)))
      return words(nothing);
    const found = await wordsLike(sql, foldedLike(pattern), MOST_EXPANSIONS);
    const columns: readonly SearchColumn[] =
      field.kind === 'value'
        ? field.key === 'columns.name'
          ? ['parts']
          : ['exact', 'name']
        : given === ''
          ? ['exact', 'name', 'parts']
          : columnsOf(field.column);
    const whole = pattern.endsWith('*') && !/[*?]/.test(pattern.slice(0, -1)) ? wholeToken(pattern) : '';
    const alternatives: WordQuery[] = found.map((token) => ({ kind: 'word', token, in: columns }));
    if (whole !== '') alternatives.push({ kind: 'word', token: whole, in: columns, prefix: true });
    return words(anyOf(alternatives));
  }

  /** References to entities whose name (or FQN, where the field asks for that) fits. */
  async function named(field: Extract<SearchField, { by: ReferencePart }>, like: string): Promise<SearchCondition> {
    const pointedAt = { owner: ['user', 'team'], domain: ['domain'], reference: null }[field.kind];
    const types = pointedAt ?? (field.kind === 'reference' ? field.types : null) ?? holderTypes(registry);
    const hits = await searchHits(
      sql,
      {
        words: anyOf(types.map((type) => key('entityType', type))),
        conditions: [{ kind: 'like', column: field.by === 'fqn' ? 'fqn' : 'name', pattern: like }],
      },
      MOST_REFERENCES,
    );
    return term(
      { ...field, by: 'id' },
      hits.map(({ id }) => id),
    );
  }

  async function compile(query: SearchQuery, strength: Strength): Promise<SearchCondition> {
    switch (query.kind) {
      case 'all':
        return words(everything);
      case 'none':
        return words(nothing);
      case 'text':
        return text(query, strength);
      case 'term':
        return term(searchField(query.field, true, registry), query.values);
      case 'exists':
        return exists(searchField(query.field, true, registry), query.field);
      case 'wildcard':
        return wildcard(query.field, query.pattern);
      case 'range': {
        const field = searchField(query.field, true, registry);
        if (field.kind !== 'time') return words(nothing);
        const tenths = (value: number | null) => (value !== null && field.column === 'version' ? value * 10 : value);
        return { kind: 'between', column: field.column, low: tenths(query.low), high: tenths(query.high) };
      }
      case 'bool':
        return bool(query, strength);
    }
  }

  async function bool(query: Extract<SearchQuery, { kind: 'bool' }>, strength: Strength): Promise<SearchCondition> {
    const of: SearchCondition[] = [];
    for (const part of query.must) of.push(await compile(part, strength));
    if (query.minimum > 0) {
      const should: SearchCondition[] = [];
      for (const part of query.should) should.push(await compile(part, strength));
      of.push(atLeast(query.minimum, should));
    }
    for (const part of query.mustNot) of.push({ kind: 'not', of: await compile(part, 3) });
    return { kind: 'and', of };
  }

  return { compile, replaced };
}

/** At least so many of several; more than one of many is asked for all but so many, which is what clients mean. */
function atLeast(minimum: number, of: readonly SearchCondition[]): SearchCondition {
  if (minimum <= 1) return { kind: 'or', of };
  if (minimum >= of.length) return { kind: 'and', of };
  if (of.length > 12) return { kind: 'or', of };
  return { kind: 'or', of: choices(of, minimum).map((chosen): SearchCondition => ({ kind: 'and', of: chosen })) };
}

function choices<T>(of: readonly T[], count: number): T[][] {
  if (count === 0) return [[]];
  return of.flatMap((first, i) => choices(of.slice(i + 1), count - 1).map((rest) => [first, ...rest]));
}

/** Any of the words. */
function mostOf(of: readonly WordQuery[]): WordQuery {
  return anyOf(of);
}

function plainText(value: string): Extract<SearchQuery, { kind: 'text' }> {
  return { kind: 'text', text: value, fields: null, operator: 'and', form: 'words' };
}

function rows(kind: 'ownedBy' | 'inDomains', ids: readonly string[]): SearchCondition {
  return ids.length === 0 ? words(nothing) : { kind: 'rows', filter: { kind, ids } };
}

function columnsOf(column: 'name' | 'parts' | 'body'): readonly SearchColumn[] {
  return column === 'name' ? ['exact', 'name'] : [column];
}

/** A word by its parts, or by its whole where it has several. */
function wordIn({ parts, joined }: Word, columns: readonly SearchColumn[]): WordQuery {
  const each = parts.map(
    (token): WordQuery => ({ kind: 'word', token, in: columns, ...(isLoneSign(token) ? { prefix: true } : {}) }),
  );
  if (each.length === 1) return each[0] as WordQuery;
  return anyOf([bothOf(each), { kind: 'word', token: joined, in: columns }]);
}

/** Signs of scripts without spaces are kept in pairs. */
function isLoneSign(token: string): boolean {
  return [...token].length === 1 && token > '\u0e00';
}

function prefixes({ joined }: Word, columns: readonly SearchColumn[], asked: boolean): WordQuery[] {
  if (joined.length < (asked ? 1 : 3)) return [];
  const of = columns.filter(
    (column) => column === 'exact' || column === 'name' || (column === 'parts' && (asked || joined.length > 3)),
  );
  return of.length === 0 ? [] : [{ kind: 'word', token: joined, in: of, prefix: true }];
}

function phrase(given: readonly Word[], columns: readonly SearchColumn[]): WordQuery {
  const tokens = given.flatMap((word) => word.parts);
  return { kind: 'phrase', tokens, in: columns.filter((column) => column !== 'refs') };
}

/** A pattern of `like`; null when it has too many wildcards. */
function likePattern(pattern: string): string | null {
  let count = 0;
  const like = pattern.toLowerCase().replace(/\\(.)|\*+|\?|[%_]/gs, (found, taken?: string) => {
    if (taken !== undefined) return /[%_\\]/.test(taken) ? `\\${taken}` : taken;
    if (found === '%' || found === '_') return `\\${found}`;
    count++;
    return found === '?' ? '_' : '%';
  });
  return count > LIMITS.wildcards ? null : like.replace(/\\$/, '');
}

function foldedLike(pattern: string): string {
  return pattern
    .split(/(\*+|\?)/)
    .map((part) => (part.startsWith('*') ? '%' : part === '?' ? '_' : wholeToken(part)))
    .join('');
}

function unescapePattern(pattern: string): string {
  return pattern.replace(/\\(.)/gs, '$1');
}

/** The last segment of an FQN narrows a pattern where it is a plain name. */
function lastSegment(pattern: string): SearchCondition {
  const last = pattern.slice(pattern.lastIndexOf('.') + 1);
  return words(last === '' || /[*?"\\]/.test(last) ? everything : key('name', last));
}

function remembered<T>(look: (given: string) => Promise<T>): (given: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (given) => {
    const found = known.get(given) ?? look(given);
    known.set(given, found);
    return found;
  };
}
