/** Messages between the main thread and the write worker, and the form in which errors cross. Plain data only. */
import { CatalogError, type ErrorType } from '../../contract/errors.js';
import type { Actor, Invalidation, Reply, Request } from '../catalog/index.js';
import { type StoreProblem, StoreUnavailable, type UnavailableKind } from '../storage/index.js';

/** `key` names a write route, such as `POST /v1/tables`; `name` a command of a feature. */
export type Call =
  | { kind: 'route'; key: string; request: Request; actor: Actor }
  | { kind: 'command'; name: string; data: unknown; actor?: Actor };

export type ToWorker = { kind: 'call'; id: number; call: Call } | { kind: 'close' };

export type FromWorker =
  /** The seeds have run; their results by name. */
  | { kind: 'ready'; seedResults: unknown }
  | { kind: 'invalidations'; invalidations: readonly Invalidation[] }
  | { kind: 'health'; problem: StoreProblem }
  | { kind: 'done'; id: number; value: Reply | unknown }
  | { kind: 'failed'; id: number; error: PlainError };

/** Messages of the same tick are sent together, in order: waking the other thread costs more than the messages. */
export type BatchFromWorker = readonly FromWorker[];

/** An error without its class, as `postMessage` can send it. */
export interface PlainError {
  /** Set if the error has a documented response. */
  errorType?: ErrorType;
  message: string;
  retryAfterSeconds?: number;
  name?: string;
  /** Set if the database is unavailable. */
  unavailable?: UnavailableKind;
  stack?: string;
}

export function plainError(error: unknown): PlainError {
  if (error instanceof CatalogError) {
    const plain: PlainError = { errorType: error.errorType, message: error.message };
    if (error.retryAfterSeconds !== undefined) plain.retryAfterSeconds = error.retryAfterSeconds;
    return plain;
  }
  if (error instanceof StoreUnavailable) return { name: error.name, message: error.message, unavailable: error.kind };
  if (error instanceof Error) return { name: error.name, message: error.message, stack: error.stack ?? '' };
  return { message: String(error) };
}

/** The error that `plainError` was made from, with its class. */
export function reviveError(plain: PlainError): Error {
  const { errorType, message, retryAfterSeconds, unavailable, name, stack } = plain;
  if (errorType)
    return new CatalogError(errorType, message, retryAfterSeconds === undefined ? {} : { retryAfterSeconds });
  if (unavailable) return new StoreUnavailable(message, { kind: unavailable });
  const error = new Error(message);
  if (name) error.name = name;
  if (stack) error.stack = stack;
  return error;
}
