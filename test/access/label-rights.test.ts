// Tags, glossary terms, tiers and certifications have operations of their own, on entities of every type and on their parts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { present } from '../../src/context/index.js';
import { entityTypes } from '../../src/entities/index.js';
import { type Body, fixtures } from '../contract/fixtures/index.js';
import { anyShape, typesToTry } from '../support/shapes.js';
import { forEachSeededStore } from '../support/stores.js';
import { openPeople, type People, type Person } from './support/catalog-of-people.js';

const label = (tagFQN: string, source = 'Classification') => ({
  ...{ tagFQN, source },
  ...{ labelType: 'Manual', state: 'Confirmed' },
});
/** A label of each kind, by the operation that adds, changes and removes it. */
const LABELS: Readonly<Record<string, Body>> = {
  EditTags: label('Kind.Some'),
  EditGlossaryTerms: label('Words.Word', 'Glossary'),
  EditTier: label('Tier.Tier1'),
};
const OPERATIONS = Object.keys(LABELS);

const tagged = entityTypes.filter(
  (type) =>
    type.traits?.some(({ field }) => field === 'tags') &&
    !type.without?.includes('patch') &&
    fixtures.some((fixture) => fixture.type === type.name && fixture.create),
);

forEachSeededStore('label rights', (use, store) => {
  let people: People;
  /** People who may edit one kind of labels, and people who may edit everything but that kind. */
  const only = new Map<string, Person>();
  const allBut = new Map<string, Person>();

  beforeAll(async () => {
    people = await openPeople(use());
    await people.make('/v1/classifications', { name: 'Kind', description: 'x' });
    await people.make('/v1/tags', { name: 'Some', classification: 'Kind', description: 'x' });
    await people.make('/v1/glossaries', { name: 'Words', description: 'x' });
    await people.make('/v1/glossaryTerms', { name: 'Word', glossary: 'Words', description: 'x' });
    for (const operation of [...OPERATIONS, 'EditCertification']) {
      const view = { operations: ['ViewAll'] };
      only.set(operation, await people.person([view, { operations: [operation] }], { isBot: true }));
      const but = { effect: 'deny' as const, operations: [operation] };
      allBut.set(operation, await people.person([view, { operations: ['EditAll', 'Create'] }, but], { isBot: true }));
    }
  });
  afterAll(() => people.app.close());

  /** Who may make a change that needs this operation, and nobody else: who has one of the others, if they are not named. */
  async function needs(
    operation: string,
    path: string,
    steps: readonly Body[],
    undo: readonly Body[],
    others = OPERATIONS.filter((other) => other !== operation),
  ): Promise<void> {
    for (const asked of [operation, ...others]) {
      for (const [may, who] of [
        [asked === operation, only.get(asked)],
        [asked !== operation, allBut.get(asked)],
      ] as const) {
        const answer = await who?.send('PATCH', path, steps);
        expect(answer?.status, `${may} ${asked} for ${operation}: ${path} ${answer?.text}`).toBe(may ? 200 : 403);
        if (may) expect((await people.send('PATCH', path, undo)).status).toBe(200);
      }
    }
  }

  describe.each(typesToTry(tagged, store, anyShape).map((type) => [type.name, type] as const))('of %s', (_, type) => {
    const make = async () => {
      const fixture = fixtures.find((candidate) => candidate.type === type.name);
      const body = await fixture?.create?.(people.world.unique('labelled'), people.world);
      return { body, made: await people.make(type.path, body ?? {}) };
    };

    it('are added, replaced and removed by who may edit their kind', async () => {
      const { made } = await make();
      const path = `${type.path}/${made.id}`;
      const without = [{ op: 'add', path: '/tags', value: [] }];
      for (const [operation, one] of Object.entries(LABELS)) {
        const with_ = [{ op: 'add', path: '/tags', value: [one] }];
        await needs(operation, path, with_, without);
        expect((await people.send('PATCH', path, with_)).status).toBe(200);
        await needs(operation, path, without, with_, []);
        await needs(operation, path, [{ op: 'remove', path: '/tags/0' }], with_, []);
        expect((await people.send('PATCH', path, without)).status).toBe(200);
      }
    });

    it('go on and off by the list of their assets, too, for the same people', async () => {
      const { made } = await make();
      const assets = [{ id: made.id, type: type.name }];
      for (const [operation, { tagFQN, source }] of Object.entries(LABELS)) {
        const labels = source === 'Glossary' ? '/v1/glossaryTerms' : '/v1/tags';
        const { id } = (await people.send('GET', `${labels}/name/${tagFQN}`)).body;
        for (const asked of OPERATIONS)
          for (const [may, who] of [
            [asked === operation, only.get(asked)],
            [asked !== operation, allBut.get(asked)],
          ] as const)
            for (const word of ['add', 'remove']) {
              const { body } = present(
                await who?.send('PUT', `${labels}/${id}/assets/${word}`, { assets, dryRun: false }),
              );
              const expected = may ? { status: 'success' } : { failedRequest: [{ status: 403 }] };
              expect(body, `${may} ${asked} for ${operation}`).toMatchObject(expected);
            }
      }
    });

    it('on parts too', async () => {
      const { made } = await make();
      const whole = (await people.send('GET', `${type.path}/${made.id}?fields=*`)).body;
      for (const { path: place } of (type.parts ?? []).filter((part) => part.tagged)) {
        const parts = place.split('.').reduce((value, key) => value?.[key], whole);
        if (!Array.isArray(parts) || parts.length === 0) continue;
        const at = `/${place.replaceAll('.', '/')}/0/tags`;
        const without = [{ op: 'add', path: at, value: [] }];
        for (const [operation, one] of Object.entries(LABELS))
          await needs(operation, `${type.path}/${made.id}`, [{ op: 'add', path: at, value: [one] }], without, []);
      }
    });

    it('in a PUT and in a bulk too', async () => {
      const { body, made } = await make();
      for (const [operation, one] of Object.entries(LABELS)) {
        const labelled = { ...body, tags: [one] };
        const refused = await allBut.get(operation)?.send('PUT', type.path, labelled);
        expect(refused?.status, `${operation} ${refused?.text}`).toBe(403);
        if (type.with?.includes('bulk')) {
          const bulk = await allBut.get(operation)?.send('PUT', `${type.path}/bulk`, [labelled]);
          expect(bulk?.body.numberOfRowsPassed, bulk?.text).toBe(0);
        }
      }
      const { tags = [] } = (await people.send('GET', `${type.path}/${made.id}?fields=tags`)).body;
      expect(tags).toEqual(made.tags ?? []);
    });

    it('are separate in permissions', async () => {
      const { made } = await make();
      for (const operation of OPERATIONS) {
        const { body } = (await only.get(operation)?.send('GET', `/v1/permissions/${type.name}/${made.id}`)) ?? {};
        const access = (name: string) =>
          body.permissions.find((one: { operation: string }) => one.operation === name)?.access;
        expect(OPERATIONS.map(access)).toEqual(OPERATIONS.map((one) => (one === operation ? 'allow' : 'notAllow')));
      }
    });
  });

  it('certifications are not tags', async () => {
    const table = await people.table();
    const certified = { tagLabel: label('Certification.Gold'), appliedDate: 1 };
    const steps = [{ op: 'add', path: '/certification', value: certified }];
    for (const who of [only.get('EditTags'), only.get('EditTier'), allBut.get('EditCertification')])
      expect((await who?.send('PATCH', `/v1/tables/${table.id}`, steps))?.status).toBe(403);
    expect((await only.get('EditCertification')?.send('PATCH', `/v1/tables/${table.id}`, steps))?.status).toBe(200);
  });
});
