// The served description of the interface, as programs of others read it.
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonSchema } from '../../contract/index.js';
import { entityTypes } from '../../src/entities/index.js';
import { createTestApp, type TestApp } from '../support/app.js';

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  requestBody?: { content: object };
}

let app: TestApp;
// biome-ignore lint/suspicious/noExplicitAny: the test looks into the document freely
let document: any;
let operations: Operation[];
beforeAll(async () => {
  app = await createTestApp();
  const answer = await app.server.app.inject({ method: 'GET', url: '/openapi.json' });
  document = JSON.parse(answer.body);
  operations = Object.values(document.paths as Record<string, Record<string, Operation>>).flatMap(Object.values);
});
afterAll(() => app.close());

test('groups are plural names that tell what they hold', () => {
  const names: string[] = document.tags.map(({ name }: { name: string }) => name);
  for (const name of ['Tables', 'Database Services', 'Ingestion Pipelines', 'Data Products', 'Policies', 'Queries'])
    expect(names).toContain(name);
  for (const { name } of entityTypes) expect(names).not.toContain(name);
  for (const { name, description } of document.tags) {
    expect(name).toMatch(/^[A-Z]\w*( [A-Z]\w*)*$/);
    expect(description, name).toMatch(/\.$/);
  }
  for (const { tags, operationId } of operations) expect(names, operationId).toEqual(expect.arrayContaining(tags));
});

test('every operation has a name of its own, a summary and a description', () => {
  const ids = operations.map(({ operationId }) => operationId);
  // Generators name files by them, and some systems of files ignore case.
  expect(new Set(ids.map((id) => id.toLowerCase())).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z]+[A-Za-z0-9]*$/);
  // Generators for PHP, C#, Java and others add such functions beside each.
  for (const suffix of ['Async', 'Request', 'WithHttpInfo', 'Raw'])
    expect(ids.filter((id) => ids.includes(`${id}${suffix}`))).toEqual([]);
  for (const { operationId, summary, description } of operations) {
    expect(summary, operationId).toBeTruthy();
    expect(description.length, operationId).toBeGreaterThan(summary.length);
    expect(`${summary} ${description}`, operationId).not.toMatch(/\ba [aeio]|undefined|\[object/);
  }
});

test('no two paths differ only in the name of a parameter', () => {
  const patterns = Object.keys(document.paths).map((path) => path.replaceAll(/\{\w+\}/g, '{}'));
  expect(new Set(patterns).size).toBe(patterns.length);
});

test('a body has one media type, so that generated clients know how to send it', () => {
  const bodies = operations.flatMap(({ operationId, requestBody }) =>
    requestBody ? [[operationId, Object.keys(requestBody.content).length] as const] : [],
  );
  expect(bodies.length).toBeGreaterThan(100);
  expect(bodies.filter(([, count]) => count !== 1)).toEqual([]);
});

test('no schema is called like the parameters or the result of an operation, which generators give a type too', () => {
  const names = operations
    .map(({ operationId }) => `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}`)
    .flatMap((name) => [`${name}Request`, `${name}Result`]);
  expect(Object.keys(document.components.schemas).filter((name) => names.includes(name))).toEqual([]);
});

test('a property may be called like a keyword', () => {
  expect(document.components.schemas.FieldInterpretation.properties.pattern).toEqual({ type: 'string' });
});

test('the document is sent compressed, and not again to whoever has it', async () => {
  const zipped = await fetchDocument({ 'accept-encoding': 'br, gzip;q=0.5' });
  expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'no-cache' });
  expect(String(zipped.headers.vary).toLowerCase()).toContain('accept-encoding');
  expect(JSON.parse(gunzipSync(zipped.rawPayload).toString())).toEqual(document);
  expect(zipped.rawPayload.length).toBeLessThan(400_000);
  const etag = String(zipped.headers.etag);
  expect(etag).toMatch(/^W\/"[\w-]+"$/);
  for (const header of [etag, `"other", ${etag}`, '*']) {
    const again = await fetchDocument({ 'if-none-match': header });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  }
  const plain = await fetchDocument({ 'accept-encoding': 'gzip;q=0, identity', 'if-none-match': '"other"' });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.headers).toMatchObject({ etag });
  expect(plain.json()).toEqual(document);
});

function fetchDocument(headers: Record<string, string>) {
  return app.server.app.inject({ method: 'GET', url: '/openapi.json', headers });
}

test('generated clients read every number that the server returns', () => {
  const small = ({ maximum }: JsonSchema) => typeof maximum === 'number' && maximum < 2 ** 31;
  const numbers = schemas().filter(([, { type }]) => type === 'integer' || type === 'number');
  expect(numbers.length).toBeGreaterThan(1000);
  for (const [path, schema] of numbers)
    if (!small(schema)) expect(schema.format, path).toMatch(/^(int32|int64|double)$/);
  expect(document.components.schemas.Timestamp).toEqual({ type: 'integer', format: 'int64' });
  const task = document.paths['/v1/feed/tasks/{id}'].get.parameters[0].schema;
  expect(task).toEqual({ type: 'integer', format: 'int64', minimum: 1 });
});

test('nothing in schemas makes generators write code that does not compile', () => {
  for (const [path, schema] of schemas()) {
    expect(typeof schema.default === 'object' && !Array.isArray(schema.default), path).toBe(false);
    if (schema.default !== undefined) expect(schema.format, path).not.toBe('uri');
    if (schema.const !== undefined) expect(schema.type, path).toBeDefined();
    for (const branch of schema.anyOf ?? []) expect(Object.keys(branch), path).not.toEqual(['required']);
    if (!path.endsWith('[]')) expect(schema.type, path).not.toBe('null');
  }
});

test('no schema has a name that generators use themselves', () => {
  const names = Object.keys(document.components.schemas);
  for (const name of ['BasicAuth', 'AppMode', 'ModelType', 'File']) expect(names).not.toContain(name);
  expect(names).toEqual(expect.arrayContaining(['AuthBasicAuth', 'TableModelType']));
  const results = operations.map(({ operationId }) => `${pascal(operationId)}Request`);
  const unions = Object.entries<JsonSchema>(document.components.schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties).flatMap(([property, { anyOf, title }]) =>
      anyOf ? [title ?? `${name}${pascal(property)}`] : [],
    ),
  );
  expect(unions).toContain('CreateWorkflowRequestValue');
  expect(unions.filter((name) => results.includes(name))).toEqual([]);
});

test('the trigger of a workflow has the fields of its type', () => {
  const { trigger } = document.components.schemas.WorkflowDefinition.properties;
  expect(trigger.anyOf.map(({ $ref }: { $ref: string }) => $ref.split('/').at(-1))).toEqual([
    'EventBasedEntityTrigger',
    'NoOpTrigger',
    'PeriodicBatchEntityTrigger',
  ]);
});

function pascal(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** All schemas of components and parameters, with inner ones, by where they are. */
function schemas(): [string, JsonSchema][] {
  const found: [string, JsonSchema][] = [];
  const visit = (path: string, schema: JsonSchema | boolean | undefined): void => {
    if (typeof schema !== 'object') return;
    found.push([path, schema]);
    const { properties = {}, items, additionalProperties, anyOf = [] } = schema;
    for (const [name, inner] of Object.entries(properties)) visit(`${path}.${name}`, inner);
    for (const inner of [items, additionalProperties, ...anyOf]) visit(`${path}[]`, inner);
  };
  for (const [name, schema] of Object.entries<JsonSchema>(document.components.schemas)) visit(name, schema);
  for (const [path, methods] of Object.entries<Record<string, { parameters: { name: string; schema: JsonSchema }[] }>>(
    document.paths,
  ))
    for (const { parameters } of Object.values(methods))
      for (const { name, schema } of parameters) visit(`${path} ${name}`, schema);
  return found;
}
