/** The subset of JSON Schema 2020-12 that the contract uses, with its own keywords (`x-…`). */
export interface JsonSchema {
  readonly $schema?: string;
  readonly $id?: string;
  readonly $anchor?: string;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly deprecated?: boolean;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly if?: JsonSchema;
  readonly then?: JsonSchema;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  /** The value is a secret: encrypted at rest and masked in responses. */
  readonly 'x-secret'?: boolean;
  /** The value contains secrets. */
  readonly 'x-mask'?: boolean;
  /** The object's schema is chosen by its `type`: type → references. */
  readonly 'x-by-type'?: Readonly<Record<string, readonly string[]>>;
  /** Matches any of these references, which are resolved during validation to keep the compiled schema small. */
  readonly 'x-any-of'?: readonly string[];
}

/** The values of a string enum; empty if the schema is not one. */
export const valuesOf = (schema: JsonSchema): readonly string[] =>
  (schema.enum ?? []).filter((one) => typeof one === 'string');
