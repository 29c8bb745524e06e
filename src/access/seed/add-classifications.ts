import { labelTypes } from '../../../contract/index.js';
import type { Fields, Scope } from '../../catalog/index.js';
import { getEntityByFqn } from '../../storage/index.js';
import { SEED_CLASSIFICATIONS } from './seed-classifications.js';
import type { Seeds } from './seeds.js';

const flags = { provider: 'system' };

/**
 * Adds seeded classifications and tags that are missing; existing ones are not changed. Nothing is added below a
 * deleted classification until it is restored.
 */
export async function addClassifications(seeds: Seeds, scope: Scope): Promise<void> {
  const { registry } = scope.catalog;
  const tagType = registry.get(labelTypes.Classification).name;
  await seeds.addAll(registry.targetOf('classifications').name, classifications());
  const tags = new Map<string, Fields>();
  for (const { name, tags: own } of SEED_CLASSIFICATIONS) {
    const lacking = own.filter((tag) => !seeds.has(tagType, `${name}.${tag.name}`));
    if (lacking.length === 0 || !(await isUsable(name, scope))) continue;
    for (const tag of lacking) tags.set(`${name}.${tag.name}`, { ...tag, ...flags, classification: name });
  }
  await seeds.addAll(tagType, tags);
}

function classifications(): ReadonlyMap<string, Fields> {
  return new Map(
    SEED_CLASSIFICATIONS.map(({ tags: _, ...create }) => [
      create.name,
      { ...create, ...flags, mutuallyExclusive: true },
    ]),
  );
}

async function isUsable(name: string, scope: Scope): Promise<boolean> {
  const type = scope.catalog.registry.targetOf('classifications').name;
  return (await getEntityByFqn(scope.sql, type, name))?.deleted === 0;
}
