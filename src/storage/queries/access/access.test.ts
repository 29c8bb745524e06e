import { expect, it } from 'vitest';
import { forEachStore } from '../../../../test/support/stores.js';
import {
  deleteCredential,
  deleteKnownAddresses,
  deleteKnownAddressesBefore,
  deleteLoginTries,
  deleteLoginTriesBefore,
  deleteSession,
  deleteSessionsBefore,
  deleteSessionsOf,
  deleteTokens,
  deleteTokensBefore,
  getCredential,
  getLoginTries,
  getSession,
  getToken,
  insertKey,
  insertSession,
  insertToken,
  isKnownAddress,
  listKeys,
  listTokenChanges,
  listTokens,
  lockLoginTry,
  noteTokenChange,
  putCredential,
  putKnownAddress,
  putLoginTry,
  retireKey,
  revokeTokens,
  type Sql,
  takeBackLoginTry,
  trimLoginTries,
} from '../../index.js';

forEachStore('access', (use) => {
  const read = <T>(work: (sql: Sql) => Promise<T>) => use().store.read(work);
  const write = <T>(work: (tx: Sql) => Promise<T>) => use().store.write(work);

  it('stores tokens until they are revoked, expired or removed', async () => {
    const token = (id: string, kind: string, expires_at: number | null) => ({
      id,
      user_id: 'u',
      kind,
      created_at: 1,
      expires_at,
      revoked_at: null,
      doc: '{}',
    });
    await write(async (tx) => {
      for (const row of [token('1', 'p', 50), token('2', 'p', null), token('3', 'q', 500)]) await insertToken(tx, row);
    });
    const ids = async (kind?: string) => (await read((sql) => listTokens(sql, 'u', kind))).map(({ id }) => id);
    expect(await ids()).toEqual(['1', '2', '3']);
    expect(await ids('p')).toEqual(['1', '2']);
    expect(await write((tx) => revokeTokens(tx, ['2', '9'], 100))).toBe(1);
    expect(await write((tx) => revokeTokens(tx, ['2'], 200))).toBe(0);
    expect(await read((sql) => getToken(sql, '2'))).toEqual({ ...token('2', 'p', null), revoked_at: 100 });
    expect(await write((tx) => deleteTokensBefore(tx, 60))).toBe(1);
    expect(await write((tx) => deleteTokens(tx, ['2']))).toBe(1);
    expect(await ids()).toEqual(['3']);
  });

  it('stores sessions, each of which can be used once', async () => {
    const session = (id: string, user_id: string) => ({ id, user_id, created_at: 1, expires_at: 10, doc: '{}' });
    await write(async (tx) => {
      for (const row of [session('1', 'a'), session('2', 'a'), session('3', 'b')]) await insertSession(tx, row);
    });
    expect(await read((sql) => getSession(sql, '1'))).toEqual(session('1', 'a'));
    expect(await write((tx) => deleteSession(tx, '1'))).toBe(true);
    expect(await write((tx) => deleteSession(tx, '1'))).toBe(false);
    expect(await write((tx) => deleteSessionsOf(tx, 'a'))).toBe(1);
    expect(await write((tx) => deleteSessionsBefore(tx, 11))).toBe(1);
  });

  it('records token changes by the time of the database, and removes those that every server has seen', async () => {
    const noted = () => read((sql) => listTokenChanges(sql, 60_000));
    await write((tx) => noteTokenChange(tx, 'a'));
    await write((tx) => noteTokenChange(tx, 'b'));
    expect((await noted()).sort()).toEqual(['a', 'b']);
    await write((tx) => tx.run("update revocation set expires_at = 1, revoked_at = 1 where id = 'a'"));
    await write((tx) => tx.run("update revocation set revoked_at = revoked_at + 86400000 where id = 'b'"));
    await write((tx) => noteTokenChange(tx, 'c'));
    expect(await noted()).toEqual(['c']);
  });

  it('counts attempts, takes them back, and keeps the latest', async () => {
    const all = () => read((sql) => getLoginTries(sql, ['1', '2', '3', '4']));
    await write(async (tx) => {
      expect(await lockLoginTry(tx, '1')).toEqual({ key: '1', tries: 0, last_at: 0 });
      await putLoginTry(tx, { key: '1', tries: 2, last_at: 20 });
    });
    await write(async (tx) => expect(await lockLoginTry(tx, '1')).toEqual({ key: '1', tries: 2, last_at: 20 }));
    await write((tx) => takeBackLoginTry(tx, { key: '1', tries: 2, last_at: 20 }, 10));
    expect(await all()).toEqual([{ key: '1', tries: 1, last_at: 10 }]);
    await write((tx) => takeBackLoginTry(tx, { key: '1', tries: 2, last_at: 20 }, 5));
    expect(await all()).toEqual([{ key: '1', tries: 0, last_at: 10 }]);
    await write(async (tx) => {
      for (const key of ['2', '3', '4']) {
        await lockLoginTry(tx, key);
        await putLoginTry(tx, { key, tries: 1, last_at: 10 + Number(key) });
      }
    });
    expect(await write((tx) => trimLoginTries(tx, 2))).toBe(2);
    expect((await all()).map(({ key }) => key).sort()).toEqual(['3', '4']);
    expect(await write((tx) => deleteLoginTriesBefore(tx, 14))).toBe(1);
    await write((tx) => deleteLoginTries(tx, ['4']));
    expect(await all()).toEqual([]);
  });

  it('stores the latest addresses of a user', async () => {
    const put = (address: string, at: number) =>
      write((tx) => putKnownAddress(tx, { userId: 'u', address, at, keep: 2 }));
    const known = async () => {
      const checks = ['a', 'b', 'c'].map((address) => read((sql) => isKnownAddress(sql, 'u', address)));
      return (await Promise.all(checks)).map(Number).join('');
    };
    await put('a', 1);
    await put('b', 2);
    expect(await known()).toBe('110');
    await put('a', 3);
    await put('c', 4);
    expect(await known()).toBe('101');
    await write((tx) => deleteKnownAddresses(tx, 'u', 'a'));
    expect(await known()).toBe('100');
    expect(await write((tx) => deleteKnownAddressesBefore(tx, 4))).toBe(1);
    await put('b', 5);
    await write((tx) => deleteKnownAddresses(tx, 'u'));
    expect(await known()).toBe('000');
  });

  it('stores one credential per person, and keys by purpose', async () => {
    await write((tx) => putCredential(tx, 'p', '"1"', 1));
    await write((tx) => putCredential(tx, 'p', '"2"', 2));
    expect(await read((sql) => getCredential(sql, 'p'))).toBe('"2"');
    await write((tx) => deleteCredential(tx, 'p'));
    expect(await read((sql) => getCredential(sql, 'p'))).toBeUndefined();
    const key = (id: string, purpose: string, created_at: number) => ({
      id,
      purpose,
      created_at,
      retired_at: null,
      doc: '{}',
    });
    await write(async (tx) => {
      for (const row of [key('1', 'sign', 1), key('2', 'sign', 2), key('3', 'seal', 3)]) await insertKey(tx, row);
      await retireKey(tx, '1', 9);
      await retireKey(tx, '1', 10);
    });
    expect(await read((sql) => listKeys(sql, 'sign'))).toEqual([
      key('2', 'sign', 2),
      { ...key('1', 'sign', 1), retired_at: 9 },
    ]);
  });
});
