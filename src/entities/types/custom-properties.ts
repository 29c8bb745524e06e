/** Custom properties of a type: what can be added, changed and removed. */
import { type CustomProperty, catalogError, isObject, parseReference } from '../../../contract/index.js';
import {
  definitionsIn,
  describingType,
  equal,
  type Fields,
  holdersOf,
  type ListPosition,
  propertyKind,
  removeFreeValues,
  removePartValues,
  removeValues,
  type Scope,
  takesProperties,
} from '../../catalog/index.js';
import type { FeatureJob } from '../../feature/index.js';
import { declareJob, enqueueJob } from '../../jobs/index.js';
import { entitiesWithProperty, getEntitiesByFqns, getEntitiesByIds, getJobByKey } from '../../storage/index.js';

interface Described {
  name?: string;
  category?: string;
  customProperties?: CustomProperty[];
}

/** Values that are removed in the transaction that removes their property; a job removes the others. */
const AT_ONCE = 100;
const MOST_PROPERTIES = 200;

interface Removal {
  type: string;
  property: string;
}

const removals = declareJob<Removal>({
  name: 'types.removeProperty',
  cancellable: false,
  input: {
    type: 'object',
    properties: { type: { type: 'string' }, property: { type: 'string' } },
    required: ['type', 'property'],
  },
});

/** Removes the values of a property that a type no longer has. */
export const propertyRemovalJob: FeatureJob<Removal> = {
  ...removals,
  async run({ type, property }, { transaction, progress, catalog }) {
    for (const holder of holdersOf(type, catalog.registry))
      for (let at: { after?: ListPosition } | undefined = {}; at; )
        at = await transaction(async (scope) => {
          const after = await removePartValues(holder, property, { ...at, limit: AT_ONCE / 2 }, scope);
          await progress(scope, { done: 1 });
          return after && { after };
        });
    const declared = catalog.registry.find(type);
    for (let more = declared !== undefined; declared && more; )
      more = await transaction(async (scope) => {
        const left = await removeValues(declared, property, AT_ONCE / 2, scope);
        await progress(scope, { done: 1 });
        return left;
      });
  },
};

/** Checks the properties of a type that were added or changed, and completes them. 400 names property and rule. */
export async function checkProperties(after: Described, before: Described | null, scope: Scope): Promise<void> {
  const properties = after.customProperties ?? [];
  const stored = before?.customProperties ?? [];
  if (properties === stored || equal(properties, stored)) return;
  const name = after.name ?? '';
  const type = scope.catalog.registry.find(name);
  const isOfParts = holdersOf(name, scope.catalog.registry).length > 0;
  // Types that clients add have no entities here, but describe those of others.
  const takes = type ? takesProperties(type) : after.category === 'entity';
  if (properties.length > 0 && !isOfParts && !takes)
    throw catalogError('BAD_REQUEST', `customProperties: entities of ${name} have no custom properties`);
  if (properties.length > MOST_PROPERTIES)
    throw catalogError('BAD_REQUEST', `customProperties: a type may have at most ${MOST_PROPERTIES}`);
  const old = new Map(stored.map((property) => [property.name, property]));
  const names = new Set<string>();
  const checked: CustomProperty[] = [];
  for (const property of properties) {
    if (names.has(property.name)) throw refuse(property.name, 'is given twice');
    names.add(property.name);
    const known = old.get(property.name);
    checked.push(known && equal(known, property) ? property : await checkProperty(name, property, known, scope));
  }
  after.customProperties = checked;
}

async function checkProperty(
  typeName: string,
  property: CustomProperty,
  stored: CustomProperty | undefined,
  scope: Scope,
): Promise<CustomProperty> {
  const { name, customPropertyConfig } = property;
  const propertyType = await kindOf(property, scope);
  if (stored && stored.propertyType.name !== propertyType.name)
    throw refuse(name, `propertyType cannot be changed from ${stored.propertyType.name}`);
  const kind = propertyKind(propertyType.name ?? '');
  const config = isObject(customPropertyConfig) ? customPropertyConfig.config : undefined;
  const problem = kind ? kind.configProblem(config) : 'is not a type of properties';
  if (problem !== null) throw refuse(name, `customPropertyConfig.config ${problem}`);
  const isOfParts = holdersOf(typeName, scope.catalog.registry).length > 0;
  if (kind?.refers) checkTypes(name, config, scope);
  if (stored) checkNarrowed(name, stored, config);
  else if (await isBeingRemoved(typeName, name, isOfParts, scope))
    throw refuse(name, 'was removed, and its values are still being removed; try again later');
  return { ...property, propertyType };
}

async function isBeingRemoved(type: string, property: string, isOfParts: boolean, { sql }: Scope): Promise<boolean> {
  if (isOfParts) return (await getJobByKey(sql, removals.name, `${type} ${property}`)) !== undefined;
  return (await entitiesWithProperty(sql, type, property, 1)).length > 0;
}

/** The reference to the type of a property, which can be named by id, or by name. */
async function kindOf({ name, propertyType }: CustomProperty, { sql, catalog }: Scope) {
  const type = describingType(catalog.registry) ?? '';
  const { id, name: given, fullyQualifiedName } = propertyType;
  const rows = id
    ? await getEntitiesByIds(sql, [id.toLowerCase()])
    : await getEntitiesByFqns(sql, type, [fullyQualifiedName ?? given ?? '']);
  const row = rows.find((found) => found.type === type);
  if (!row || !propertyKind(row.name)) throw refuse(name, 'propertyType is not a type of properties');
  return parseReference(row.ref);
}

function checkTypes(name: string, config: unknown, { catalog }: Scope): void {
  const unknown = (Array.isArray(config) ? config : []).find((type) => !catalog.registry.find(String(type)));
  if (unknown !== undefined)
    throw refuse(name, `customPropertyConfig.config: ${String(unknown).slice(0, 100)} is not a type of entities`);
}

/** What values may already have stays allowed: values of an enumeration, and columns of a table. */
function checkNarrowed(name: string, stored: CustomProperty, config: unknown): void {
  const old = isObject(stored.customPropertyConfig) ? stored.customPropertyConfig.config : undefined;
  for (const list of ['values', 'columns']) {
    const left = new Set(listIn(config, list));
    for (const value of listIn(old, list))
      if (!left.has(value))
        throw refuse(name, `customPropertyConfig.config.${list}: ${JSON.stringify(value)} cannot be removed`);
  }
  if (typeof old === 'string' && config !== old)
    throw refuse(name, `customPropertyConfig.config: the format ${old} cannot be changed`);
  if (isMultiple(old) && !isMultiple(config))
    throw refuse(name, 'customPropertyConfig.config.multiSelect cannot be turned off');
}

const isMultiple = (config: unknown) => isObject(config) && config.multiSelect === true;

function listIn(config: unknown, field: string): unknown[] {
  const list = isObject(config) ? config[field] : undefined;
  return Array.isArray(list) ? list : [];
}

function refuse(name: string, rule: string) {
  return catalogError('BAD_REQUEST', `customProperties.${name.slice(0, 256)}: ${rule}`);
}

/** Removes the values of properties that the type no longer has: a few now, many in a job. */
export async function afterRemoval(after: Described, before: Fields | null, scope: Scope): Promise<void> {
  const left = new Set(definitionsIn(after).map(({ name }) => name));
  const { registry } = scope.catalog;
  const typeName = after.name ?? '';
  const type = registry.find(typeName);
  if (!type && holdersOf(typeName, registry).length === 0) return;
  for (const { name } of definitionsIn(before ?? {})) {
    if (left.has(name)) continue;
    if (type) await removeFreeValues(type, name, AT_ONCE, scope);
    // A write that was accepted before may become visible only later, so there is always something to look for.
    const key = `${typeName} ${name}`;
    await enqueueJob(removals, { type: typeName, property: name }, scope, { key, lane: key, findsWork: true });
  }
}
