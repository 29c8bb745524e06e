/** Documents of the Open Data Contract Standard: the parts that the catalog reads. Everything else in them is left unchanged. */
import { isObject, type JsonObject } from '../../contract/index.js';

/** A document, as parsed. */
export type OdcsDocument = JsonObject;

/** A table, or another object with columns. */
export interface OdcsObject extends JsonObject {
  name: string;
}

export const objectsIn = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);
export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

export function isNamed(value: JsonObject): value is OdcsObject {
  return typeof value.name === 'string';
}

/** The objects of the document, such as tables. */
export function schemaObjects(document: OdcsDocument): OdcsObject[] {
  return objectsIn(document.schema).filter(isNamed);
}

/**
 * The object that is about an entity: the one with the given name; else the one with the name of the entity; else the only
 * one. Undefined if there is none.
 */
export function chooseObject(
  document: OdcsDocument,
  { objectName, entityName }: { objectName?: string | undefined; entityName?: string | undefined },
): OdcsObject | undefined {
  const objects = schemaObjects(document);
  const called = (name: string) =>
    objects.find((one) =>
      [one.name, one.physicalName].some((own) => typeof own === 'string' && own.toLowerCase() === name.toLowerCase()),
    );
  if (objectName) return called(objectName);
  return (entityName ? called(entityName) : undefined) ?? (objects.length === 1 ? objects[0] : undefined);
}

/** Value of a custom property; undefined if there is none of this name. */
export function customProperty(holder: JsonObject, name: string): unknown {
  return objectsIn(holder.customProperties).find(({ property }) => property === name)?.value;
}

/** The holder with a custom property set, or removed for undefined. */
export function withCustomProperty(holder: JsonObject, name: string, value: unknown): JsonObject {
  const stored = objectsIn(holder.customProperties);
  const at = stored.findIndex(({ property }) => property === name);
  const { customProperties: _, ...rest } = holder;
  const next =
    value === undefined
      ? stored.filter((_one, i) => i !== at)
      : at < 0
        ? [...stored, { property: name, value }]
        : stored.map((one, i) => (i === at ? { ...one, value } : one));
  return next.length === 0 ? rest : { ...rest, customProperties: next };
}
