import { randomBytes } from 'node:crypto';
import { CompactSign, UnsecuredJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { createSealer } from '../../catalog/index.js';
import { createKeyRing, generateKey, type KeyRecord } from './key-ring.js';
import { expiryTime, readClaims, type TokenClaims } from './token-claims.js';

const sealer = createSealer(randomBytes(32));
const now = Date.UTC(2026, 0, 1);
const claims = (given: Partial<TokenClaims> = {}): TokenClaims => ({
  sub: 'pat',
  iss: 'here',
  roles: [],
  email: 'pat@example.com',
  isBot: false,
  tokenType: 'PERSONAL_ACCESS',
  iat: now / 1000,
  exp: now / 1000 + 60,
  jti: 'j',
  ...given,
});

let old: KeyRecord;
let young: KeyRecord;
beforeAll(async () => {
  old = await generateKey('old', now - 1000, sealer);
  young = await generateKey('young', now, sealer);
});

describe('the key ring', () => {
  test('signs with the newest key and verifies with each until it is retired', async () => {
    const before = await createKeyRing([old], sealer).sign(claims());
    const ring = createKeyRing([{ ...old, retiredAt: now + 500 }, young], sealer);
    const after = await ring.sign(claims());
    expect(JSON.parse(Buffer.from(await ring.verify(before, now)).toString())).toEqual(claims());
    await expect(ring.verify(before, now + 500)).rejects.toThrow('Invalid token');
    await ring.verify(after, now + 500);
    expect(ring.publicKeys(now).map((key) => key.kid)).toEqual(['old', 'young']);
    expect(ring.publicKeys(now + 500)).toEqual([
      { kid: 'young', kty: 'RSA', alg: 'RS256', use: 'sig', n: young.publicKey.n, e: 'AQAB' },
    ]);
  });

  test('rejects foreign, unsigned and tampered tokens', async () => {
    const ring = createKeyRing([old], sealer);
    const stranger = { ...(await generateKey('old', now, sealer)) };
    const forged = await createKeyRing([stranger], sealer).sign(claims());
    const symmetric = await new CompactSign(Buffer.from(JSON.stringify(claims())))
      .setProtectedHeader({ alg: 'HS256', kid: 'old' })
      .sign(Buffer.from(JSON.stringify(old.publicKey)));
    const unknown = await createKeyRing([young], sealer).sign(claims());
    const unsigned = new UnsecuredJWT({ ...claims(), exp: undefined }).encode();
    const good = await ring.sign(claims());
    const [head, , signature] = good.split('.');
    const changed = `${head}.${Buffer.from(JSON.stringify(claims({ sub: 'admin' }))).toString('base64url')}.${signature}`;
    for (const token of [forged, symmetric, unknown, unsigned, changed, 'a.b.c'])
      await expect(ring.verify(token, now)).rejects.toMatchObject({ status: 401 });
  });
});

describe('claims', () => {
  const read = (given: Partial<TokenClaims>) => readClaims(Buffer.from(JSON.stringify(claims(given))), 'here', now);

  test('round-trip unchanged', () => {
    expect(read({})).toEqual(claims());
    expect(read({ tokenType: 'BOT', isBot: true, exp: null }).exp).toBeNull();
  });

  test.each<[string, object]>([
    ['over', { exp: now / 1000 }],
    ['without end, but no bot', { exp: null }],
    ['of another issuer', { iss: 'there' }],
    ['of no kind', { tokenType: 'OTHER' }],
    ['with a text as its end', { exp: 'never' }],
    ['without a record', { jti: undefined }],
  ])('are refused when %s', (_, given) => {
    expect(() => read(given)).toThrow(/Invalid token|Expired token/);
  });

  test('expiry is relative to now', () => {
    expect(expiryTime('OneHour', 0)).toBe(3_600_000);
    expect(expiryTime('7', 0)).toBe(7 * 86_400_000);
    expect(expiryTime('Unlimited', 0)).toBeNull();
  });
});
