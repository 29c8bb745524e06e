import type { ParameterDocs, Route, RouteDocs } from '../../catalog/index.js';
import { acceptedMedia } from '../request/media-types.js';
import { errorResponse } from './error-responses.js';
import { withSize } from './portable-schema.js';
import type { SchemaComponents } from './schema-components.js';

const JSON_PATCH = 'application/json-patch+json';
const ALWAYS = [400, 429, 500, 503];
const WITH_TOKEN = [401, 403];
const WITH_BODY = [413, 415];

/** One operation of the OpenAPI document. */
export function describeOperation(route: Route, group: string, schemas: SchemaComponents): object {
  const { docs } = route;
  return {
    operationId: camelCase(docs.operationId),
    summary: docs.summary,
    description: descriptionOf(route),
    tags: [group],
    ...(docs.deprecated ? { deprecated: true } : {}),
    ...(route.open ? { security: [] } : {}),
    parameters: [
      ...pathParameters(route),
      ...(docs.query ?? []).map(queryParameter),
      ...(docs.headers ?? []).map((header) => ({ ...queryParameter(header), in: 'header' })),
      ...conditionParameters(docs),
    ],
    ...(docs.body ? { requestBody: requestBody(route, docs.body, schemas) } : {}),
    responses: { ...answers(docs, schemas), ...refusals(route) },
  };
}

/** What generators call the parameters of an operation together, and what it returns. */
export function namesInClients({ docs }: Route): string[] {
  const operation = camelCase(docs.operationId);
  const name = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}`;
  return [`${name}Request`, `${name}Result`];
}

function camelCase(words: string): string {
  return words.replaceAll(/_(\w)/g, (_, first: string) => first.toUpperCase());
}

/** The declared description, plus sentences derived from the declaration. */
function descriptionOf({ docs, open, kind }: Route): string {
  const texts = [docs.description ?? `${docs.summary.replaceAll(/\.$/g, '')}.`];
  const success = Object.values(docs.answers)[0];
  if (!docs.description && success?.schema && success.description !== docs.summary)
    texts.push(`Returns: ${success.description.replaceAll(/\.$/g, '')}.`);
  if (docs.errors?.includes(412))
    texts.push('With `If-Match`, it returns 412 if the entity has changed since it was read.');
  if (docs.answers[304]) texts.push('With `If-None-Match`, it returns 304 if nothing has changed.');
  if (kind === 'sliced')
    texts.push('The work is split into several transactions, so part of it can be visible before the rest.');
  if (open) texts.push('Requires no token.');
  return texts.join(' ');
}

function pathParameters({ path, docs }: Route): object[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const declared = docs.params?.[name];
    const { description, schema } =
      typeof declared === 'object'
        ? declared
        : { description: declared ?? PARAMETERS[name] ?? name, schema: name === 'id' ? UUID : TEXT };
    return { name, in: 'path', required: true, description, schema: withSize({ ...schema }) };
  });
}

const UUID = { type: 'string', format: 'uuid' };
const TEXT = { type: 'string', minLength: 1 };
const PARAMETERS: Readonly<Record<string, string>> = {
  id: 'Id of the entity.',
  fqn: 'Fully qualified name of the entity.',
  name: 'Name of the entity.',
  version: 'Version, such as 0.1.',
};

function queryParameter({ name, description, schema, required }: ParameterDocs): object {
  return { name, in: 'query', description, schema: withSize({ ...schema }), ...(required ? { required } : {}) };
}

/** Headers of conditional requests, derived from the declared statuses. */
function conditionParameters(docs: RouteDocs): object[] {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string' },
  });
  const parameters: object[] = [];
  if (docs.errors?.includes(412)) parameters.push(header('If-Match', 'ETag that the entity must match.'));
  if (docs.answers[304]) parameters.push(header('If-None-Match', 'ETag that the caller already has.'));
  return parameters;
}

/** A body is described under one of its media types only: clients made from a document cannot tell two apart by the body. */
function requestBody(route: Route, body: NonNullable<RouteDocs['body']>, schemas: SchemaComponents): object {
  const accepted = acceptedMedia(route);
  const content = accepted.includes(JSON_PATCH)
    ? { [JSON_PATCH]: { schema: { $ref: '#/components/schemas/JsonPatch' } } }
    : Object.fromEntries(accepted.slice(0, 1).map((media) => [media, { schema: schemas.of(body.schema) }]));
  return { required: body.required ?? true, content };
}

function answers(docs: RouteDocs, schemas: SchemaComponents): Record<string, object> {
  const described = Object.entries(docs.answers).map(([status, { description, schema, media, text }]) => {
    if (!schema) return [status, { description }];
    const content = { [media ?? 'application/json']: { schema: schemas.of(schema) } };
    if (text) content[text] = { schema: { type: 'string' } };
    return [status, { description, content }];
  });
  return Object.fromEntries(described);
}

function refusals({ open, path, docs, kind }: Route): Record<string, object> {
  const statuses = new Set([...ALWAYS, ...(docs.errors ?? [])]);
  if (!open) for (const status of WITH_TOKEN) statuses.add(status);
  if (docs.body) for (const status of WITH_BODY) statuses.add(status);
  if (path.includes('{')) statuses.add(404);
  if (path.includes('{') && (kind === 'write' || kind === 'sliced')) statuses.add(409); // the entity may be in deletion
  const refused = [...statuses].filter((status) => !docs.answers[status]).sort();
  return Object.fromEntries(refused.map((status) => [status, errorResponse(status)]));
}
