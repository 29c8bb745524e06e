/** The source of a hit: the entity as it is stored now, with the additional fields that search clients read. */

import { setImmediate } from 'node:timers/promises';
import { listOf, parseObject } from '../../../contract/index.js';
import {
  composeShown,
  type EntityType,
  type Fields,
  isObject,
  type Scope,
  selectAll,
  splitFqn,
} from '../../catalog/index.js';
import { present } from '../../context/index.js';
import { type EntityRow, getEntitiesByIds, getReferences } from '../../storage/index.js';
import { nameLists } from '../query/part-fields.js';

/** The fields that the caller requested; null: all. Names may be dotted. */
export interface SourceFields {
  include: readonly string[] | null;
  exclude: readonly string[];
}

/** Names of the fields that are needed; null: all. */
export type Wanted = ReadonlySet<string> | null;

/** Entities that are loaded at once. */
const PIECE = 50;

/** Sources by id, limited to the wanted fields where that saves work; entities deleted in the meantime are omitted. */
export async function hitSources(
  ids: readonly string[],
  scope: Scope,
  wanted: Wanted = null,
): Promise<Map<string, Fields>> {
  const sources = new Map<string, Fields>();
  for (let i = 0; i < ids.length; i += PIECE) {
    if (i > 0) await setImmediate(); // yield to other requests
    await addSources(ids.slice(i, i + PIECE), wanted, scope, sources);
  }
  return sources;
}

async function addSources(
  ids: readonly string[],
  wanted: Wanted,
  scope: Scope,
  sources: Map<string, Fields>,
): Promise<void> {
  if (wanted && [...wanted].every((name) => inReference.has(name))) {
    for (const { id, ref } of await getReferences(scope.sql, ids)) sources.set(id, briefSource(parseObject(ref)));
    return;
  }
  const rows = await getEntitiesByIds(scope.sql, ids);
  for (const name of new Set(rows.map((row) => row.type))) {
    const type = scope.catalog.registry.get(name);
    const ofType = rows.filter((row) => row.type === name);
    const texts = await composeShown(ofType, type, selection(type, wanted), scope);
    for (const [i, row] of ofType.entries()) sources.set(row.id, source(type, row, present(texts[i])));
  }
}

const shown = new Set(['followers', 'votes', 'usageSummary']);
/** Source fields that are computed from another field. */
const madeOf: Readonly<Record<string, string>> = { tier: 'tags', totalVotes: 'votes' };

function selection(type: EntityType, wanted: Wanted) {
  const all = selectAll(type);
  const chosen = new Set(all.traits.map(({ trait }) => trait));
  const more = (type.traits ?? []).filter((trait) => shown.has(trait.field) && !chosen.has(trait));
  const traits = [...all.traits, ...more.map((trait) => ({ trait, as: trait.field }))];
  if (!wanted) return { ...all, traits };
  const needed = new Set([...wanted].map((name) => madeOf[name] ?? name));
  for (const { path, nameList } of type.parts ?? []) if (nameList && needed.has(nameList)) needed.add(rootOf(path));
  return {
    traits: traits.filter(({ as }) => needed.has(as)),
    extras: all.extras.filter((name) => needed.has(name)),
    short: true,
    partTags: all.partTags && (type.parts ?? []).some(({ path }) => needed.has(rootOf(path))),
  };
}

/** Source fields that the reference of an entity already has. */
const inReference = new Set(['id', 'name', 'displayName', 'fullyQualifiedName', 'fqnParts', 'deleted', 'entityType']);

function briefSource({ id, type, name, displayName, fullyQualifiedName, deleted }: Record<string, unknown>): Fields {
  return {
    id,
    name,
    fullyQualifiedName,
    displayName: displayName || name,
    deleted,
    entityType: type,
    fqnParts: fqnParts(String(fullyQualifiedName)),
  };
}

function source(type: EntityType, row: EntityRow, text: string): Fields {
  const value = parseObject(text);
  const tags = listOf(value.tags, isObject);
  const tier = tags.find((tag) => String(tag.tagFQN).startsWith('Tier.'));
  const followers = Array.isArray(value.followers) ? value.followers.filter(isObject).map(({ id }) => id) : undefined;
  const votes = isObject(value.votes) ? value.votes : null;
  return {
    ...value,
    displayName: value.displayName || row.name,
    deleted: row.deleted === 1,
    entityType: row.type,
    fqnParts: fqnParts(row.fqn),
    ...type.search?.constants,
    ...nameLists(type, value),
    ...(followers ? { followers } : {}),
    descriptionStatus: value.description ? 'COMPLETE' : 'INCOMPLETE',
    totalVotes: votes ? Number(votes.upVotes ?? 0) - Number(votes.downVotes ?? 0) : 0,
    tier: tier ?? null,
  };
}

function fqnParts(fqn: string): string[] {
  try {
    return splitFqn(fqn);
  } catch {
    return [fqn];
  }
}

/** The source fields that must be loaded to show the requested fields and to search the `looked` ones. */
export function wantedOf({ include }: SourceFields, looked: readonly string[]): Wanted {
  return include && new Set([...include, ...looked].map(rootOf));
}

function rootOf(path: string): string {
  return path.split('.', 1)[0] ?? path;
}

/** The requested fields of a source. */
export function pickFields(value: Fields, { include, exclude }: SourceFields): Fields {
  const picked = include === null ? { ...value } : {};
  if (include)
    for (const path of include) {
      const root = rootOf(path);
      if (Object.hasOwn(value, root)) picked[root] = value[root];
    }
  for (const path of exclude) delete picked[path];
  return picked;
}
