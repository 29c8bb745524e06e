// One registered type with its fixture and an app to try it on: what every test of the suite is given.
import { expect } from 'vitest';
import type { EntityType, StandardRoute } from '../../../src/catalog/index.js';
import { entityTypes } from '../../../src/entities/index.js';
import type { Feature } from '../../../src/feature/index.js';
import { oneOfEach, type Shape, typesToTry } from '../../support/shapes.js';
import { type Body, type Fixture, fixtures, otherWords } from '../fixtures/index.js';
import { type Answer, type ContractApp, forEachApp, type SendOptions } from './contract-app.js';
import { createWorld, type World } from './world.js';

export interface Subject {
  type: EntityType;
  fixture: Fixture;
  /** Collection path. */
  path: string;
  app(): ContractApp;
  world(): World;
  /** A valid create request of a new name. */
  request(name?: string): Promise<Body>;
  /** The same request in other words. */
  different(request: Body): Body;
  /** Creates one, which must succeed. */
  make(name?: string): Promise<Made>;
  send(method: string, below: string, options?: SendOptions): Promise<Answer>;
  patch(id: string, steps: readonly Body[], options?: SendOptions): Promise<Answer>;
  hasTrait(field: string): boolean;
  hasRoute(route: StandardRoute): boolean;
  /** No other type comes after it on this database. */
  isLast: boolean;
  /** On PostgreSQL it stands for all types of its shape. */
  standsForShape: boolean;
  /** Deleting hides it; types without the field `deleted` are deleted for good at once. */
  hides(): boolean;
}

/** A created entity with the request that made it. */
export interface Made {
  request: Body;
  entity: Body;
  id: string;
  byId: string;
  byName: string;
}

/** A feature that is not in the list of the server, and how its types are lived with. */
export interface MoreTypes {
  feature: Feature;
  fixtures: readonly Fixture[];
}

/**
 * Runs a suite for every type that clients can create, on PostgreSQL for one of each shape; each database has one app and
 * world.
 */
export function forEachShape(title: string, shape: Shape, suite: (subject: Subject) => void): void {
  forEach(title, entityTypes, { known: fixtures, features: [], shape }, suite);
}

/** Runs a suite for every type on every database, and for the types of one more feature. */
export function forEachTypeWith(title: string, more: MoreTypes, suite: (subject: Subject) => void): void {
  const types = [...entityTypes, ...(more.feature.types ?? [])];
  forEach(title, types, { known: [...fixtures, ...more.fixtures], features: [more.feature] }, suite);
}

interface Choice {
  known: readonly Fixture[];
  features: readonly Feature[];
  /** Default: each type has its own. */
  shape?: Shape;
}

function forEach(
  title: string,
  types: readonly EntityType[],
  { known, features, shape = ({ name }) => [name] }: Choice,
  suite: (subject: Subject) => void,
): void {
  const created = types.filter(({ name }) => known.find(({ type }) => type === name)?.create);
  const standing = new Set(oneOfEach(created, shape));
  forEachApp(
    title,
    (app, store) => {
      let world: World | undefined;
      const theWorld = () => {
        world ??= createWorld(app());
        return world;
      };
      const tried = typesToTry(created, store, shape);
      for (const type of tried) {
        const fixture = known.find((candidate) => candidate.type === type.name);
        const place = { isLast: type === tried.at(-1), standsForShape: standing.has(type) };
        if (fixture) suite({ ...createSubject(type, fixture, app, theWorld), ...place });
      }
    },
    features,
  );
}

function createSubject(
  type: EntityType,
  fixture: Fixture,
  app: () => ContractApp,
  world: () => World,
): Omit<Subject, 'isLast' | 'standsForShape'> {
  const { path } = type;
  const request = async (name = world().unique('thing')) => (await fixture.create?.(name, world())) as Body;
  const send = (method: string, below: string, options?: SendOptions) => app().send(method, `${path}${below}`, options);
  return {
    type,
    fixture,
    path,
    app,
    world,
    request,
    send,
    different: (body) => ({ ...body, ...(fixture.other ?? otherWords) }),
    async make(name) {
      const body = await request(name);
      const { status, body: entity } = await send('POST', '', { body });
      expect(status, `${JSON.stringify(body)} → ${JSON.stringify(entity)}`).toBe(201);
      const { id, fullyQualifiedName } = entity;
      return { request: body, entity, id, byId: `/${id}`, byName: nameBelow(fullyQualifiedName) };
    },
    patch: (id, steps, options) =>
      send('PATCH', `/${id}`, { body: steps, ...options, headers: { ...jsonPatch, ...options?.headers } }),
    hides: () => app().contract.fieldNames(type.schema).includes('deleted'),
    hasTrait: (field) => type.traits?.some((trait) => trait.field === field) ?? false,
    hasRoute: (route) => !type.without?.includes(route) && (standard.includes(route) || !!type.with?.includes(route)),
  };
}

const jsonPatch = { 'content-type': 'application/json-patch+json' };
const standard: readonly StandardRoute[] = [
  'patch',
  'patchByName',
  'delete',
  'deleteByName',
  'deleteAsync',
  'restore',
  'versions',
];

export const nameBelow = (fqn: string) => `/name/${encodeURIComponent(fqn)}`;

/** The answer is a whole entity of the type: it fits the schema, and has nothing that the schema does not have. */
export function expectEntity(subject: Pick<Subject, 'type' | 'app'>, body: unknown): void {
  const { contract } = subject.app();
  const { schema } = subject.type;
  const result = contract.validator(schema)(body);
  expect(result.ok ? [] : result.errors, JSON.stringify(body)).toEqual([]);
  const known = contract.fieldNames(schema);
  expect(Object.keys(body as Body).filter((field) => !known.includes(field))).toEqual([]);
}

/** An error answer of the documented shape. */
export function expectError(answer: Answer, status: number, errorType?: string): void {
  expect(answer.status, answer.text.slice(0, 500)).toBe(status);
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  expect(answer.body).toEqual({
    code: status,
    errorType: errorType ?? expect.stringMatching(/^[A-Z_]+$/),
    message: expect.stringMatching(/\S/),
  });
}

/** The answer without what a change of its own moves. */
export function settled(entity: Body): Body {
  const { version, updatedAt, updatedBy, changeDescription, incrementalChangeDescription, ...rest } = entity;
  return rest;
}
