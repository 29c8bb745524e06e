// The operations of the OpenAPI document, and paths to things that are there.
import { entityTypes } from '../../../src/entities/index.js';
import { anyShape, oneOfEach } from '../../support/shapes.js';
import { type Body, fixtures } from '../fixtures/index.js';
import { post, type World } from './world.js';

export interface Operation {
  id: string;
  method: string;
  path: string;
  parameters: { name: string; in: string }[];
  hasBody: boolean;
  media: string;
  /** Answers without a token. */
  open: boolean;
  /** Its answer has no end. */
  streams: boolean;
  statuses: ReadonlySet<string>;
}

export function operationsOf(document: Body): Operation[] {
  return Object.entries(document.paths as Record<string, Body>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]: [string, Body]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      parameters: operation.parameters ?? [],
      hasBody: operation.requestBody !== undefined,
      media: Object.keys(operation.requestBody?.content ?? {})[0] ?? 'application/json',
      open: operation.security?.length === 0,
      streams: operation.responses[200]?.content?.['text/event-stream'] !== undefined,
      statuses: new Set(Object.keys(operation.responses)),
    })),
  );
}

type Kind = Pick<Operation, 'method' | 'path' | 'media' | 'parameters'>;

/** Without those that another type of the same shape has, too, with all their parameters: the same code answers them. */
export function oneOfEachKind<T extends Kind>(operations: readonly T[]): T[] {
  const tried = new Set(oneOfEach(entityTypes, anyShape).map(({ path }) => path));
  const collections = entityTypes.map(({ path }) => path).sort((a, b) => b.length - a.length);
  const collectionOf = ({ path }: Kind) =>
    collections.find((collection) => path === collection || path.startsWith(`${collection}/`));
  const isTried = (operation: Kind) => tried.has(collectionOf(operation) ?? '');
  const kindOf = (operation: Kind) =>
    `${operation.method} ${operation.path.slice(collectionOf(operation)?.length)} ${operation.media}`;
  const parametersOf = new Map<string, Set<string>>();
  for (const operation of operations.filter(isTried)) {
    const known = parametersOf.get(kindOf(operation)) ?? new Set();
    for (const { name } of operation.parameters) known.add(name);
    parametersOf.set(kindOf(operation), known);
  }
  return operations.filter((operation) => {
    const known = collectionOf(operation) === undefined ? undefined : parametersOf.get(kindOf(operation));
    return isTried(operation) || !known || operation.parameters.some(({ name }) => !known.has(name));
  });
}

/** One entity of each type, by collection path. */
export type Known = ReadonlyMap<string, Body>;

export async function knownEntities(world: World): Promise<Known> {
  const known = new Map<string, Body>();
  for (const { path, name } of entityTypes) {
    const request = await fixtures.find(({ type }) => type === name)?.create?.(world.unique('tried'), world);
    if (request) known.set(path, await post(world, path, request));
  }
  return known;
}

const words: Readonly<Record<string, string>> = {
  entityType: 'table',
  entity: 'table',
  resource: 'table',
  serviceType: 'databaseService',
  date: '2024-01-01',
  expression: 'isOwner()',
  setting: 'emailConfiguration',
};

/** The path of something that is there, as far as that can be told. */
export function realPath(path: string, known: Known): string {
  const collections = [...known.keys()].filter((collection) => path.startsWith(`${collection}/`));
  const about = /\{(entityType|entity|resource)\}/.test(path) ? '/v1/tables' : collections.sort().at(-1);
  const entity = known.get(about ?? '');
  const user = known.get('/v1/users')?.id;
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'userId') return user;
    if (name === 'name' && path.startsWith('/v1/system/settings')) return words.setting;
    if (name === 'fqn' || name === 'name') return encodeURIComponent(entity?.fullyQualifiedName ?? 'x');
    if (name === 'serviceFqn')
      return encodeURIComponent(known.get('/v1/services/databaseServices')?.fullyQualifiedName);
    return name === 'id' || name.endsWith('Id') ? (entity?.id ?? user) : (words[name] ?? '0.1');
  });
}
