/** Names of indexes and aliases that clients use. */
import { catalogError, DEFAULT_INDEX, interfaceTypes } from '../../../contract/index.js';
import type { EntityType, Registry } from '../../catalog/index.js';

/** `databaseSchema` is `database_schema_search_index`, unless the type says otherwise. */
export function indexOfType({ name, search }: Pick<EntityType, 'name' | 'search'>): string {
  return search?.index ?? indexOfName(name);
}

function indexOfName(type: string): string {
  return `${type.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_search_index`;
}

/** The registered types behind the name of an index, alias or type; null when the name is unknown. */
export function typesOfIndex(index: string, { types }: Pick<Registry, 'types'>): string[] | null {
  // Types that clients cannot create are internal and found by their own index only.
  if (index === 'all' || index === '*' || index === 'all_search_index')
    return namesOf(types.filter((type) => type.create !== null));
  if (index === 'dataAsset' || index === 'data_asset_search_index')
    return namesOf(types.filter((type) => type.dataAsset));
  const lower = index.toLowerCase();
  const isMeant = (name: string, own: string) => name === index || own === lower || name.toLowerCase() === lower;
  const type = types.find((one) => isMeant(one.name, indexOfType(one)));
  if (type) return [type.name];
  const isKnown = Object.entries(interfaceTypes).some(([name, known]) =>
    isMeant(name, known.index ?? indexOfName(name)),
  );
  return isKnown ? [] : null;
}

function namesOf(types: readonly EntityType[]): string[] {
  return types.map(({ name }) => name);
}

/** The types behind comma-separated names in a parameter. 400 names the unknown one. */
export function readIndexes(text: string | undefined, registry: Registry, fallback: string = DEFAULT_INDEX): string[] {
  const types = new Set<string>();
  for (const part of (text === undefined || text === '' ? fallback : text).split(',').slice(0, 100)) {
    const found = typesOfIndex(part.trim(), registry);
    if (!found) throw catalogError('BAD_REQUEST', `index ${JSON.stringify(part.trim().slice(0, 100))} does not exist`);
    for (const type of found) types.add(type);
  }
  return [...types];
}
