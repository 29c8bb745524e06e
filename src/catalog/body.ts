/** Request bodies. */
import { catalogError } from '../../contract/index.js';
import type { Request } from './route.js';

/** The JSON value of a body. 400 when it is missing or malformed. */
export function readJson(request: Request): unknown {
  if (request.body === null || request.body.trim() === '')
    throw catalogError('BAD_REQUEST', 'The request needs a body');
  try {
    return JSON.parse(request.body) as unknown;
  } catch (error) {
    throw catalogError('BAD_REQUEST', `The body is not valid JSON: ${(error as Error).message}`);
  }
}

/** The body checked against a schema of the contract, without nulls. 400 names the property and the rule. */
export function readBody<T>(
  request: Request,
  schema: string,
  scope: { catalog: { contract: import('../../contract/index.js').Contract } },
): T {
  const result = scope.catalog.contract.validator(schema)(readJson(request));
  if (!result.ok) throw catalogError('BAD_REQUEST', result.errors[0]?.message ?? 'The body does not fit its schema');
  return result.value as T;
}
