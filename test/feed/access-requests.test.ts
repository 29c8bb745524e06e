// Requests for access to data over HTTP: one of a person for an entity, for what can be granted.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPeople, type People, type Person } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { forEachStore } from '../support/stores.js';

forEachStore('requests for access', (use) => {
  let people: People;
  let ann: Person;
  let bob: Person;
  beforeAll(async () => {
    people = await openPeople(use());
    [ann, bob] = await Promise.all([people.person([]), people.person([])]);
  });
  afterAll(() => people.app.close());

  const about = (of: Body) => `<#E::table::${of.fullyQualifiedName}>`;

  it('are opened once, until the first is refused, closed or revoked', async () => {
    const body = (of: Body, accessType = 'FullAccess') => ({
      ...{ category: 'DataAccess', type: 'DataAccessRequest', about: about(of) },
      payload: { accessType, reason: 'For a report' },
    });
    const [one, other] = [await people.table(), await people.table()];
    const ask = (by: Person, of: Body, accessType?: string) => by.send('POST', '/v1/tasks', body(of, accessType));
    const atOnce = await Promise.all(Array.from({ length: 5 }, () => ask(ann, one)));
    expect(atOnce.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400]);
    const request = atOnce.find(({ status }) => status === 201)?.body;
    const again = await ask(ann, one, 'Masked');
    expect([again.status, again.body.message]).toEqual([
      400,
      `you already have an active data access request, ${request.taskId}, for ${one.fullyQualifiedName}`,
    ]);
    expect((await ask(bob, one)).status).toBe(201);
    expect((await ask(ann, other)).status).toBe(201);
    const custom = { category: 'Custom', type: 'CustomTask', about: about(one) };
    expect((await ann.send('POST', '/v1/tasks', custom)).status).toBe(201);
    const step = async (id: string, transitionId: string, comment?: string) =>
      expect((await people.send('POST', `/v1/tasks/${id}/resolve`, { transitionId, comment })).status).toBe(200);
    await step(request.id, 'approve');
    expect((await ask(ann, one)).status).toBe(400);
    await step(request.id, 'markAsGranted');
    expect((await ask(ann, one)).status).toBe(400);
    await step(request.id, 'revoke', 'Over');
    const second = await ask(ann, one);
    expect(second.status, second.text).toBe(201);
    await step(second.body.id, 'reject', 'No');
    const third = await ask(ann, one);
    expect((await ann.send('POST', `/v1/tasks/${third.body.id}/close`)).status).toBe(200);
    const fourth = await ask(ann, one);
    expect((await people.send('DELETE', `/v1/tasks/${fourth.body.id}?hardDelete=true`)).status).toBe(200);
    expect((await ask(ann, one)).status).toBe(201);
  });

  it('ask only for what the service can grant', async () => {
    const tableOf = async (policyAgentConfig: object) => {
      const name = people.world.unique('snow');
      const config = { type: 'Snowflake', account: 'a', username: 'u', warehouse: 'w', policyAgentConfig };
      await people.make('/v1/services/databaseServices', { name, serviceType: 'Snowflake', connection: { config } });
      await people.make('/v1/databases', { name: 'db', service: name });
      await people.make('/v1/databaseSchemas', { name: 'public', database: `${name}.db` });
      const columns = [{ name: 'id', dataType: 'BIGINT' }];
      return people.make('/v1/tables', { name: 't', databaseSchema: `${name}.db.public`, columns });
    };
    const ask = async (link: string, accessType: string) => {
      const person = await people.person([]);
      const payload = { accessType, reason: 'For a report' };
      return person.send('POST', '/v1/tasks', {
        ...{ category: 'DataAccess', type: 'DataAccessRequest', about: link, payload },
      });
    };
    const answers = async (link: string) =>
      Promise.all(['FullAccess', 'Masked', 'ColumnLevel'].map(async (kind) => (await ask(link, kind)).status));
    const none = { supportsFullAccess: false, supportsMaskedAccess: false, supportsColumnAccess: false };
    const limited = about(await tableOf({ ...none, enabled: true, supportsMaskedAccess: true }));
    expect(await answers(limited)).toEqual([400, 201, 400]);
    expect((await ask(limited, 'FullAccess')).body.message).toContain('Full access is not supported');
    expect((await ask(limited, 'ColumnLevel')).body.message).toContain('Column-level access is not supported');
    expect(await answers(about(await tableOf({ ...none, enabled: false })))).toEqual([201, 201, 201]);
    expect(await answers(about(await people.table()))).toEqual([201, 201, 201]);
    const masked = (await ask(limited, 'Masked')).body;
    const full = [{ op: 'replace', path: '/payload/accessType', value: 'FullAccess' }];
    expect((await people.send('PATCH', `/v1/tasks/${masked.id}`, full)).status).toBe(400);
    const product = await people.make('/v1/dataProducts', {
      ...{ name: people.world.unique('product'), description: 'Ours' },
      domains: [
        (
          await people.make('/v1/domains', {
            ...{ name: people.world.unique('domain'), description: 'Ours', domainType: 'Aggregate' },
          })
        ).fullyQualifiedName,
      ],
    });
    const ofProduct = `<#E::dataProduct::${product.fullyQualifiedName}>`;
    expect(await answers(ofProduct)).toEqual([201, 201, 400]);
    expect((await ask(ofProduct, 'ColumnLevel')).body.message).toContain('not supported for Data Products');
  });
});
