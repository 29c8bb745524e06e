/** A custom property as its type defines it. */
export interface Property {
  name: string;
  displayName?: string;
  description?: string;
  propertyType?: { name?: string };
  /** What the kind needs to know: values of a choice, columns of a table, types of references. */
  customPropertyConfig?: { config?: unknown };
}
