/** Reads the results that clients send. */
import {
  type CreateTestCaseResult,
  catalogError,
  isObject,
  type JsonObject,
  type TestCaseResult,
} from '../../../../contract/index.js';
import { type Request, readJson, type Scope } from '../../../catalog/index.js';

/**
 * The result of the body. Values may be left out, and dimensions need only say what they found: their ids, time and key
 * follow from the result.
 */
export function readResult(request: Request, scope: Scope): CreateTestCaseResult {
  const body = readJson(request);
  if (!isObject(body)) throw catalogError('BAD_REQUEST', 'The body must be a result');
  const completed = { testResultValue: [], ...withWholeDimensions(body, body.timestamp, scope) };
  const result = scope.catalog.contract.validator('api/tests/createTestCaseResult')(completed);
  if (!result.ok) throw catalogError('BAD_REQUEST', result.errors[0]?.message ?? 'The body is not a result');
  refuseRepeats(result.value);
  return result.value;
}

function withWholeDimensions(value: JsonObject, timestamp: unknown, scope: Scope): JsonObject {
  const given = value.dimensionResults;
  if (!Array.isArray(given)) return value;
  return { ...value, dimensionResults: given.map((item: unknown) => completeDimension(item, timestamp, scope)) };
}

function refuseRepeats({ dimensionResults = [] }: Pick<TestCaseResult, 'dimensionResults'>): void {
  const keys = new Set<string>();
  for (const { dimensionKey } of dimensionResults) {
    if (keys.has(dimensionKey)) throw catalogError('BAD_REQUEST', `dimensionResults: ${dimensionKey} occurs twice`);
    keys.add(dimensionKey);
  }
}

function completeDimension(item: unknown, timestamp: unknown, { context }: Scope): unknown {
  if (!isObject(item)) return item;
  return {
    id: context.id(),
    testCaseResultId: context.id(),
    dimensionKey: keyOf(item.dimensionValues),
    ...item,
    timestamp,
  };
}

/** `region=EU,product=A`. */
function keyOf(values: unknown): string {
  return Array.isArray(values)
    ? values
        .filter(isObject)
        .map(({ name, value }) => `${String(name)}=${String(value)}`)
        .join(',')
    : '';
}

/** A changed result of this time, checked against its schema. */
export function checkResult(value: unknown, at: number, scope: Scope): TestCaseResult {
  const completed = isObject(value) ? withWholeDimensions(value, at, scope) : value;
  const { contract } = scope.catalog;
  // The schema of results that are returned allows more fields than that of results that are sent.
  const known = contract.fieldNames('tests/basic#testCaseResult');
  const unknown = Object.keys(isObject(value) ? value : {}).find((field) => !known.includes(field));
  if (unknown !== undefined) throw catalogError('BAD_REQUEST', `${unknown.slice(0, 100)} is not a field of a result`);
  const result = contract.validator('tests/basic#testCaseResult')(completed);
  if (!result.ok) throw catalogError('BAD_REQUEST', result.errors[0]?.message ?? 'The patched result is not valid');
  refuseRepeats(result.value);
  return result.value;
}
