/** The fields of a type, those inside of others too, as clients choose from to write rules and conditions. Pure. */
import type { Contract, CustomProperty, JsonSchema } from '../../../contract/index.js';

export interface TypeField {
  /** Dotted path: `columns.name`. */
  name: string;
  displayName?: string;
  /** `string`, `entityReference`, `array<column>`. */
  type: string;
  /** Of a custom property: values of a choice, columns of a table, types of references. */
  customPropertyConfig?: unknown;
}

/** Schemas that fields are named after although other files hold them. */
const CALLED = new Map([
  ['type/entityReference', 'entityReference'],
  ['type/entityReferenceList', 'array<entityReference>'],
  ['type/tagLabel', 'tagLabel'],
]);
const BASIC = 'type/basic#';

/** The fields of a schema in their order, each before what it contains. A schema inside of itself is not opened again. */
export function schemaFields(key: string, contract: Pick<Contract, 'schema' | 'resolve'>): TypeField[] {
  const fields: TypeField[] = [];
  open(contract.schema(key), '', new Set());
  return fields;

  function open(schema: JsonSchema, path: string, within: ReadonlySet<JsonSchema>): void {
    const whole = contract.resolve(schema);
    if (within.has(whole)) return;
    const inside = new Set([...within, whole]);
    if (whole.items) open(whole.items, path, inside);
    for (const [field, member] of Object.entries(whole.properties ?? {})) {
      const name = path === '' ? field : `${path}.${field}`;
      fields.push({ name, displayName: name, type: typeOf(member) });
      open(member, name, inside);
    }
  }

  function typeOf(schema: JsonSchema): string {
    const called = calledBy(schema.$ref?.slice('cairn:'.length) ?? '');
    if (called !== undefined) return called;
    const whole = contract.resolve(schema);
    if (whole.items) return `array<${typeOf(whole.items)}>`;
    return [whole.type ?? 'object'].flat()[0] ?? 'object';
  }

  /** What the fields of a schema are called after it; undefined: after its JSON type. */
  function calledBy(ref: string): string | undefined {
    const file = key.split('#', 1)[0];
    return ref.startsWith(BASIC) || ref.startsWith(`${file}#`) ? ref.split('#')[1] : CALLED.get(ref);
  }
}

export function propertyField({ name, displayName, propertyType, customPropertyConfig }: CustomProperty): TypeField {
  return {
    name,
    ...(displayName === undefined ? {} : { displayName }),
    type: propertyType.name === 'entityReferenceList' ? 'array<entityReference>' : String(propertyType.name),
    ...(customPropertyConfig === undefined ? {} : { customPropertyConfig }),
  };
}
