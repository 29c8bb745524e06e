// Every field of every type that a client can write, by PATCH, PUT and create: right after the answer search shows the new value
// and finds the entity by it. The fields are those of the schemas, so a type that is added later is tried without a word here.
import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../contract/json-schema.js';
import type { EntityType } from '../../src/catalog/index.js';
import { entityTypes } from '../../src/entities/index.js';
import { type Body, fixtures } from '../contract/fixtures/index.js';
import { forEachShape, type Subject } from '../contract/support/subject.js';
import { classification, post, type World } from '../contract/support/world.js';
import { defineTexts } from '../support/define-property.js';
import { foundShape } from '../support/shapes.js';
import { byId, expectFound, idsOf, search, whole } from './written/expect-found.js';
import { type Samples, samplesOf } from './written/sample-values.js';

/** Fields that the server writes, and the name, which is written by all of it. */
const notTried = [
  ...['id', 'name', 'fullyQualifiedName', 'href', 'version', 'updatedAt', 'updatedBy', 'impersonatedBy', 'deleted'],
  ...['changeDescription', 'incrementalChangeDescription'],
];
/** A custom property of every type that takes some. */
const PROPERTY = 'fieldNote';
const jsonPatch = { 'content-type': 'application/json-patch+json' };

forEachShape('every field', foundShape, (subject) => {
  const { type, world, send, make, patch } = subject;
  const fieldsOf = (key: string): [string, JsonSchema][] => {
    const { contract } = world().app;
    return Object.entries(contract.resolve(contract.schema(key)).properties ?? {}).filter(
      ([field]) => !notTried.includes(field),
    );
  };

  describe(type.name, () => {
    it.runIf(subject.hasRoute('patch'))('is found by what was patched', { timeout: 120_000 }, async () => {
      const samples = await samplesIn(world());
      const patched: string[] = [];
      for (const [field, schema] of fieldsOf(type.schema)) {
        const word = world().unique(`quokka${type.name}`);
        if (await byPatch(subject, field, valuesFor(field, schema, word, samples), word)) patched.push(field);
      }
      expect(patched).toContain('description');
    });

    // A PUT reads its fields as a create does, whatever the type; what it changes depends on the shape alone.
    const ways = subject.standsForShape ? (['create', 'put'] as const) : (['create'] as const);
    it.each(ways)('is found by every field of a %s', { timeout: 120_000 }, async (way) => {
      const samples = await samplesIn(world());
      const given = [await subject.request(), ...((await subject.fixture.more?.(world())) ?? [])];
      // A PUT need not move a thing to where a create may put it.
      const only = given.slice(1).flatMap((body) => Object.keys(body));
      const { checkedOnly = [] } = subject.fixture;
      const placed = way === 'put' ? [...only, ...(type.parents ?? []).map(({ field }) => field)] : [];
      const missed: string[] = [];
      for (const [field, schema] of fieldsOf(type.create as string)) {
        // A trait that types share stores a field of a create as it stores that of a PATCH, which is tried for each of them.
        if (!subject.standsForShape && isShared(type, field)) continue;
        const word = world().unique(`wombat${type.name}`);
        const values = valuesFor(field, schema, word, samples).map((value) => ({ [field]: value }));
        const more = given.filter((body) => field in body).map((body) => (body === given[0] ? {} : body));
        if (
          !(await byRequest(subject, way, field, [...values, ...more], word)) &&
          ![...placed, ...checkedOnly].includes(field)
        )
          missed.push(field);
      }
      expect(missed, 'no value of these was taken: the fixture of the type can give some as `more`').toEqual([]);
    });

    it.runIf(type.with?.includes('bulk'))('is found after bulk writes', async () => {
      const word = world().unique('numbat');
      const bodies = await Promise.all([1, 2, 3].map(() => subject.request()));
      for (const description of [`First ${word}a`, `Then ${word}b`]) {
        const { body } = await send('PUT', '/bulk', { body: bodies.map((one) => ({ ...one, description })) });
        expect(body.numberOfRowsPassed).toBe(3);
        expect(await idsOf(subject, { q: description.split(' ')[1] as string })).toHaveLength(3);
      }
      expect(await idsOf(subject, { q: `${word}a` })).toEqual([]);
    });

    const { scope } = subject.fixture;
    it.runIf(type.with?.includes('deleteStale') && scope)('is gone when a crawl no longer saw it', async () => {
      const { type: scopeEntityType, fqn: scopeFqn } = (await scope?.(world())) ?? { type: '', fqn: '' };
      const lost = await make();
      const { body } = await send('GET', '?limit=100000');
      const seenFqns = body.data
        .map((one: Body) => one.fullyQualifiedName)
        .filter((fqn: string) => fqn !== lost.entity.fullyQualifiedName);
      const stale = { scopeEntityType, scopeFqn, seenFqns, recursive: true };
      const answer = await send('DELETE', '/deleteStale', { body: stale });
      expect(answer.body.numberOfRowsPassed, answer.text).toBe(1);
      expect(await idsOf(subject, byId(lost.id))).toEqual([]);
      expect(await idsOf(subject, { ...byId(lost.id), deleted: 'true' })).toEqual([lost.id]);
    });

    it('is found by the new names of what it lives in', async () => {
      const { id, entity } = await make();
      for (const { field } of type.parents ?? []) {
        const held = entity[field] as { id: string; type: string } | undefined;
        const parent = entityTypes.find(({ name }) => name === held?.type);
        if (!held || !parent) continue;
        const change = (name: string, value: string) =>
          subject.app().send('PATCH', `${parent.path}/${held.id}`, {
            headers: jsonPatch,
            body: [{ op: 'add', path: `/${name}`, value }],
          });
        const word = world().unique('bilby');
        expect((await change('displayName', word)).status).toBe(200);
        expect(await idsOf(subject, { q: `${word} ${entity.name}` }), `${type.name} by its ${field}`).toContain(id);
        expect(await shownParent(subject, id, field)).toMatchObject({ displayName: word });
        if (!parent.renameable) continue;
        const { body: before } = await subject.app().send('GET', `${parent.path}/${held.id}`);
        expect((await change('name', `Re${word}`)).status).toBe(200);
        const { fullyQualifiedName } = await whole(subject, id);
        expect(fullyQualifiedName).toContain(`Re${word}`);
        const by = (fqn: string) => ({
          query_filter: JSON.stringify({ query: { term: { fullyQualifiedName: fqn } } }),
        });
        expect(await idsOf(subject, by(fullyQualifiedName))).toEqual([id]);
        expect(await idsOf(subject, by(entity.fullyQualifiedName))).toEqual([]);
        expect((await change('name', before.name)).status).toBe(200);
      }
    });

    it.runIf(type.renameable)('is found by its new name', async () => {
      const { id, entity } = await make();
      const name = world().unique('Potoroo');
      const { status, text } = await patch(id, [{ op: 'replace', path: '/name', value: name }]);
      expect(status, text).toBe(200);
      expect(await idsOf(subject, { q: name })).toEqual([id]);
      expect(await idsOf(subject, { q: `name:"${entity.name}"` })).not.toContain(id);
      const [hit] = await search(subject, byId(id));
      expect(hit?._source).toMatchObject({ name, fullyQualifiedName: (await whole(subject, id)).fullyQualifiedName });
    });

    it.runIf(subject.hasRoute('patch'))('is no longer found by an owner or a tag that is gone', async () => {
      const { id } = await make();
      const name = world().unique('gone');
      const user = await post(world(), '/v1/users', { name, email: `${name}@example.com` });
      const label = { name, classification: (await classification(world())).name, description: 'Goes away' };
      const tag = await post(world(), '/v1/tags', label);
      const owner = [{ op: 'add', path: '/owners', value: [{ id: user.id, type: 'user' }] }];
      const tagged = {
        tagFQN: tag.fullyQualifiedName,
        source: 'Classification',
        labelType: 'Manual',
        state: 'Confirmed',
      };
      if (subject.hasTrait('owners')) expect((await patch(id, owner)).status).toBe(200);
      if (subject.hasTrait('tags'))
        expect((await patch(id, [{ op: 'add', path: '/tags', value: [tagged] }])).status).toBe(200);
      for (const path of [`/v1/users/${user.id}`, `/v1/tags/${tag.id}`])
        expect((await subject.app().send('DELETE', `${path}?hardDelete=true&recursive=true`)).status).toBe(200);
      expect(await idsOf(subject, { q: name })).toEqual([]);
      const [hit] = await search(subject, byId(id));
      const { owners, tags } = await whole(subject, id);
      expect([hit?._source.owners, hit?._source.tags]).toEqual([owners, tags]);
    });

    // Reads all of the index, so once, after what was written of all types.
    it.runIf(subject.isLast)('leaves the index as it should be', { timeout: 120_000 }, async () => {
      expect(await subject.app().searchProblems()).toEqual([]);
    });
  });
});

const isShared = ({ name, traits = [] }: EntityType, field: string) =>
  traits.some(
    (trait) =>
      trait.field === field && entityTypes.some((other) => other.name !== name && other.traits?.includes(trait)),
  );

async function shownParent(subject: Subject, id: string, field: string): Promise<unknown> {
  const [hit] = await search(subject, byId(id));
  return hit?._source[field];
}

/** Which of the values of a field was taken last: a field of the same name most often takes the same one. */
const taken = new Map<string, number>();
/** In how many types no value of a field was taken. */
const refused = new Map<string, number>();
/** A field that a type refused is most often one that the server writes, or that takes what it took elsewhere. */
const REFUSED_BY = 1;
/** Of its other values each further type tries one in so many, each type others. */
const STRIDE = 12;

/** Tries the likeliest value first. */
async function tryAll<T>(
  field: string,
  values: readonly T[],
  attempt: (value: T) => Promise<boolean>,
): Promise<boolean> {
  const key = `${field} ${values.length}`;
  const likeliest = taken.get(key);
  const times = refused.get(key) ?? 0;
  const positions = values
    .map((_, n) => n)
    .filter((n) => n === likeliest || times < REFUSED_BY || n % STRIDE === times % STRIDE)
    .sort((a, b) => Number(b === likeliest) - Number(a === likeliest));
  for (const n of positions) {
    if (!(await attempt(values[n] as T))) continue;
    taken.set(key, n);
    return true;
  }
  refused.set(key, times + 1);
  return false;
}

/** Patches the field with one value after the other until one changes it; whether one did. */
async function byPatch(subject: Subject, field: string, values: readonly unknown[], word: string): Promise<boolean> {
  const { id } = await subject.make();
  const current = (await whole(subject, id))[field];
  return tryAll(field, values, async (sample) => {
    const value = Array.isArray(current) && Array.isArray(sample) ? [...current, ...sample] : sample;
    const { status, text } = await subject.patch(id, [{ op: 'add', path: `/${field}`, value }]);
    expect(status, text).toBeLessThan(500);
    if (status !== 200 || same((await whole(subject, id))[field], current)) return false;
    await expectFound(subject, id, field, word);
    return true;
  });
}

/** Sends requests with one value after the other until one is taken; whether one was. */
async function byRequest(
  subject: Subject,
  way: 'create' | 'put',
  field: string,
  values: readonly Body[],
  word: string,
): Promise<boolean> {
  const start = async () => {
    const body = await subject.request();
    if (way === 'put') expect((await subject.send('POST', '', { body })).status).toBe(201);
    return body;
  };
  let body = await start();
  return tryAll(`${way} ${field}`, values, async (value) => {
    const answer = await subject.send(way === 'put' ? 'PUT' : 'POST', '', { body: { ...body, ...value } });
    expect(answer.status, answer.text).toBeLessThan(500);
    if (answer.status !== (way === 'put' ? 200 : 201)) {
      if (answer.status < 300) body = await start(); // it became another entity
      return false;
    }
    await expectFound(subject, answer.body.id, field, word);
    return true;
  });
}

/** Values of a field. Those of custom properties are not in the schema. */
const valuesFor = (field: string, schema: JsonSchema, word: string, samples: Samples): unknown[] =>
  field === 'extension' ? [{ [PROPERTY]: word }] : samplesOf(schema, word, samples);

/** Defines the property for every type that takes properties, once. */
async function defineProperty(world: World): Promise<Body> {
  const { contract } = world.app;
  const send = async (method: string, path: string, body?: unknown) =>
    (await world.app.send(method, path, { body })).body;
  for (const { name, schema } of entityTypes)
    if (contract.fieldNames(schema).includes('extension')) await defineTexts(send, name, [PROPERTY]);
  return {};
}

async function samplesIn(world: World): Promise<Samples> {
  await world.once('property', () => defineProperty(world));
  const known: { type: string; entity: Body }[] = [];
  for (const { name, path } of entityTypes) {
    const fixture = fixtures.find(({ type }) => type === name);
    if (!fixture?.create) continue;
    const make = async () => post(world, path, (await fixture.create?.(world.unique('known'), world)) as Body);
    known.push({ type: name, entity: await world.once(`known ${name}`, make) });
  }
  const { fullyQualifiedName } = await classification(world);
  const label = { name: 'label', classification: fullyQualifiedName, description: 'A label' };
  const tag = await world.once('known label', () => post(world, '/v1/tags', label));
  return { contract: world.app.contract, known, tag: tag.fullyQualifiedName };
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}
