// An ordinary account asks every GET of the interface, about what it may see and about what a rule hides from it: no answer has a
// word of what is hidden.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { entityTypes } from '../../src/entities/index.js';
import { type Body, fixtures } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';
import { openPeople, type People, type Person } from './support/catalog-of-people.js';

const WORD = 'zqhidden';
const label = (tagFQN: string) => ({ tagFQN, source: 'Classification', labelType: 'Manual', state: 'Confirmed' });
/** They take sides with whom they belong to, or are the rights themselves. */
const LEFT_OUT = ['user', 'team', 'role', 'policy', 'bot', 'domain', 'classification', 'tag'];

forEachSeededStore('hidden everywhere', (use) => {
  let people: People;
  let who: Person;
  /** By collection path: one that may be seen, and one that is hidden. */
  const shown = new Map<string, Body>();
  const hidden = new Map<string, Body>();

  beforeAll(async () => {
    people = await openPeople(use());
    await people.make('/v1/classifications', { name: 'Kind', description: 'x' });
    for (const name of ['Secret', 'Some'])
      await people.make('/v1/tags', { name, classification: 'Kind', description: 'x' });
    const domain = await people.make('/v1/domains', { name: 'Sea', domainType: 'Aggregate', description: 'x' });
    for (const type of entityTypes) {
      const create = fixtures.find((fixture) => fixture.type === type.name)?.create;
      if (!create) continue;
      const has = (field: string) => type.traits?.some((trait) => trait.field === field);
      const make = async (name: string) =>
        people.make(type.path, await create(people.world.unique(name), people.world));
      shown.set(type.path, await make('plain'));
      if (!has('tags') || LEFT_OUT.includes(type.name)) continue;
      const made = await make(WORD);
      hidden.set(type.path, made);
      const steps = [
        { op: 'add', path: '/tags', value: [label('Kind.Secret'), label('Kind.Some')] },
        { op: 'add', path: '/description', value: `${WORD} in words` },
        ...(has('domains') ? [{ op: 'add', path: '/domains', value: [{ id: domain.id, type: 'domain' }] }] : []),
        ...(has('owners')
          ? [{ op: 'add', path: '/owners', value: [{ id: shown.get('/v1/teams')?.id, type: 'team' }] }]
          : []),
      ];
      for (const step of steps) await people.send('PATCH', `${type.path}/${made.id}`, [step]);
    }
    who = await people.person([{ effect: 'deny', operations: ['All'], condition: "matchAnyTag('Kind.Secret')" }]);
  });
  afterAll(() => people.app.close());

  it('is told by no GET', { timeout: 120_000 }, async () => {
    expect(hidden.size).toBeGreaterThan(20);
    const document = (await people.app.send('GET', '/openapi.json')).body;
    const paths = Object.keys(document.paths).filter((path) => document.paths[path].get);
    const found: string[] = [];
    let told = 0;
    let toldToAdmin = 0;
    for (const path of paths)
      for (const [of, by] of [
        ['shown', shown],
        ['hidden', hidden],
      ] as const) {
        const asked = realPath(path.replace(/^\/api/, ''), by);
        if (asked === null) continue;
        const { status, text } = await who.send('GET', asked);
        if (status >= 500) found.push(`${asked} answers ${status} ${text.slice(0, 200)}`);
        // What the reader asked with may be repeated to them.
        const said = of === 'hidden' ? text.replaceAll(named(by, asked), '') : text;
        if (status === 200 && said.includes(WORD)) found.push(`${of} ${asked} ${around(said)}`);
        if (status === 200) told += 1;
        if (of === 'shown' && (await people.send('GET', asked)).text.includes(WORD)) toldToAdmin += 1;
      }
    expect(found).toEqual([]);
    expect(told).toBeGreaterThan(100);
    expect(toldToAdmin, 'answers that have something to hide').toBeGreaterThan(40);
  });
});

function around(text: string): string {
  const at = text.indexOf(WORD);
  return text.slice(Math.max(0, at - 120), at + 60);
}

function named(by: ReadonlyMap<string, Body>, asked: string): string {
  const entity = [...by.values()].find(({ fullyQualifiedName: fqn }) => asked.includes(encodeURIComponent(fqn)));
  return entity?.fullyQualifiedName ?? '\0';
}

const QUERY = `?fields=*&limit=100&q=*&index=all&include=all&startTs=0&endTs=9999999999999&field=name&entityType=table`;

/** A path with the parameters of an entity of its collection; null where there is none. Streams that never end are left out. */
function realPath(path: string, by: ReadonlyMap<string, Body>): string | null {
  if (!path.startsWith('/v1/') || path.includes('stream')) return null;
  const collection = [...by.keys()]
    .filter((known) => path.startsWith(`${known}/`))
    .sort((a, b) => b.length - a.length)[0];
  const entity = collection === undefined ? by.get('/v1/tables') : by.get(collection);
  if (!entity) return null;
  const values: Record<string, string> = { entityType: 'table', index: 'all', version: '0.2', resource: 'table' };
  return (
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(values[name] ?? (/id$/i.test(name) ? entity.id : entity.fullyQualifiedName)),
    ) + QUERY
  );
}
