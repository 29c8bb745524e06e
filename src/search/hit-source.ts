/** What a hit shows: the entity as it is stored now, with the fields that clients of search read beside it. */
import {
  composeShown,
  type EntityType,
  eachPart,
  type Fields,
  isObject,
  type Scope,
  selectAll,
  splitFqn,
} from '../catalog/index.js';
import { type EntityRow, getEntitiesByIds } from '../storage/index.js';

/** Fields that a reader asked for; null: all. Names may be dotted. */
export interface SourceFields {
  include: readonly string[] | null;
  exclude: readonly string[];
}

/** Sources by id; entities that went away meanwhile are left out. */
export async function hitSources(ids: readonly string[], scope: Scope): Promise<Map<string, Fields>> {
  const rows = await getEntitiesByIds(scope.sql, ids);
  const sources = new Map<string, Fields>();
  for (const name of new Set(rows.map((row) => row.type))) {
    const type = scope.catalog.registry.get(name);
    const ofType = rows.filter((row) => row.type === name);
    const texts = await composeShown(ofType, type, selection(type), scope);
    for (const [i, row] of ofType.entries()) sources.set(row.id, source(type, row, texts[i] as string));
  }
  return sources;
}

const shown = new Set(['followers', 'votes', 'usageSummary']);

function selection(type: EntityType) {
  const all = selectAll(type);
  const chosen = new Set(all.traits.map(({ trait }) => trait));
  const more = (type.traits ?? []).filter((trait) => shown.has(trait.field) && !chosen.has(trait));
  return { ...all, traits: [...all.traits, ...more.map((trait) => ({ trait, as: trait.field }))] };
}

function source(type: EntityType, row: EntityRow, text: string): Fields {
  const value = JSON.parse(text) as Fields;
  const names: string[] = [];
  for (const rule of type.parts ?? []) eachPart(value, rule, (part) => void names.push(String(part.name)));
  const tags = (Array.isArray(value.tags) ? value.tags : []) as Fields[];
  const tier = tags.find((tag) => String(tag.tagFQN).startsWith('Tier.'));
  const followers = Array.isArray(value.followers) ? value.followers.filter(isObject).map(({ id }) => id) : undefined;
  const votes = isObject(value.votes) ? value.votes : null;
  return {
    ...value,
    displayName: value.displayName || row.name,
    deleted: row.deleted === 1,
    entityType: row.type,
    fqnParts: fqnParts(row.fqn),
    ...(type.parts ? { columnNames: names } : {}),
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

/** The fields of a source that were asked for. */
export function pickFields(value: Fields, { include, exclude }: SourceFields): Fields {
  const picked = include === null ? { ...value } : {};
  if (include)
    for (const path of include) {
      const [root = ''] = path.split('.');
      if (Object.hasOwn(value, root)) picked[root] = value[root];
    }
  for (const path of exclude) delete picked[path];
  return picked;
}
