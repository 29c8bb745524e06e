import { describe, expect, it } from 'vitest';
import { CatalogError, catalogError, errorBody, errorMessages, errors } from './errors.js';
import { includesOperation } from './operations.js';

describe('errors', () => {
  it('carry the status and the body of their kind', () => {
    const error = catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundByName('table', 'a.b.c.d'));
    expect(error).toBeInstanceOf(CatalogError);
    expect(errorBody(error)).toEqual({
      code: 404,
      errorType: 'ENTITY_NOT_FOUND',
      message: 'table instance for a.b.c.d not found by its fully qualified name',
    });
  });

  it('can say when to retry', () => {
    const cause = new Error('inner');
    const error = catalogError('LIMITS_EXCEPTION', errorMessages.rateLimited(3), { retryAfterSeconds: 3, cause });
    expect([error.status, error.retryAfterSeconds, error.cause]).toEqual([429, 3, cause]);
  });

  it('are those of the interface, 410 for events that are gone, and 503 for what the server cannot reach', () => {
    const table = Object.values(errors).map((kind) => `${kind.status} ${kind.errorType}`);
    expect(table).toEqual([
      '400 BAD_REQUEST',
      '401 UNAUTHORIZED',
      '403 FORBIDDEN',
      '404 ENTITY_NOT_FOUND',
      '405 METHOD_NOT_ALLOWED',
      '409 ENTITY_ALREADY_EXISTS',
      '409 ENTITY_LOCKED',
      '410 EVENTS_EXPIRED',
      '412 PRECONDITION_FAILED',
      '413 BULK_LIMIT_EXCEPTION',
      '415 UNSUPPORTED_MEDIA_TYPE',
      '429 LIMITS_EXCEPTION',
      '500 INTERNAL_ERROR',
      '503 DATABASE_UNAVAILABLE',
      '503 RUNNER_UNAVAILABLE',
      '503 SEARCH_UNAVAILABLE',
    ]);
  });
});

describe('operations', () => {
  it('include narrower ones', () => {
    expect(includesOperation('All', 'Delete')).toBe(true);
    expect(includesOperation('ViewAll', 'ViewBasic')).toBe(true);
    expect(includesOperation('EditAll', 'EditOwners')).toBe(true);
    expect(includesOperation('EditAll', 'Delete')).toBe(false);
    expect(includesOperation('ViewBasic', 'ViewAll')).toBe(false);
  });
});
