// How a pipeline reaches this server is shown to those who may edit the pipeline, and to nobody else.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';
import { openPeople, type People } from './support/catalog-of-people.js';

const path = '/v1/services/ingestionPipelines';
const field = 'openMetadataServerConnection';

forEachSeededStore('the server connection of a pipeline', (use) => {
  let people: People;
  let service: Body;
  beforeAll(async () => {
    people = await openPeople(use());
    service = await people.make('/v1/services/databaseServices', { name: 'shop', serviceType: 'CustomDatabase' });
  });
  afterAll(() => people.app.close());

  const pipeline = (name: string, more: object = {}) =>
    people.make(path, {
      name,
      pipelineType: 'metadata',
      sourceConfig: { config: { type: 'DatabaseMetadata' } },
      airflowConfig: {},
      service: { id: service.id, type: 'databaseService' },
      ...more,
    });
  const shownIn = async (who: Pick<People, 'send'>, id: string) => {
    const one = await who.send('GET', `${path}/${id}`);
    const all = await who.send('GET', `${path}?limit=100`);
    const listed = all.body.data.find((candidate: Body) => candidate.id === id);
    expect(listed[field]).toEqual(one.body[field]);
    return one.body[field];
  };

  it('names the server and hides the token', async () => {
    const made = await pipeline('shown');
    expect(made[field]).toMatchObject({
      type: 'OpenMetadata',
      hostPort: 'http://cairn.test/api',
      authProvider: 'openmetadata',
      securityConfig: { jwtToken: '*********' },
    });
    expect(await shownIn(people, made.id)).toEqual(made[field]);
    const changed = await people.send('PATCH', `${path}/${made.id}`, [
      { op: 'add', path: '/description', value: 'Daily' },
    ]);
    expect(changed.body[field]).toEqual(made[field]);
  });

  it('is shown to editors only, entity by entity', async () => {
    const editor = await people.person([{ operations: ['ViewAll', 'EditAll'] }], { isBot: true });
    const reader = await people.person([{ operations: ['ViewAll', 'EditDescription'] }], { isBot: true });
    const owner = await people.person(
      [{ operations: ['ViewAll'] }, { operations: ['EditAll'], condition: 'isOwner()' }],
      { isBot: true },
    );
    const owned = await pipeline('owned', { owners: [{ id: owner.id, type: 'user' }] });
    const other = await pipeline('other');
    for (const { id } of [owned, other]) {
      expect(await shownIn(editor, id)).toMatchObject({ hostPort: 'http://cairn.test/api' });
      expect(await shownIn(reader, id)).toBeUndefined();
    }
    expect(await shownIn(owner, owned.id)).toBeDefined();
    expect(await shownIn(owner, other.id)).toBeUndefined();
    const asked = await reader.send('GET', `${path}/${other.id}?fields=${field}`);
    expect([asked.status, asked.body[field]]).toEqual([200, undefined]);
  });

  it('is not kept with versions and events, nor changed by clients', async () => {
    const { id, [field]: connection } = await pipeline('kept');
    const given = { ...connection, hostPort: 'http://elsewhere.test/api' };
    const answer = await people.send('PATCH', `${path}/${id}`, [
      { op: 'add', path: `/${field}`, value: given },
      { op: 'add', path: '/description', value: 'Nightly' },
    ]);
    expect(answer.body).toMatchObject({ version: 0.2, [field]: connection });
    const { body } = await people.send('GET', `${path}/${id}/versions`);
    expect(body.versions.map((text: string) => Object.keys(JSON.parse(text)).includes(field))).toEqual([false, false]);
    const events = await people.send(
      'GET',
      '/v1/events?entityCreated=ingestionPipeline&entityUpdated=*&timestamp=0&limit=1000',
    );
    expect(events.status).toBe(200);
    expect(events.text ?? JSON.stringify(events.body)).not.toContain(field);
  });
});
