export type { ServiceFamily } from './connections.js';
export { serviceFamilies } from './connections.js';
export type { Contract } from './contract.js';
export { createContract } from './contract.js';
export { contractedTypes } from './contracted.js';
export type { ErrorBody, ErrorKind, ErrorType } from './errors.js';
export {
  CatalogError,
  catalogError,
  errorBody,
  errorMessages,
  errors,
  forbidden,
  operationsRefused,
} from './errors.js';
export type { EventType, ThreadEventType } from './events.js';
export { eventTypes, isEventType, THREAD, threadEventTypes } from './events.js';
export type { InterfaceType } from './interface-types.js';
export { DEFAULT_INDEX, interfaceTypes, labelTypes, PROFILED_TYPE } from './interface-types.js';
export { jdbcConnectionSchema, jdbcInfoSchema, jdbcOptions } from './jdbc.js';
export {
  isObject,
  isTextList,
  type JsonObject,
  keysOf,
  listOf,
  parseList,
  parseObject,
  parseReference,
  parseText,
  type Stored,
  textOf,
} from './json.js';
export type { JsonSchema } from './json-schema.js';
export type { Operation } from './operations.js';
export { includesOperation, isOperation, operations } from './operations.js';
export { pipelineConfigSchema } from './pipeline-configs.js';
export type { SchemaKey, SchemaValue } from './schema-types.js';
export type { ChangeSecret } from './secrets/secrets.js';
export { createStandards, type StandardProblem, type Standards } from './standards.js';
export type * from './types.js';
export type { SchemaError } from './validation/schema-errors.js';
export type { Validation, Validator } from './validation/validation.js';
export { withoutNulls } from './validation/without-nulls.js';
