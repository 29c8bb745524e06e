// `cairn/contract`: what clients of the interface share with the server. Must not depend on Node or read files.
export { type ContractedType, contractedTypes } from './contracted.js';
export type { ErrorBody, ErrorKind, ErrorType } from './errors.js';
export { errors } from './errors.js';
export type { EventType } from './events.js';
export { eventTypes, isEventType } from './events.js';
export { isObject, type JsonObject } from './json.js';
export type { Operation } from './operations.js';
export { isOperation, operations } from './operations.js';
export type { SchemaKey, SchemaValue } from './schema-types.js';
export type * from './types.js';
