import { beforeAll, expect, it } from 'vitest';
import { entityRow, relationRow, tagUsageRow } from '../../../test/support/rows.js';
import { forEachStore } from '../../../test/support/stores.js';
import {
  CERTIFICATION_PART,
  countEntities,
  insertEntities,
  listEntities,
  putRelations,
  putTagUsages,
  RELATION,
  type RowFilter,
} from '../index.js';
import { createParameters } from './parameters.js';
import { filterCondition } from './row-filter.js';

// service (owner ann, domain sales) > base (owner team west) > three tables; another base has no owner of its own.
forEachStore('row filter', (use) => {
  const ids = (filter: RowFilter) =>
    use()
      .store.read((sql) => listEntities(sql, { type: 'leaf', limit: 100, filter }))
      .then((rows) => rows.map(({ id }) => id));

  beforeAll(async () => {
    const leaf = (id: string, parent: string | null) => entityRow({ id, type: 'leaf', parent_id: parent });
    await use().store.write(async (tx) => {
      await insertEntities(tx, [
        entityRow({ id: 'service' }),
        entityRow({ id: 'owned', parent_id: 'service' }),
        entityRow({ id: 'plain', parent_id: 'service' }),
        leaf('a', 'owned'),
        leaf('b', 'owned'),
        leaf('c', 'plain'),
        leaf('d', null),
        ...['ann', 'west', 'bob', 'sales', 'finance', 'rita', 'company', 'wendy'].map((id) => entityRow({ id })),
        entityRow({ id: 'left', deleted: 2 }),
        entityRow({ id: 't1', type: 'tag', fqn: 'PII.Sensitive' }),
        entityRow({ id: 't2', type: 'tag', fqn: 'Tier.Tier1' }),
        entityRow({ id: 't3', type: 'tag', fqn: 'Certification.Gold' }),
        entityRow({ id: 't4', type: 'tag', fqn: 'PII.Derived' }),
        entityRow({ id: 'term', type: 'glossaryTerm', fqn: 'Words.term' }),
      ]);
      await putRelations(tx, [
        relationRow('ann', RELATION.owns, 'service'),
        relationRow('west', RELATION.owns, 'owned'),
        relationRow('bob', RELATION.owns, 'b'),
        relationRow('left', RELATION.owns, 'a'),
        relationRow('left', RELATION.hasDomain, 'a'),
        relationRow('left', RELATION.reviews, 'd'),
        relationRow('sales', RELATION.hasDomain, 'service'),
        relationRow('finance', RELATION.hasDomain, 'b'),
        relationRow('rita', RELATION.reviews, 'c'),
        relationRow('rita', RELATION.reviews, 'owned'),
        relationRow('company', RELATION.parentOf, 'west'),
        relationRow('t4', RELATION.labels, 'term'),
        relationRow('west', RELATION.has, 'wendy'),
        relationRow('company', RELATION.has, 'bob'),
      ]);
      await putTagUsages(tx, [
        tagUsageRow('a', '', 't1'),
        tagUsageRow('a', 'columns.x', 't2'),
        tagUsageRow('b', 'columns.y', 't1'),
        tagUsageRow('c', CERTIFICATION_PART, 't3'),
        tagUsageRow('d', 'columns.z', 'term'),
        tagUsageRow('term', '', 't4'),
      ]);
    });
  });

  it('leaves out who is being permanently removed', async () => {
    for (const kind of ['ownedBy', 'inDomains', 'reviewedBy'] as const)
      expect(await ids({ kind, ids: ['left'] })).toEqual([]);
    expect(await ids({ kind: 'noOwner' })).toEqual(['d']);
  });

  it('takes owners and domains from the nearest container that has any', async () => {
    expect(await ids({ kind: 'ownedBy', ids: ['ann'] })).toEqual(['c']);
    expect(await ids({ kind: 'ownedBy', ids: ['west'] })).toEqual(['a']);
    expect(await ids({ kind: 'ownedBy', ids: ['bob', 'west', 'nobody'] })).toEqual(['a', 'b']);
    expect(await ids({ kind: 'ownedBy', ids: [] })).toEqual([]);
    expect(await ids({ kind: 'noOwner' })).toEqual(['d']);
    expect(await ids({ kind: 'inDomains', ids: ['sales'] })).toEqual(['a', 'c']);
    expect(await ids({ kind: 'inDomains', ids: ['finance'] })).toEqual(['b']);
    expect(await ids({ kind: 'noDomain' })).toEqual(['d']);
  });

  it('resolves groups, groups below them, and their members', async () => {
    expect(await ids({ kind: 'ownedUnderTeam', teamId: 'west' })).toEqual(['a']);
    expect(await ids({ kind: 'ownedUnderTeam', teamId: 'company' })).toEqual(['a', 'b']);
    expect(await ids({ kind: 'ownedUnderTeam', teamId: 'east' })).toEqual([]);
  });

  it('counts the tags of terms', async () => {
    expect(await ids({ kind: 'taggedAny', tags: ['PII.Derived'] })).toEqual(['d']);
    expect(await ids({ kind: 'taggedAll', tags: ['PII.Derived', 'Words.term'] })).toEqual(['d']);
  });

  it('checks tags of entities and parts, reviewers and certification', async () => {
    expect(await ids({ kind: 'taggedAny', tags: ['PII.Sensitive', 'None.Such'] })).toEqual(['a', 'b']);
    expect(await ids({ kind: 'taggedAll', tags: ['PII.Sensitive', 'Tier.Tier1'] })).toEqual(['a']);
    expect(await ids({ kind: 'taggedAll', tags: [] })).toEqual(['a', 'b', 'c', 'd']);
    expect(await ids({ kind: 'taggedAny', tags: ['Certification.Gold'] })).toEqual([]);
    expect(await ids({ kind: 'certifiedAny', tags: ['Certification.Gold'] })).toEqual(['c']);
    expect(await ids({ kind: 'reviewedBy', ids: ['rita'] })).toEqual(['a', 'b', 'c']);
  });

  it('combines conditions', async () => {
    const tagged: RowFilter = { kind: 'taggedAny', tags: ['PII.Sensitive'] };
    const unowned: RowFilter = { kind: 'noOwner' };
    expect(await ids({ kind: 'all' })).toEqual(['a', 'b', 'c', 'd']);
    expect(await ids({ kind: 'none' })).toEqual([]);
    expect(await ids({ kind: 'or', of: [tagged, unowned] })).toEqual(['a', 'b', 'd']);
    expect(await ids({ kind: 'not', of: { kind: 'or', of: [tagged, unowned] } })).toEqual(['c']);
    expect(await ids({ kind: 'and', of: [tagged, { kind: 'not', of: { kind: 'ownedBy', ids: ['bob'] } }] })).toEqual([
      'a',
    ]);
    expect(await ids({ kind: 'not', of: { kind: 'not', of: unowned } })).toEqual(['d']);
    expect(await ids({ kind: 'not', of: { kind: 'all' } })).toEqual([]);
    expect(await ids({ kind: 'and', of: [] })).toHaveLength(4);
    expect(await ids({ kind: 'or', of: [] })).toEqual([]);
    expect(await countEntities(use().store.read, { type: 'leaf', filter: tagged })).toBe(2);
  });

  it('evaluates what it tests again and again once, with the same result', async () => {
    const tests: RowFilter[] = [
      { kind: 'taggedAny', tags: ['PII.Sensitive'] },
      { kind: 'noOwner' },
      { kind: 'ownedBy', ids: ['bob'] },
      { kind: 'taggedAll', tags: ['PII.Sensitive', 'Tier.Tier1'] },
      { kind: 'above', of: { kind: 'ownedBy', ids: ['west'] } },
    ];
    const not = (of: RowFilter): RowFilter => ({ kind: 'not', of });
    const all = ['a', 'b', 'c', 'd'];
    const each = await Promise.all(tests.map(ids));
    const pairs = tests.flatMap((one, i) => tests.map((other, k) => ({ one, other, i, k })));
    const or = pairs.map(({ one, other }): RowFilter => ({ kind: 'and', of: [one, not(other)] }));
    const expected = all.filter((id) => pairs.some(({ i, k }) => each[i]?.includes(id) && !each[k]?.includes(id)));
    expect(await ids({ kind: 'or', of: or })).toEqual(expected);
    expect(await ids(not({ kind: 'or', of: or }))).toEqual(all.filter((id) => !expected.includes(id)));
    const parameters = createParameters();
    const text = filterCondition({ kind: 'or', of: or }, 'e', use().store.dialect, parameters);
    expect(parameters.values).toHaveLength(4);
    expect(text.match(/tag_usage/g)?.length).toBeLessThan(10);
  });
});
