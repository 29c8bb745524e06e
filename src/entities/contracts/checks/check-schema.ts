/** Compares the columns that a contract promises with those of its asset. Pure. */
import { type Column, isObject, type JsonObject, type SchemaValidation } from '../../../../contract/index.js';
import { at, type EntityType } from '../../../catalog/index.js';
import { isCompatible } from '../../../odcs/index.js';

/** A promised column. */
export interface PromisedColumn {
  name: string;
  dataType?: string;
  children?: readonly PromisedColumn[];
}

interface Found {
  type: string | undefined;
  children: Fields;
}

type Fields = ReadonlyMap<string, Found>;

/** Lists of columns or fields that entities of a type have. */
export function fieldLists(type: Pick<EntityType, 'parts'>): { path: string; children?: string | undefined }[] {
  return (type.parts ?? []).filter(({ path }) => /(^|\.)(columns|schemaFields|fields)$/.test(path));
}

/**
 * A column is kept if the asset has it with a type of the same kind. Names are case-sensitive; a name that the asset does not have on
 * the top level may be that of a nested column. `unchecked`: columns for which the asset has no type.
 */
export function compareSchema(
  schema: readonly (Column | PromisedColumn)[],
  asset: JsonObject,
  type: Pick<EntityType, 'parts'>,
): { validation: SchemaValidation; unchecked: string[] } {
  const known = new Map(
    fieldLists(type).flatMap(({ path, children }) => [...fieldsIn(at(asset, path), children ?? 'children')]),
  );
  const failedFields: string[] = [];
  const typeMismatchFields: string[] = [];
  const unchecked: string[] = [];
  let total = 0;
  const compare = (columns: readonly PromisedColumn[], fields: Fields, above: string) => {
    for (const { name, dataType, children } of columns) {
      const path = above === '' ? name : `${above}.${name}`;
      total += 1;
      const found = fields.get(name) ?? (above === '' ? nested(fields, name) : undefined);
      if (!found) failedFields.push(path);
      else if (dataType !== undefined && (found.type === undefined || found.type === 'UNKNOWN')) unchecked.push(path);
      else if (dataType !== undefined && found.type !== undefined && !isCompatible(dataType, found.type))
        typeMismatchFields.push(`${path}: expected ${dataType}, got ${found.type}`);
      if (found && children) compare(children, found.children, path);
    }
  };
  compare(schema, known, '');
  const duplicateFields = repeated(schema.map(({ name }) => name));
  const failed = new Set([...failedFields, ...duplicateFields]).size + typeMismatchFields.length;
  const validation: SchemaValidation = {
    passed: Math.max(0, total - failed - unchecked.length),
    failed,
    total,
    ...(failedFields.length > 0 ? { failedFields } : {}),
    ...(duplicateFields.length > 0 ? { duplicateFields } : {}),
    ...(typeMismatchFields.length > 0 ? { typeMismatchFields } : {}),
  };
  return { validation, unchecked };
}

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, i) => names.indexOf(name) !== i))];
}

function fieldsIn(list: unknown, childField: string): Fields {
  const fields = new Map<string, Found>();
  for (const field of Array.isArray(list) ? list.filter(isObject) : [])
    if (typeof field.name === 'string' && !fields.has(field.name))
      fields.set(field.name, {
        type: typeof field.dataType === 'string' ? field.dataType : undefined,
        children: fieldsIn(field[childField], childField),
      });
  return fields;
}

function nested(fields: Fields, name: string): Found | undefined {
  for (const { children } of fields.values()) {
    const found = children.get(name) ?? nested(children, name);
    if (found) return found;
  }
  return undefined;
}
