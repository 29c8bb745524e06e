import { describe, expect, it } from 'vitest';
import { oneLine, piecesOf } from '../results/marked.js';
import { filterClauses, includesValue, readQuickFilter, toggled, writeQuickFilter } from './quick-filter.js';

describe('filters of facets', () => {
  it('come back from the address as they went into it', () => {
    const chosen = toggled(toggled(new Map(), 'tags.tagFQN', 'A."b.c"'), 'tags.tagFQN', 'D.e');
    expect(readQuickFilter(writeQuickFilter(chosen))).toEqual(new Map([['tags.tagFQN', ['A."b.c"', 'D.e']]]));
    expect(writeQuickFilter(toggled(toggled(chosen, 'tags.tagFQN', 'D.e'), 'tags.tagFQN', 'A."b.c"'))).toBe('');
  });

  it('do not distinguish case, as links of others have values in lower case', () => {
    const chosen = new Map([['serviceType', ['snowflake', 'Postgres']]]);
    expect(includesValue(chosen.get('serviceType') ?? [], 'Snowflake')).toBe(true);
    expect(toggled(chosen, 'serviceType', 'Snowflake')).toEqual(new Map([['serviceType', ['Postgres']]]));
  });

  it('leave one field out to count its values', () => {
    const chosen = new Map([
      ['a', ['1']],
      ['b', ['2']],
    ]);
    expect(filterClauses(chosen, 'a')).toEqual([{ bool: { should: [{ term: { b: '2' } }] } }]);
  });

  it('of broken and foreign links filter nothing, or what they can', () => {
    for (const text of ['', '{', 'null', '[]', '{"query":1}', '{"query":{"bool":{"must":[null,1]}}}'])
      expect(readQuickFilter(text), text).toEqual(new Map());
    expect(readQuickFilter('{"query":{"bool":{"must":[{"term":{"a":{"value":"x"}}},{"terms":{"b":["y"]}}]}}}')).toEqual(
      new Map([
        ['a', ['x']],
        ['b', ['y']],
      ]),
    );
  });
});

describe('marked texts', () => {
  it('are cut where the search matched, and stay text', () => {
    expect(piecesOf('Every <span class="text-highlighter">order</span> <b>')).toEqual([
      { text: 'Every ', matched: false },
      { text: 'order', matched: true },
      { text: ' <b>', matched: false },
    ]);
  });

  it('lose their Markdown in a list', () => {
    expect(oneLine('# Orders\n\n**All** [orders](x) of `shop` <br/> snake_case')).toBe(
      'Orders All orders of shop snake_case',
    );
  });
});
