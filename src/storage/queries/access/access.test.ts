import { expect, it } from 'vitest';
import { forEachStore } from '../../../../test/support/stores.js';
import {
  deleteCredential,
  deleteKey,
  deleteRevocationsBefore,
  deleteSession,
  deleteSessionsBefore,
  deleteSessionsOf,
  deleteTokens,
  deleteTokensBefore,
  getCredential,
  getSession,
  getToken,
  insertKey,
  insertSession,
  insertToken,
  listKeys,
  listRevocations,
  listRevokedTokens,
  listTokens,
  putCredential,
  putRevocation,
  retireKey,
  revokeTokens,
  type Sql,
} from '../../index.js';

forEachStore('access', (use) => {
  const read = <T>(work: (sql: Sql) => Promise<T>) => use().store.read(work);
  const write = <T>(work: (tx: Sql) => Promise<T>) => use().store.write(work);

  it('keeps tokens until they are revoked, expired or removed', async () => {
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
    expect((await read((sql) => listRevokedTokens(sql, 100))).map(({ id }) => id)).toEqual(['2']);
    expect(await write((tx) => deleteTokensBefore(tx, 60))).toBe(1);
    expect(await write((tx) => deleteTokens(tx, ['2']))).toBe(1);
    expect(await ids()).toEqual(['3']);
  });

  it('keeps sessions, each to be used up once', async () => {
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

  it('lists revocations since a time', async () => {
    await write(async (tx) => {
      await putRevocation(tx, { id: 'x', revoked_at: 5, expires_at: 50 });
      await putRevocation(tx, { id: 'x', revoked_at: 6, expires_at: 60 });
      await putRevocation(tx, { id: 'y', revoked_at: 7, expires_at: 10 });
    });
    expect((await read((sql) => listRevocations(sql, 0))).map(({ id }) => id)).toEqual(['x', 'y']);
    expect((await read((sql) => listRevocations(sql, 7))).map(({ id }) => id)).toEqual(['y']);
    expect(await write((tx) => deleteRevocationsBefore(tx, 20))).toBe(1);
  });

  it('keeps one credential a person, and keys by purpose', async () => {
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
    await write((tx) => deleteKey(tx, '1'));
    expect(await read((sql) => listKeys(sql, 'sign'))).toHaveLength(1);
  });
});
