// `cairn/client`: a typed client of the API, for browsers and Node. Operations are constants: `client.call(getTableByName, …)`.
export type * from 'cairn/contract';
export { type Answer, type CallOptions, type Client, type ClientOptions, createClient, type Input } from './client.js';
export { ClientError } from './client-error.js';
export type { Operation, ShapeOf } from './operation.js';
export * from './operations.js';
export type { JsonPatch, Page, PatchStep } from './values.js';
