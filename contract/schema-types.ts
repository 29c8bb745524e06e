// The generated types by the keys of their schemas.
import type { JsonObject } from './json.js';
import type { SchemaTypes } from './types.js';

/** A key whose schema has a generated type. */
export type SchemaKey = keyof SchemaTypes;

/** The type of a value of the schema. Keys that are only known while the program runs are those of entities and bodies: objects. */
export type SchemaValue<K extends string> = K extends SchemaKey ? SchemaTypes[K] : JsonObject;
