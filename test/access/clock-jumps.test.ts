// A clock that is set forward by mistake and back again ends no token for good.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PURGE_TOKENS } from '../../src/access/index.js';
import { forEachStore } from '../support/stores.js';
import { openServed, type Served } from './open-served.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const me = '/v1/users/loggedInUser';

forEachStore('a clock that jumps', (use) => {
  let served: Served;
  let start: number;
  beforeAll(async () => {
    served = await openServed(use().store);
    start = served.clock.now;
  });
  afterAll(() => served.close());

  const status = async (as: string, path = me) => (await served.send('GET', path, { as })).status;
  const personal = async (as: string, JWTTokenExpiry: string) => {
    const body = { tokenName: 'laptop', JWTTokenExpiry };
    return (await served.send('PUT', '/v1/users/security/token', { body, as })).body.jwtToken as string;
  };
  const refresh = (refreshToken: string) =>
    served.send('POST', '/v1/users/refresh', { body: { refreshToken }, as: null });

  it('refuses tokens while it says that they ended, and takes them again afterwards', async () => {
    const { token, refreshToken } = await served.join('jumper');
    const month = await personal(token, '30');
    expect(await status(month)).toBe(200);
    await served.command(PURGE_TOKENS, null);
    served.clock.now = start + 40 * DAY;
    for (let hour = 0; hour < 12; hour++) {
      await served.command(PURGE_TOKENS, null);
      expect([await status(month), await status(token), (await refresh(refreshToken)).status]).toEqual([401, 401, 401]);
      served.clock.now += HOUR;
    }
    served.clock.now = start;
    await served.command(PURGE_TOKENS, null);
    expect([await status(month), await status(token)]).toEqual([200, 200]);
    expect((await refresh(refreshToken)).status).toBe(200);
  });

  it('keeps what was revoked meanwhile revoked', async () => {
    const { token } = await served.join('revoker');
    served.clock.now = start + 30_000;
    const month = await personal(token, '30');
    served.clock.now = start + 5 * DAY;
    const { body } = await served.send('GET', '/v1/users/security/token', { as: month });
    const ended = { body: { tokenIds: [body.data[0].token] }, as: month };
    expect((await served.send('PUT', '/v1/users/security/token/revoke', ended)).status).toBe(200);
    served.clock.now = start;
    expect(await status(month)).toBe(401);
  });

  it('removes what ended when the time has really gone by', async () => {
    const { token } = await served.join('leaver');
    await personal(token, 'OneHour');
    const count = async () => {
      const rows = await use().store.read((sql) => sql.all("select id from token where kind = 'PERSONAL_ACCESS'"));
      return rows.length;
    };
    const before = await count();
    for (let day = 0; day < 7; day++) {
      served.clock.now += DAY;
      await served.command(PURGE_TOKENS, null);
    }
    expect(await count()).toBe(before);
    served.clock.now += DAY;
    await served.command(PURGE_TOKENS, null);
    expect(await count()).toBe(before - 1);
  });
});
