// The contract as an object: schemas from a folder, and what can be asked of them.
import { type Connections, createConnections } from './connections.js';
import { createDefaults, type WithDefaults } from './defaults.js';
import { type JsonSchema, valuesOf } from './json-schema.js';
import { createSchemaStore } from './schema-store.js';
import { createSecrets, type Secrets } from './secrets.js';
import type { TextLimits } from './text-limits.js';
import { createValidators, type Validators } from './validation.js';

export interface Contract extends Connections, Secrets, Validators {
  /** The schema of a key such as `entity/data/table`, `entity/data/table#column` or `type/tagLabel.labelType`; throws when unknown. */
  schema(key: string): JsonSchema;
  /** The schema itself, or the one its `$ref` points at. */
  resolve(schema: JsonSchema): JsonSchema;
  /** Names of the properties of an entity: what `fields=` may name. */
  fieldNames(key: string): readonly string[];
  /** The values of a closed list (`entity/data/table#tableType`, `type/tagLabel.labelType`). */
  enumValues(key: string): readonly string[];
  /** A copy of the value with the defaults of its schema, also those of the connection it holds. */
  withDefaults: WithDefaults;
}

export interface ContractOptions {
  /** The folder `contract/schemas`. */
  schemasDir: string;
  /** Default: those of the options' defaults. */
  textLimits?: TextLimits;
}

/** Nothing is read before it is asked for. */
export function createContract({ schemasDir, textLimits }: ContractOptions): Contract {
  const store = createSchemaStore(schemasDir);
  const validators = createValidators(store, textLimits);
  return {
    ...createConnections(store),
    ...createSecrets(store),
    ...validators,
    schema: store.schema,
    resolve: store.resolve,
    fieldNames: (key) => Object.keys(store.resolve(store.schema(key)).properties ?? {}),
    enumValues: (key) => valuesOf(store.resolve(store.schema(key))),
    withDefaults: createDefaults(store, validators),
  };
}
