// Fields of an entry that a PATCH could fill although nobody may say them there.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forEachSeededStore } from '../support/stores.js';
import { openPeople, type People } from './support/catalog-of-people.js';

forEachSeededStore('fields that a patch does not fill', (use) => {
  let people: People;
  beforeAll(async () => {
    people = await openPeople(use());
  });
  afterAll(() => people.app.close());

  it('credentials do not become part of the entry, where others would read them', async () => {
    const who = await people.person([]);
    const value = { authType: 'BASIC', config: { password: 'given-by-mistake' } };
    const step = { op: 'add', path: '/authenticationMechanism', value };
    const answer = await who.send('PATCH', `/v1/users/${who.id}`, [step]);
    expect([answer.status, answer.text]).toEqual([200, expect.not.stringContaining('given-by-mistake')]);
    for (const path of ['', '?fields=*', '/versions', '/versions/0.1', '/versions/0.2']) {
      const { text } = await people.send('GET', `/v1/users/${who.id}${path}`);
      expect(text, path).not.toContain('given-by-mistake');
    }
  });

  it('nobody says there who may act for others', async () => {
    const who = await people.person([]);
    const step = { op: 'add', path: '/allowImpersonation', value: true };
    const refused = await who.send('PATCH', `/v1/users/${who.id}`, [step]);
    expect([refused.status, refused.body.message]).toEqual([
      403,
      `Principal: CatalogPrincipal{name='${who.name}'} is not admin and may not set allowImpersonation`,
    ]);
    expect((await people.send('PATCH', `/v1/users/${who.id}`, [step])).status).toBe(400);
    const displayName = { op: 'add', path: '/displayName', value: 'Said' };
    expect((await who.send('PATCH', `/v1/users/${who.id}`, [displayName])).status).toBe(200);
  });

  it('a domain at the top does not get a parent by name only', async () => {
    const make = (name: string) =>
      people.make('/v1/domains', { name: people.world.unique(name), domainType: 'Aggregate', description: 'x' });
    const [top, other] = [await make('Top'), await make('Other')];
    const step = { op: 'add', path: '/parent', value: { id: other.id, type: 'domain' } };
    const answer = await people.send('PATCH', `/v1/domains/${top.id}`, [step]);
    expect([answer.status, answer.body.parent, answer.body.version]).toEqual([200, undefined, 0.1]);
    expect((await people.send('GET', `/v1/domains/${top.id}?fields=*`)).body.parent).toBeUndefined();
  });
});
