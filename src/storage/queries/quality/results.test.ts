import { expect, it } from 'vitest';
import { forEachStore } from '../../../../test/support/stores.js';
import {
  appendIncident,
  countResults,
  deleteResult,
  deleteResultsBefore,
  latestIncidents,
  latestResults,
  listDimensions,
  putLatest,
  putResult,
  refreshLatest,
  type Sql,
} from '../../index.js';

forEachStore('results of tests', (use) => {
  const read = <T>(work: (sql: Sql) => Promise<T>) => use().store.read(work);
  const write = <T>(work: (tx: Sql) => Promise<T>) => use().store.write(work);
  const put = (case_id: string, at: number, status = 'Success', keys: string[] = []) =>
    write(async (tx) => {
      const dimensions = keys.map((key) => ({ case_id, at, key, doc: '{}' }));
      await putResult(tx, { case_id, at, id: `${case_id}${at}`, status, doc: '{}' }, dimensions);
      return putLatest(tx, { case_id, at, status });
    });
  const latest = async (...ids: string[]) =>
    (await read((sql) => latestResults(sql, ids))).map(({ case_id, at, status }) => [case_id, at, status]);
  const all = { from: 0, to: 1000 };

  it('keep the newest of each case apart, in whatever order they come', async () => {
    expect(await put('a', 20, 'Failed')).toBe(true);
    expect(await put('a', 10)).toBe(false);
    expect(await latest('a')).toEqual([['a', 20, 'Failed']]);
    expect(await put('a', 20)).toBe(true);
    expect(await latest('a')).toEqual([['a', 20, 'Success']]);
    expect(await write((tx) => deleteResult(tx, 'a', 20))).toBe(true);
    expect(await write((tx) => refreshLatest(tx, 'a'))).toMatchObject({ at: 10 });
    expect(await latest('a')).toEqual([['a', 10, 'Success']]);
    await write((tx) => deleteResult(tx, 'a', 10));
    expect(await write((tx) => refreshLatest(tx, 'a'))).toBeUndefined();
    expect(await latest('a')).toEqual([]);
  });

  it('expire with their dimensions, except the newest of each case', async () => {
    for (const at of [1, 2, 3]) await put('old', at, 'Success', ['x=1']);
    await put('new', 2);
    await put('new', 500);
    const count = (id: string) => read((sql) => countResults(sql, { ...all, caseIds: [id] }));
    expect(await write((tx) => deleteResultsBefore(tx, 100, 2))).toBe(2);
    expect(await write((tx) => deleteResultsBefore(tx, 100, 2))).toBe(1);
    expect(await write((tx) => deleteResultsBefore(tx, 100, 2))).toBe(0);
    expect([await count('old'), await count('new')]).toEqual([1, 1]);
    const left = await read((sql) => listDimensions(sql, { caseId: 'old', ...all, limit: 10 }));
    expect(left.map(({ at }) => at)).toEqual([3]);
    expect(await latest('old', 'new')).toEqual(
      expect.arrayContaining([
        ['old', 3, 'Success'],
        ['new', 500, 'Success'],
      ]),
    );
  });

  it('have one newest state per incident', async () => {
    const state = (id: string, at: number) => ({
      ...{ id, case_id: 'incident', state_id: 's', at, status: 'New', assignee: null, severity: null, doc: '{}' },
    });
    await write((tx) => appendIncident(tx, state('one', 1)));
    await write((tx) => appendIncident(tx, state('two', 2)));
    expect((await read((sql) => latestIncidents(sql, ['incident']))).map(({ id }) => id)).toEqual(['two']);
  });
});
