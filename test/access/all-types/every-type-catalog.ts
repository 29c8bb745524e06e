// One catalog with entities of every registered type, in varied states, and the people and policies that look at it.
import type { EntityType } from '../../../src/catalog/index.js';
import { entityTypes } from '../../../src/entities/index.js';
import { type Body, fixtures } from '../../contract/fixtures/index.js';
import type { ContractApp } from '../../contract/support/contract-app.js';
import { createWorld, post, type World } from '../../contract/support/world.js';
import { CERTIFICATIONS, TAGS, TERMS, TIERS } from './random-policies.js';

/** An entity of the catalog, as an admin sees it. */
export interface Held {
  id: string;
  fqn: string;
  deleted: boolean;
}

export interface EveryType {
  types: readonly EntityType[];
  held: ReadonlyMap<string, readonly Held[]>;
  domains: readonly string[];
  /** Collection paths by type. */
  paths: ReadonlyMap<string, string>;
  /** By type, the paths that answer GET below one of its entities. */
  below: ReadonlyMap<string, readonly string[]>;
}

/** Per type, besides containers that fixtures made on the way. */
const MADE = 4;
/** Most entities of one type that are looked at. */
const MOST_HELD = 6;
/** Types whose entities are the rights themselves: their states are those of the policy sets. */
const RIGHTS = ['user', 'bot', 'team', 'role', 'policy'];

/** `people`: references to users and teams that own and review. */
export async function makeEveryType(app: ContractApp, people: readonly Body[], seed: number): Promise<EveryType> {
  const world = createWorld(app);
  const random = createRandom(seed);
  const domains = await makeGround(world);
  for (const type of entityTypes) await makeSome(type, world);
  const held = new Map<string, readonly Held[]>();
  for (const type of entityTypes) {
    const found = await listAll(type, app);
    for (const entity of found.slice(0, MOST_HELD))
      if (!RIGHTS.includes(type.name)) await vary(type, entity, { app, people, domains, random });
    held.set(type.name, found.slice(0, MOST_HELD));
  }
  const paths = new Map(entityTypes.map(({ name, path }) => [name, path]));
  return { types: entityTypes, held, domains, paths, below: await pathsBelow(app) };
}

async function pathsBelow(app: ContractApp): Promise<Map<string, string[]>> {
  const { body } = await app.send('GET', '/openapi.json');
  const paths = Object.keys(body.paths).filter((path) => body.paths[path].get && !path.includes('stream'));
  const below = new Map<string, string[]>();
  for (const type of entityTypes) {
    const own = paths
      .map((path) => path.replace(/^\/api/, ''))
      .filter((path) => path.startsWith(`${type.path}/`))
      .filter((path) => /^\/(name\/)?\{(id|fqn|name)\}\/[^{}]+$/.test(path.slice(type.path.length)));
    below.set(type.name, own);
  }
  return below;
}

/** Tags, terms that have them, and domains, one in another. */
async function makeGround(world: World): Promise<string[]> {
  await post(world, '/v1/classifications', { name: 'Mark', description: 'x' });
  for (const fqn of TAGS)
    await post(world, '/v1/tags', { name: fqn.slice(5), classification: 'Mark', description: 'x' });
  await post(world, '/v1/glossaries', { name: 'Words', description: 'x' });
  for (const [i, fqn] of TERMS.entries()) {
    const { id } = await post(world, '/v1/glossaryTerms', { name: fqn.slice(6), glossary: 'Words', description: 'x' });
    const tag = TAGS[i];
    if (tag) await patch(world.app, `/v1/glossaryTerms/${id}`, { op: 'add', path: '/tags', value: [label(tag)] });
  }
  const sea = await post(world, '/v1/domains', { name: 'Sea', domainType: 'Aggregate', description: 'x' });
  const bay = await post(world, '/v1/domains', {
    ...{ name: 'Bay', domainType: 'Aggregate', description: 'x' },
    parent: 'Sea',
  });
  const land = await post(world, '/v1/domains', { name: 'Land', domainType: 'Aggregate', description: 'x' });
  return [sea.id, bay.id, land.id];
}

async function makeSome(type: EntityType, world: World): Promise<void> {
  const create = fixtures.find((fixture) => fixture.type === type.name)?.create;
  if (!create) return;
  for (let n = 0; n < MADE; n++) {
    const made = await post(world, type.path, await create(world.unique('thing'), world));
    // The first of each type may be a container of others.
    if (n === MADE - 1 && !RIGHTS.includes(type.name)) await world.app.send('DELETE', `${type.path}/${made.id}`);
  }
}

/** The newest last, so that containers and what came with them are among the first. */
async function listAll(type: EntityType, app: ContractApp): Promise<Held[]> {
  const { status, body } = await app.send('GET', `${type.path}?limit=1000&include=all`);
  if (status !== 200) return [];
  const all: Held[] = body.data.map((entity: Body) => ({
    id: entity.id,
    fqn: entity.fullyQualifiedName,
    deleted: entity.deleted === true,
  }));
  // Deleted ones are always among those that are looked at.
  return all.sort((a, b) => Number(b.deleted) - Number(a.deleted));
}

interface Variety {
  app: ContractApp;
  people: readonly Body[];
  domains: readonly string[];
  random: () => number;
}

/** Owners, domains, labels and reviewers, where the type has them; what a type refuses is left as it was. */
async function vary(type: EntityType, { id, deleted }: Held, { app, people, domains, random }: Variety): Promise<void> {
  if (deleted || random() < 0.2) return;
  const has = (field: string) => type.traits?.some((trait) => trait.field === field) && random() < 0.6;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const add = (path: string, value: unknown) => patch(app, `${type.path}/${id}`, { op: 'add', path, value });
  if (has('owners')) await add('/owners', [pick(people)]);
  if (has('reviewers')) await add('/reviewers', [pick(people)]);
  if (has('domains')) await add('/domains', [{ id: pick(domains), type: 'domain' }]);
  if (has('tags')) await add('/tags', pick(LABELS).map(label));
  if (has('certification')) await add('/certification', { tagLabel: label(pick(CERTIFICATIONS)), appliedDate: 1 });
  for (const rule of type.parts ?? [])
    if (rule.tagged && random() < 0.3)
      await add(`/${rule.path.replaceAll('.', '/')}/0/tags`, [label(pick([...TAGS, ...TERMS]))]);
}

/** Labels that entities get: tags, all of them, terms that bring tags along, tiers. */
const LABELS: readonly (readonly string[])[] = [
  ...[...TAGS, ...TERMS, ...TIERS].map((fqn) => [fqn]),
  TAGS,
  [TAGS[0], TERMS[1]],
];

function label(tagFQN: string): Body {
  const source = tagFQN.startsWith('Words.') ? 'Glossary' : 'Classification';
  return { tagFQN, source, labelType: 'Manual', state: 'Confirmed' };
}

function patch(app: ContractApp, path: string, step: Body) {
  return app.send('PATCH', path, { body: [step], headers: { 'content-type': 'application/json-patch+json' } });
}

/** Numbers in [0, 1) that follow from the seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
