/** The custom properties that are defined for a type. */
import { isObject } from '../../../contract/index.js';
import { lockEntitiesByFqns } from '../../storage/index.js';
import type { Registry } from '../define/registry.js';
import { readDocument } from '../document/document.js';
import type { Scope } from '../routes/route.js';

export interface PropertyDefinition {
  name: string;
  kind: string;
  config: unknown;
}

/** The type whose entities describe types and hold their custom properties; undefined if there is none. */
export function describingType(registry: Registry): string | undefined {
  return registry.targetsOf('propertyType')[0];
}

/**
 * The properties of a type, by name, read with every write that needs them and locked against changes until the end of
 * the transaction: nothing is cached, so no server can apply outdated definitions.
 */
export async function lockDefinitions(typeName: string, scope: Scope): Promise<Map<string, PropertyDefinition>> {
  const holder = describingType(scope.catalog.registry);
  const [row] = holder === undefined ? [] : await lockEntitiesByFqns(scope.sql, holder, [typeName], 'forShare');
  return new Map((row ? definitionsIn(readDocument(row)) : []).map((definition) => [definition.name, definition]));
}

/** The definitions in the fields of an entity that describes a type. */
export function definitionsIn({ customProperties }: { customProperties?: unknown }): PropertyDefinition[] {
  if (!Array.isArray(customProperties)) return [];
  return customProperties.filter(isObject).map(({ name, propertyType, customPropertyConfig }) => ({
    name: String(name),
    kind: isObject(propertyType) ? String(propertyType.name) : '',
    config: isObject(customPropertyConfig) ? customPropertyConfig.config : undefined,
  }));
}
