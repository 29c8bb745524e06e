// A stored text that damage of the disk has reached is refused, not sent as a whole answer.
import { expect, it } from 'vitest';
import { createTestApp } from '../support/app.js';
import { forEachSeededStore } from '../support/stores.js';

forEachSeededStore('texts that are broken', (use, kind) => {
  it.runIf(kind === 'sqlite').each([
    ['a byte that is no text', "cast(x'ff22' as text)"],
    ['zeros', "cast(x'00000000' as text)"],
  ])('by %s are refused', async (_, bytes) => {
    const app = await createTestApp({ store: use() });
    const name = `broken${bytes.length}`;
    const make = (body: object) => app.request('POST', '/v1/classifications', { body });
    expect((await make({ name, description: 'x' })).status).toBe(201);
    expect((await make({ name: `${name}2`, description: 'with \uFFFD in it' })).status).toBe(201);
    await use().store.write(async (tx) => {
      await tx.run(`update entity set doc = substr(doc, 1, 20) || ${bytes} || substr(doc, 24) where fqn = $1`, [name]);
      await tx.run('delete from search_touched');
    });
    const answer = await app.request('GET', `/v1/classifications/name/${name}`);
    expect([answer.status, answer.json.errorType]).toEqual([503, 'DATABASE_UNAVAILABLE']);
    expect((await app.request('GET', '/v1/classifications?limit=10')).status).toBe(503);
    // One in pieces has begun with 200 by then: it is cut.
    await expect(app.request('GET', '/v1/classifications?limit=1000')).rejects.toThrow('destroyed before completion');
    const other = await app.request('GET', `/v1/classifications/name/${name}2`);
    expect([other.status, other.json.description]).toEqual([200, 'with \uFFFD in it']);
    await use().store.write(async (tx) => {
      await tx.run('delete from entity where fqn = $1', [name]);
      await tx.run('delete from search_touched');
    });
    await app.close();
  });
});
