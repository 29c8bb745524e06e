// Conditions over the documents of a small catalog: words, tests of facet tuples, ids, paths, names, and what joins them.
import fc from 'fast-check';
import type { Facets } from '../../../src/search/indexing/make-document.js';
import type { Condition } from '../../../src/search/query/condition.js';
import type { SearchDocument } from '../../../src/storage/index.js';
import { fieldsOf, valuesOf } from '../model/search-model.js';

const COLUMNS = ['exact', 'name', 'parts', 'body', 'refs', 'keys'] as const;

export function conditionsOver(documents: readonly SearchDocument[]): fc.Arbitrary<Condition> {
  const made = documents.filter(({ nameKey }) => nameKey.startsWith('asset'));
  const document = fc.oneof(fc.constantFrom(...made), fc.constantFrom(...documents));
  const facets = document.map(({ facets: text }) => JSON.parse(text) as Facets);
  const part = document.chain((one) =>
    fc.constantFrom(...COLUMNS).map((column) => ({ column, tokens: one.tokens[column].split(' ').filter(Boolean) })),
  );
  const words = part.chain(({ column, tokens }) =>
    fc
      .record({ at: fc.nat(Math.max(0, tokens.length - 1)), form: fc.constantFrom('word', 'prefix', 'phrase') })
      .map(({ at, form }): Condition => {
        const token = tokens[at] ?? 'none';
        const isText = column === 'name' || column === 'body' || column === 'parts';
        if (form === 'phrase' && isText && tokens.length > 0)
          return { kind: 'words', query: { kind: 'phrase', tokens: tokens.slice(at, at + 2), in: [column] } };
        const prefix = form === 'prefix' && isText;
        return {
          kind: 'words',
          query: {
            kind: 'word',
            token: prefix ? token.slice(0, 3) : token,
            in: [column],
            ...(prefix ? { prefix } : {}),
          },
        };
      }),
  );
  const has = facets.chain((one) =>
    fc.constantFrom(...fieldsOf(one)).map((field): Condition => {
      const values = valuesOf(one, field);
      return {
        kind: 'combination',
        test: values.length === 0 ? { kind: 'any', field } : { kind: 'has', field, values },
      };
    }),
  );
  const holders = [...new Set(documents.flatMap(({ facets: text }) => ownersAndDomains(JSON.parse(text) as Facets)))];
  const inherits = fc
    .record({
      field: fc.constantFrom('o' as const, 'd' as const),
      ids: fc.option(fc.subarray(holders, { maxLength: 2 })),
    })
    .map(({ field, ids }): Condition => ({ kind: 'combination', test: { kind: 'inherits', field, ids } }));
  const ids = fc
    .array(document, { maxLength: 3 })
    .map((list): Condition => ({ kind: 'ids', ids: [...new Set(list.map(({ id }) => id))] }));
  const others = fc.constantFrom<Condition>(
    { kind: 'begins', prefix: 'asset' },
    { kind: 'begins', prefix: 'assettable' },
    { kind: 'path', pattern: 'assetowned.%' },
    { kind: 'path', pattern: '%schema%' },
    { kind: 'name', pattern: 'asset%' },
    { kind: 'name', pattern: '%settab%e%' },
    { kind: 'combination', test: { kind: 'like', field: 'y', pattern: '%Able%' } },
    { kind: 'combination', test: { kind: 'like', field: 's.serviceType', pattern: '_y%' } },
    { kind: 'rows', condition: { kind: 'partName', pattern: '%a%' } },
    { kind: 'rows', condition: { kind: 'partName', pattern: 'co_%' } },
    { kind: 'rows', condition: { kind: 'like', column: 'name', pattern: '%table%' } },
  );
  const { tree } = fc.letrec<{ tree: Condition; leaf: Condition }>((tie) => ({
    leaf: fc.oneof(words, has, inherits, ids, others),
    tree: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      tie('leaf'),
      fc.record({ kind: fc.constantFrom('and' as const, 'or' as const), of: fc.array(tie('tree'), { maxLength: 3 }) }),
      fc.record({ kind: fc.constant('not' as const), of: tie('tree') }),
    ),
  }));
  return tree;
}

function ownersAndDomains({ o, d }: Facets): string[] {
  return [...(o ?? []), ...(d ?? [])];
}
