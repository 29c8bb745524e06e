// The contract as an object: schemas loaded from a folder, and queries on them.
import { join } from 'node:path';
import { type Connections, createConnections } from './connections.js';
import { expandSchema } from './expanded-schema.js';
import { type JsonSchema, valuesOf } from './json-schema.js';
import { createSchemaStore } from './schema-store.js';
import { createSecrets, type Secrets } from './secrets/secrets.js';
import { createStandards, type Standards } from './standards.js';
import { createDefaults, type WithDefaults } from './validation/defaults.js';
import type { TextLimits } from './validation/text-limits.js';
import { createValidators, type Validators } from './validation/validation.js';

export interface Contract extends Connections, Secrets, Standards, Validators {
  /**
   * The schema of a key such as `entity/data/table`, `entity/data/table#column` or `type/tagLabel.labelType`; throws
   * if unknown.
   */
  schema(key: string): JsonSchema;
  /** Returns the schema itself, or the one its `$ref` points to. */
  resolve(schema: JsonSchema): JsonSchema;
  /** A copy of the schema of a key without references, for clients that draw a form from it. */
  expandedSchema(key: string): JsonSchema;
  /** Property names of an entity: the values that `fields=` allows. */
  fieldNames(key: string): readonly string[];
  /** The values of an enum (`entity/data/table#tableType`, `type/tagLabel.labelType`), or of a list of such values. */
  enumValues(key: string): readonly string[];
  /** A copy of the value with the defaults of its schema, including those of the connection it contains. */
  withDefaults: WithDefaults;
  /** The same contract without what is loaded: for work that reads most schemas once, so that they can be freed after it. */
  unloaded(): Contract;
}

export interface ContractOptions {
  /** The folder `contract/schemas`. */
  schemasDir: string;
  /** Default: those of the default options. */
  textLimits?: TextLimits;
}

/** Reads nothing yet: files are loaded on first use. */
export function createContract(options: ContractOptions): Contract {
  const { schemasDir, textLimits } = options;
  const store = createSchemaStore(schemasDir);
  const validators = createValidators(store, textLimits);
  return {
    ...createConnections(store),
    ...createSecrets(store),
    ...createStandards(join(schemasDir, '../standards')),
    ...validators,
    schema: store.schema,
    resolve: store.resolve,
    expandedSchema: (key) => expandSchema(store, key),
    fieldNames: (key) => Object.keys(store.resolve(store.schema(key)).properties ?? {}),
    enumValues: (key) => {
      const { items, ...schema } = store.resolve(store.schema(key));
      return valuesOf(items ? store.resolve(items) : schema);
    },
    withDefaults: createDefaults(store, validators),
    unloaded: () => createContract(options),
  };
}
