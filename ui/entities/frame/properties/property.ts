/** A custom property as its type defines it. */
export interface Property {
  name: string;
  displayName?: string;
  description?: string;
  propertyType?: { name?: string };
  /** What the kind needs to know: values of a choice, columns of a table, types of references. */
  customPropertyConfig?: { config?: unknown };
}

/** The custom properties of a type, as an answer with `customProperties` has them. */
export function propertiesOf(type: object | undefined): Property[] {
  return (type as { customProperties?: Property[] } | undefined)?.customProperties ?? [];
}

/** What asks for the type with its custom properties. */
export const propertiesOfType = (fqn: string) => ({ params: { fqn }, query: { fields: 'customProperties' } });

/** Kinds whose values are a line of text or a number; others have a form. */
export const LINES: ReadonlySet<string> = new Set([
  'string',
  'markdown',
  'integer',
  'number',
  'email',
  'date-cp',
  'dateTime-cp',
  'time-cp',
  'duration',
  'timestamp',
  'sqlQuery',
]);
export const NUMBERS: ReadonlySet<string> = new Set(['integer', 'number', 'timestamp']);
