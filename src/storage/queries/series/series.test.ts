import { expect, it } from 'vitest';
import { forEachStore } from '../../../../test/support/stores.js';
import {
  addUsage,
  countPoints,
  deletePoints,
  deletePointsBefore,
  findPoint,
  latestPoints,
  latestPointsByKey,
  latestUsage,
  listPoints,
  listPointsByTime,
  listUsage,
  type PointRange,
  putPoint,
  putPoints,
  rankUsage,
  type Sql,
} from '../../index.js';

forEachStore('series', (use, kind) => {
  const read = <T>(work: (sql: Sql) => Promise<T>) => use().store.read(work);
  const write = <T>(work: (tx: Sql) => Promise<T>) => use().store.write(work);
  const point = (entity_id: string, key: string, at: number, doc = `${at}`) => ({ entity_id, kind: 'k', key, at, doc });

  it('pages over the points of a kind by time, whatever their entity', async () => {
    const rows = [point('b', 'x', 2), point('a', 'y', 2), point('a', 'x', 2), point('a', '', 9), point('c', '', 1)];
    const ofKind = rows.map((row) => ({ ...row, kind: 'timed' }));
    await write((tx) => putPoints(tx, [...ofKind, point('a', 'other kind', 2)]));
    const range = { kind: 'timed', from: 1, to: 8, limit: 2 };
    const first = await read((sql) => listPointsByTime(sql, range));
    expect(first).toEqual([ofKind[0], ofKind[1]]);
    const rest = await read((sql) => listPointsByTime(sql, { ...range, after: first[1]!, limit: 9 }));
    expect(rest).toEqual([ofKind[2], ofKind[4]]);
    expect(await read((sql) => listPointsByTime(sql, { ...range, from: 2, after: rest[0]! }))).toEqual([]);
    expect(await read((sql) => findPoint(sql, 'timed', 2, 'y'))).toEqual(ofKind[1]);
    expect(await read((sql) => findPoint(sql, 'timed', 3, 'y'))).toBeUndefined();
    await write((tx) => deletePointsBefore(tx, 'timed', 10));
    await write((tx) => deletePoints(tx, { entityId: 'a', kind: 'k' }));
  });

  it.runIf(kind === 'sqlite').each([undefined, 'x'])(
    'begins with the entities to find their newest points',
    async (key) => {
      const plan = await read(async (sql) => {
        let explained: { detail: string }[] = [];
        const all: Sql['all'] = async (text, params) => {
          explained = await sql.all(`explain query plan ${text}`, params);
          return [];
        };
        await latestPoints({ ...sql, all }, ['a', 'b'], 'k', key);
        return explained.map(({ detail }) => detail);
      });
      expect(plan[0]).toMatch(/^SCAN json_each/);
      expect(plan.join()).toMatch(/SEARCH p USING INDEX \w+ \(entity_id=\? AND kind=\?/);
    },
  );

  it('stores points by entity, kind, key and time', async () => {
    await write((tx) => putPoints(tx, [point('a', 'x', 1), point('a', 'x', 3), point('a', 'y', 2), point('b', '', 1)]));
    await write((tx) => putPoint(tx, point('a', 'x', 3, 'again')));
    const at = async (range: Partial<PointRange>) =>
      (await read((sql) => listPoints(sql, { entityId: 'a', kind: 'k', ...range }))).map((row) => row.at);
    expect(await at({})).toEqual([3, 2, 1]);
    expect(await at({ order: 'oldest', key: 'x' })).toEqual([1, 3]);
    expect(await at({ from: 2, to: 2 })).toEqual([2]);
    expect(await at({ limit: 1, offset: 1 })).toEqual([2]);
    expect(await at({ kind: 'other' })).toEqual([]);
    expect(await read((sql) => countPoints(sql, { entityId: 'a', kind: 'k', key: 'x' }))).toBe(2);
    expect(await read((sql) => latestPoints(sql, ['a', 'b', 'c'], 'k'))).toEqual([
      point('a', 'x', 3, 'again'),
      point('b', '', 1),
    ]);
    expect(await read((sql) => latestPoints(sql, ['a', 'b'], 'k', 'y'))).toEqual([point('a', 'y', 2)]);
    expect((await read((sql) => latestPointsByKey(sql, 'a', 'k'))).map(({ key, at: time }) => [key, time])).toEqual([
      ['x', 3],
      ['y', 2],
    ]);
    expect(await write((tx) => deletePoints(tx, { entityId: 'a', kind: 'k', key: 'x', to: 1 }))).toBe(1);
    expect(await at({})).toEqual([3, 2]);
    expect(await write((tx) => deletePointsBefore(tx, 'k', 3))).toBe(2);
    expect(await at({})).toEqual([3]);
  });

  it('counts usage by day and ranks it within the type', async () => {
    const use1 = { type: 'thing', day: 20_000 };
    await write(async (tx) => {
      await addUsage(tx, { entityId: 'u1', ...use1, count: 5 });
      await addUsage(tx, { entityId: 'u1', ...use1, count: 2 });
      await addUsage(tx, { entityId: 'u2', ...use1, count: 1 });
      await addUsage(tx, { entityId: 'u2', ...use1, count: 3, replace: true });
      await addUsage(tx, { entityId: 'u3', ...use1, count: 10 });
      await addUsage(tx, { entityId: 'u2', type: 'thing', day: 19_995, count: 30 });
      await addUsage(tx, { entityId: 'u2', type: 'thing', day: 19_980, count: 100 });
      await addUsage(tx, { entityId: 'other', type: 'another', day: 20_000, count: 100 });
      await rankUsage(tx, 'thing', 20_000);
    });
    const rows = await read((sql) => latestUsage(sql, ['u1', 'u2', 'u3', 'none']));
    const byId = Object.fromEntries(rows.map((row) => [row.entity_id, row]));
    expect(byId.u1).toMatchObject({ daily: 7, weekly: 7, monthly: 7, daily_rank: 50, weekly_rank: 0, monthly_rank: 0 });
    expect(byId.u2).toMatchObject({
      daily: 3,
      weekly: 33,
      monthly: 133,
      daily_rank: 0,
      weekly_rank: 100,
      monthly_rank: 100,
    });
    expect(byId.u3).toMatchObject({ daily: 10, daily_rank: 100, weekly_rank: 50 });
    expect((await read((sql) => latestUsage(sql, ['u2'], 19_999)))[0]).toMatchObject({ day: 19_995, daily: 30 });
    expect((await read((sql) => listUsage(sql, 'u2', 19_981, 20_000))).map(({ day }) => day)).toEqual([20_000, 19_995]);
  });
});
