// The classifications that clients expect: in a new catalog, in one that is upgraded, and what may be done to them.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BOOTSTRAP } from '../../src/access/index.js';
import { getSetting, putSetting } from '../../src/storage/index.js';
import { forEachStore, type TestStore } from '../support/stores.js';
import { openServed, type Served } from './open-served.js';

const expected: Record<string, string[]> = {
  Certification: ['Bronze', 'Gold', 'Silver'],
  PII: ['NonSensitive', 'None', 'Sensitive'],
  PersonalData: ['Personal', 'SpecialCategory'],
  Tier: ['Tier1', 'Tier2', 'Tier3', 'Tier4', 'Tier5'],
};

async function tagsOf(served: Served, classification: string) {
  const { body } = await served.send('GET', `/v1/tags?parent=${classification}&limit=100`);
  return body.data as { name: string; description: string; provider: string }[];
}

const named = async (served: Served, path: string) => (await served.send('GET', path)).body;

forEachStore('seeded classifications', (use) => {
  let served: Served;
  beforeAll(async () => {
    served = await openServed(use().store);
  });
  afterAll(() => served.close());

  it('are in a new catalog, with their flags', async () => {
    const { data } = await named(served, '/v1/classifications?limit=100&fields=termCount');
    expect(data.map(({ name }: { name: string }) => name)).toEqual(Object.keys(expected));
    for (const classification of data) {
      expect(classification).toMatchObject({ provider: 'system', mutuallyExclusive: true, version: 0.1 });
      const tags = await tagsOf(served, classification.name);
      expect(tags.map(({ name }) => name).sort()).toEqual(expected[classification.name]);
      expect(classification.termCount).toBe(tags.length);
      for (const tag of tags) expect(tag).toMatchObject({ provider: 'system', mutuallyExclusive: false });
    }
    expect(await named(served, '/v1/tags/name/Certification.Gold')).toMatchObject({ style: { color: '#FFD700' } });
    expect(await named(served, '/v1/classifications/name/PII')).toMatchObject({
      autoClassificationConfig: { enabled: true, conflictResolution: 'highest_priority' },
    });
  });

  it('are not deleted or renamed, but described', async () => {
    for (const path of ['/v1/classifications/name/Tier', '/v1/tags/name/Tier.Tier1']) {
      const { id } = await named(served, path);
      const refused = await served.send('DELETE', `${path}?recursive=true&hardDelete=true`);
      expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('system')]);
      const change = async (field: string, value: string) =>
        served.send('PATCH', `${path.replace(/name\/.*/, '')}${id}`, {
          body: [{ op: 'replace', path: `/${field}`, value }],
        });
      const renamed = await change('name', 'Other');
      expect([renamed.status, renamed.body.message]).toEqual([400, expect.stringContaining('cannot be renamed')]);
      expect((await change('description', 'How we use it.')).status).toBe(200);
    }
  });
});

forEachStore('seeded classifications in an existing catalog', (use) => {
  let served: Served;
  beforeAll(async () => {
    served = await openServed(use().store);
    await forgetClassifications(use(), served);
  });
  afterAll(() => served.close());

  it('are added where they are absent, and overwrite nothing', async () => {
    await served.make('/v1/classifications', { name: 'PII', description: 'Ours', mutuallyExclusive: false });
    await served.make('/v1/tags', { name: 'Sensitive', classification: 'PII', description: 'Ours' });
    await served.make('/v1/classifications', { name: 'Tier', description: 'Gone' });
    const hidden = await named(served, '/v1/classifications/name/Tier');
    await served.send('DELETE', `/v1/classifications/${hidden.id}`);

    await served.command(BOOTSTRAP, null);
    expect(await named(served, '/v1/classifications/name/PII')).toMatchObject({
      description: 'Ours',
      provider: 'user',
      mutuallyExclusive: false,
      version: 0.1,
    });
    const tags = await tagsOf(served, 'PII');
    expect(tags.map(({ name }) => name).sort()).toEqual(expected.PII);
    expect(tags.find(({ name }) => name === 'Sensitive')).toMatchObject({ description: 'Ours', provider: 'user' });
    expect((await tagsOf(served, 'Certification')).length).toBe(3);
    expect((await served.send('GET', '/v1/classifications/name/Tier')).status).toBe(404);

    await served.send('PUT', '/v1/classifications/restore', { body: { id: hidden.id } });
    await served.command(BOOTSTRAP, null);
    expect((await tagsOf(served, 'Tier')).length).toBe(5);
  });

  it('do not come back when they were deleted', async () => {
    const { id } = await named(served, '/v1/tags/name/PII.Sensitive');
    expect((await served.send('DELETE', `/v1/tags/${id}?hardDelete=true`)).status).toBe(200);
    await served.command(BOOTSTRAP, null);
    expect((await tagsOf(served, 'PII')).map(({ name }) => name).sort()).toEqual(['NonSensitive', 'None']);
  });
});

/** Makes the catalog one of a version that had no such seeds. */
async function forgetClassifications({ store }: TestStore, served: Served): Promise<void> {
  await store.write(async (sql) => {
    await sql.run(
      `update entity set doc = replace(doc, '"provider":"system"', '"provider":"user"') where type in ('classification', 'tag')`,
    );
  });
  for (const name of Object.keys(expected)) {
    const { id } = await named(served, `/v1/classifications/name/${name}`);
    const { status } = await served.send('DELETE', `/v1/classifications/${id}?recursive=true&hardDelete=true`);
    expect(status).toBe(200);
  }
  await store.write(async (sql) => {
    const seeded = await getSetting(sql, 'access.seeded');
    const before = (JSON.parse(seeded?.doc ?? '[]') as string[]).filter((key) => !/^(classification|tag) /.test(key));
    await putSetting(sql, { name: 'access.seeded', updated_at: served.clock.now, doc: JSON.stringify(before) });
  });
}
