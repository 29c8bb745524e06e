// Queries as nobody would write them: nearly right, nested, endless, and of the letters that languages of queries are made of.
import fc from 'fast-check';

const fields = [
  ...[
    'name',
    'displayName',
    'description',
    'fullyQualifiedName',
    'columns.name',
    'owners.name',
    'tags.tagFQN',
    'version',
  ],
  ...[
    'domains.displayName.keyword',
    'service.name',
    'entityType',
    '_id',
    '_index',
    'deleted',
    'updatedAt',
    'serviceType',
  ],
  ...['', '.', '__proto__', 'constructor', 'a.b.c.d', 'name.keyword.keyword', 'fqnParts', 'tier', 'extension.x', '*'],
];
const words = [
  'order',
  'customers',
  'dim_customer',
  'stg',
  'a',
  'ordr',
  '顧客',
  'ß',
  'İ',
  '\u0000',
  '\ud83d',
  '💥',
  '7',
  '',
];
const signs = [...'"\'\\()[]{}:*?~^!+-&|<>=/.,;%_$#@ \t\n', 'AND', 'OR', 'NOT', '&&', '||', ' TO ', '*:*', '""', '\\"'];

/** Texts of query strings. */
export const queryStrings: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .array(fc.constantFrom(...signs, ...words, ...fields, ' '), { maxLength: 60 })
      .map((all) => all.join('')),
  },
  { weight: 2, arbitrary: fc.string({ maxLength: 300, unit: 'binary' }) },
  {
    weight: 2,
    arbitrary: repeated(fc.constantFrom(...signs, ...words, 'a*', '*a', '(a OR ', 'name:', '-x ', 'x~2 ', '"a b" ')),
  },
);

const values: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown[]>(...words, '*a*', 'a*b?c*', '?', 'order*', '.*', '(a+)+$', 'now-1d', 'warehouse.*.stg_*'),
  fc.constantFrom<unknown[]>(null, true, 0, -1, 1e308, 1_700_000_000_000, [], {}, '1e400', ['a', 'b']),
  repeated(fc.constantFrom('a', '*', '?', 'a*', '顧', '"')),
);
const field = fc.constantFrom(...fields);
const oneField = (value: fc.Arbitrary<unknown>) => fc.tuple(field, value).map(([name, one]) => ({ [name]: one }));

const leaves: fc.Arbitrary<unknown> = fc.oneof(
  oneField(values).map((term) => ({ term })),
  oneField(values.map((value) => ({ value, boost: 2 }))).map((term) => ({ term })),
  oneField(fc.array(values, { maxLength: 12 })).map((terms) => ({ terms })),
  oneField(values).map((match) => ({ match })),
  oneField(values.map((query) => ({ query, operator: 'and', fuzziness: 'AUTO' }))).map((match) => ({ match })),
  oneField(values).map((match_phrase) => ({ match_phrase })),
  oneField(values).map((prefix) => ({ prefix })),
  oneField(values.map((value) => ({ value }))).map((wildcard) => ({ wildcard })),
  oneField(fc.record({ gte: values, lt: values }, { requiredKeys: [] })).map((range) => ({ range })),
  field.map((name) => ({ exists: { field: name } })),
  fc
    .record({ query: queryStrings, fields: fc.array(field, { maxLength: 8 }) })
    .map((query_string) => ({ query_string })),
  fc.record({ query: values, fields: fc.array(field, { maxLength: 8 }) }).map((multi_match) => ({ multi_match })),
  fc.array(values, { maxLength: 5 }).map((ids) => ({ ids: { values: ids } })),
  fc.constant({ match_all: {} }),
  fc.dictionary(fc.constantFrom('bool', 'term', 'script', 'regexp', 'nested', 'knn', 'more_like_this'), values, {
    maxKeys: 2,
  }),
);

const clauses = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 6, depthIdentifier: 'clause' },
    leaves,
    fc
      .record(
        {
          must: some(tie('node')),
          should: some(tie('node')),
          must_not: some(tie('node')),
          filter: some(tie('node')),
          minimum_should_match: fc.constantFrom<unknown[]>(0, 1, 2, 50, -1, '75%', 'x', null),
        },
        { requiredKeys: [] },
      )
      .map((bool) => ({ bool })),
    fc.tuple(field, tie('node')).map(([path, query]) => ({ nested: { path, query } })),
  ),
})).node;

/** Texts of filters: query DSL, nearly so, too deep, or any JSON at all. */
export const filters: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: clauses.map((query) => JSON.stringify({ query })) },
  { weight: 1, arbitrary: fc.json({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 3000 }).map(nested) },
  { weight: 1, arbitrary: queryStrings },
);

/** A filter of so many levels. */
export function nested(levels: number): string {
  return `{"query":${'{"bool":{"must":['.repeat(levels)}{"match_all":{}}${']}}'.repeat(levels)}}`;
}

export interface Hostile {
  q: string;
  query_filter: string;
  post_filter: string;
  sort_field: string;
  sort_order: string;
  search_after: string;
  include_source_fields: string;
  index: string;
  from: string;
  size: string;
}

const numbers = fc.constantFrom('0', '1', '10', '10000', '-1', '1e9', 'NaN', '99999999999999999999', '0x10', ' 1');

/** Parameters of a search, each of which may be missing. */
export const searches: fc.Arbitrary<Partial<Hostile>> = fc.record(
  {
    q: queryStrings,
    query_filter: filters,
    post_filter: filters,
    sort_field: fc.oneof(
      field,
      fc.constantFrom('_score', 'name.keyword', 'updatedAt', 'usageSummary.weeklyStats.count'),
    ),
    sort_order: fc.constantFrom('asc', 'desc', 'ASC', 'up', ''),
    search_after: queryStrings,
    include_source_fields: fc.array(field, { maxLength: 5 }).map((all) => all.join(',')),
    index: fc.oneof(fc.constantFrom('all', 'table', 'dataAsset', 'table,user', '*', ''), queryStrings),
    from: numbers,
    size: numbers,
  },
  { requiredKeys: [] },
);

/** Bodies of counts. */
export const countBodies: fc.Arbitrary<Record<string, unknown>> = fc.dictionary(
  fc.constantFrom(
    'fieldName',
    'fieldValue',
    'query',
    'queryText',
    'index',
    'deleted',
    'size',
    'sourceFields',
    'topHits',
  ),
  fc.oneof(values, field, filters, fc.constant('table')),
);

function repeated(of: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(of, fc.constantFrom(2, 7, 65, 130, 700)).map(([text, times]) => text.repeat(times).slice(0, 8000));
}

function some(node: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof(fc.array(node, { maxLength: 4 }), node);
}
