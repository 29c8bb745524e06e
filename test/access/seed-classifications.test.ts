// The classifications that clients expect: in a new catalog, in one that is upgraded, and what may be done to them.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Recognizer } from '../../contract/index.js';
import { BOOTSTRAP } from '../../src/access/index.js';
import { getSetting, putSetting } from '../../src/storage/index.js';
import type { Body } from '../contract/fixtures/index.js';
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

  it('say what data is recognized by, each with an id', async () => {
    const { data } = await named(served, '/v1/tags?parent=PII&limit=100&fields=recognizers');
    const of = new Map<string, Recognizer[]>(data.map((tag: Body) => [tag.name, tag.recognizers ?? []]));
    expect(['None', 'NonSensitive', 'Sensitive'].map((tag) => (of.get(tag)?.length ?? 0) > 0)).toEqual([
      false,
      true,
      true,
    ]);
    for (const [tag, recognizers] of of) {
      expect(new Set(recognizers.map(({ id }) => id)).size, tag).toBe(recognizers.length);
      expect(new Set(recognizers.map(({ name }) => name)).size, tag).toBe(recognizers.length);
      for (const { id, enabled, isSystemDefault } of recognizers)
        expect([id, enabled, isSystemDefault]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), true, true]);
    }
    const byColumn = (tag: string, column: string) =>
      of
        .get(tag)
        ?.some(
          ({ target, recognizerConfig: config }) =>
            target === 'column_name' &&
            config.type === 'pattern' &&
            config.patterns?.some(({ regex }) => new RegExp(regex, 'i').test(column)),
        );
    for (const column of [
      'email',
      'mail_address',
      'SSN',
      'iban',
      'bank_iban',
      'account_no',
      'credit_card_id',
      'last_name',
    ])
      expect(byColumn('Sensitive', column), column).toBe(true);
    for (const column of ['zip', 'birthday', 'phone_home', 'gender']) {
      expect(byColumn('NonSensitive', column), column).toBe(true);
      expect(byColumn('Sensitive', column), column).toBe(false);
    }
  });

  it('keep the ids of recognizers that are written without them', async () => {
    const config = { type: 'predefined', name: 'EmailRecognizer' };
    await served.make('/v1/classifications', { name: 'Own', description: '-' });
    const create = { name: 'Mail', classification: 'Own', description: '-' };
    const one = { name: 'mail', recognizerConfig: config };
    const made = await served.make('/v1/tags', { ...create, recognizers: [one] });
    const first = made.recognizers[0].id;
    const change = async (recognizers: object[]) => {
      const body = [{ op: 'add', path: '/recognizers', value: recognizers }];
      const answer = await served.send('PATCH', `/v1/tags/${made.id}`, { body });
      return answer.body.recognizers.map(({ id }: Recognizer) => id);
    };
    expect(
      await change([
        { ...one, name: 'other' },
        { ...one, displayName: 'Mail' },
      ]),
    ).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), first]);
    const [moved, added] = await change([{ ...one, id: first, name: 'renamed' }, one]);
    expect(moved).toBe(first);
    expect(added).not.toBe(first);
  });

  it('get what they are recognized by in a catalog of an older version, once', async () => {
    const recognizers = async (tag: string): Promise<Recognizer[]> =>
      (await named(served, `/v1/tags/name/PII.${tag}?fields=recognizers`)).recognizers ?? [];
    const recognized = async (tag: string) => (await recognizers(tag)).map(({ name }) => name);
    const set = async (tag: string, recognizers: object[]) => {
      const { id } = await named(served, `/v1/tags/name/PII.${tag}`);
      const body = [{ op: 'add', path: '/recognizers', value: recognizers }];
      expect((await served.send('PATCH', `/v1/tags/${id}`, { body })).status).toBe(200);
    };
    const seeded = await recognizers('Sensitive');
    const withoutIds = (list: Recognizer[]) => list.map(({ id: _, ...one }) => one);
    await set('Sensitive', []);
    await set('NonSensitive', [{ name: 'ours', recognizerConfig: { type: 'predefined', name: 'DateRecognizer' } }]);
    await served.command(BOOTSTRAP, null);
    expect(await recognized('Sensitive')).toEqual([]);
    await use().store.write(async (sql) => {
      const record = JSON.parse((await getSetting(sql, 'access.seeded'))?.doc ?? '[]') as string[];
      const doc = JSON.stringify(record.filter((key) => key !== 'change recognizers-of-tags'));
      await putSetting(sql, { name: 'access.seeded', updated_at: served.clock.now, doc });
    });
    await served.command(BOOTSTRAP, null);
    const added = await recognizers('Sensitive');
    expect(withoutIds(added)).toEqual(withoutIds(seeded));
    expect(new Set(added.map(({ id }) => id ?? 'none')).size).toBe(seeded.length);
    expect(await recognized('NonSensitive')).toEqual(['ours']);
    await set('Sensitive', []);
    await served.command(BOOTSTRAP, null);
    expect(await recognized('Sensitive')).toEqual([]);
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
