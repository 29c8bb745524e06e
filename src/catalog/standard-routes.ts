/** The routes every type gets from its declaration (`reference/endpoints.md`, codes L C U g p d G P D A R V B S). */
import { readBody, readJson } from './body.js';
import { bulkPut, deleteStale } from './bulk.js';
import type { EntityType, StandardRoute } from './define.js';
import type { Written } from './draft.js';
import { versionOf, versionsOf } from './history.js';
import { listType, readBoolean } from './list.js';
import type { Naming } from './load.js';
import { entityReply, readEntity, readRow } from './read.js';
import { json, jsonText, type Reply, type Request, type Route, type Scope } from './route.js';
import { docsOf } from './route-docs.js';
import { checkCreate, createEntity, patchEntity, putEntity, removeEntity, restoreById } from './write.js';

const everyType: readonly StandardRoute[] = [
  'list',
  'create',
  'put',
  'patch',
  'patchByName',
  'delete',
  'deleteByName',
  'deleteAsync',
  'restore',
  'versions',
];

/** Standard routes, those of the traits and those of the type itself. */
export function routesOf(type: EntityType): Route[] {
  const wanted = new Set<StandardRoute>([...everyType, ...(type.with ?? [])]);
  for (const name of type.without ?? []) wanted.delete(name);
  if (type.create === null) for (const name of ['create', 'put'] as const) wanted.delete(name);
  return [
    ...readRoutes(type, wanted),
    ...writeRoutes(type, wanted),
    ...deleteRoutes(type, wanted),
    ...bulkRoutes(type, wanted),
    ...(type.traits ?? []).flatMap((trait) => trait.routes?.(type) ?? []),
    ...(type.routes ?? []),
  ];
}

function readRoutes(type: EntityType, wanted: ReadonlySet<StandardRoute>): Route[] {
  const { path } = type;
  const routes: Route[] = [
    {
      method: 'GET',
      path: `${path}/{id}`,
      kind: 'read',
      docs: docsOf(type, 'getById'),
      handle: (request, scope) => readEntity(type, idOf(request), request, scope),
    },
    {
      method: 'GET',
      path: `${path}/name/{fqn}`,
      kind: 'read',
      docs: docsOf(type, 'getByName'),
      handle: (request, scope) => readEntity(type, nameOf(request), request, scope),
    },
  ];
  if (wanted.has('list'))
    routes.push({
      method: 'GET',
      path,
      kind: 'read',
      docs: docsOf(type, 'list'),
      handle: (request, scope) => listType(type, request, scope),
    });
  if (wanted.has('versions'))
    routes.push(
      {
        method: 'GET',
        path: `${path}/{id}/versions`,
        kind: 'read',
        docs: docsOf(type, 'listVersions'),
        handle: (request, scope) => listVersions(type, request, scope),
      },
      {
        method: 'GET',
        path: `${path}/{id}/versions/{version}`,
        kind: 'read',
        docs: docsOf(type, 'getVersion'),
        handle: (request, scope) => getVersion(type, request, scope),
      },
    );
  return routes;
}

function writeRoutes(type: EntityType, wanted: ReadonlySet<StandardRoute>): Route[] {
  const { path } = type;
  const routes: Route[] = [];
  const patch = (naming: (request: Request) => Naming) => (request: Request, scope: Scope) =>
    patchReply(type, naming(request), request, scope);
  if (wanted.has('create'))
    routes.push({
      method: 'POST',
      path,
      kind: 'write',
      docs: docsOf(type, 'create'),
      handle: (request, scope) => post(type, request, scope),
    });
  if (wanted.has('put'))
    routes.push({
      method: 'PUT',
      path,
      kind: 'write',
      docs: docsOf(type, 'createOrUpdate'),
      handle: (request, scope) => put(type, request, scope),
    });
  if (wanted.has('patch'))
    routes.push({
      method: 'PATCH',
      path: `${path}/{id}`,
      kind: 'write',
      docs: docsOf(type, 'patch'),
      handle: patch(idOf),
    });
  if (wanted.has('patchByName'))
    routes.push({
      method: 'PATCH',
      path: `${path}/name/{fqn}`,
      kind: 'write',
      docs: docsOf(type, 'patchByName'),
      handle: patch(nameOf),
    });
  return routes;
}

function deleteRoutes(type: EntityType, wanted: ReadonlySet<StandardRoute>): Route[] {
  const { path } = type;
  const routes: Route[] = [];
  if (wanted.has('delete'))
    routes.push({
      method: 'DELETE',
      path: `${path}/{id}`,
      kind: 'write',
      docs: docsOf(type, 'delete'),
      handle: (request, scope) => remove(type, idOf(request), request, scope),
    });
  if (wanted.has('deleteByName'))
    routes.push({
      method: 'DELETE',
      path: `${path}/name/{fqn}`,
      kind: 'write',
      docs: docsOf(type, 'deleteByName'),
      handle: (request, scope) => remove(type, nameOf(request), request, scope),
    });
  if (wanted.has('deleteAsync'))
    routes.push({
      method: 'DELETE',
      path: `${path}/async/{id}`,
      kind: 'write',
      docs: docsOf(type, 'deleteAsync'),
      handle: (request, scope) => removeAsync(type, request, scope),
    });
  if (wanted.has('restore'))
    routes.push({
      method: 'PUT',
      path: `${path}/restore`,
      kind: 'write',
      docs: docsOf(type, 'restore'),
      handle: (request, scope) => restore(type, request, scope),
    });
  return routes;
}

function bulkRoutes(type: EntityType, wanted: ReadonlySet<StandardRoute>): Route[] {
  const routes: Route[] = [];
  if (wanted.has('bulk'))
    routes.push({
      method: 'PUT',
      path: `${type.path}/bulk`,
      kind: 'sliced',
      docs: docsOf(type, 'bulk'),
      handle: (request, scope) => bulkPut(type, request, scope),
    });
  if (wanted.has('deleteStale'))
    routes.push({
      method: 'DELETE',
      path: `${type.path}/deleteStale`,
      kind: 'sliced',
      docs: docsOf(type, 'deleteStale'),
      handle: (request, scope) => deleteStale(type, request, scope),
    });
  return routes;
}

const idOf = (request: Request): Naming => ({ id: request.params.id as string });
const nameOf = (request: Request): Naming => ({ fqn: request.params.fqn as string });

async function post(type: EntityType, request: Request, scope: Scope): Promise<Reply> {
  scope.catalog.authorizer.possible(scope.actor, 'Create', type.name);
  const written = await createEntity(type, checkCreate(type, readJson(request), scope), scope);
  const location = `${scope.catalog.options.publicUrl}/api${type.path}/${written.row.id}`;
  return changed(201, written, 'entityCreated', scope, { Location: location });
}

async function put(type: EntityType, request: Request, scope: Scope): Promise<Reply> {
  const { authorizer } = scope.catalog;
  if (request.query.overrideMetadata) readBoolean(request.query.overrideMetadata, 'overrideMetadata');
  authorizer.possible(scope.actor, 'EditAll', type.name);
  const create = checkCreate(type, readJson(request), scope);
  const written = await putEntity(
    type,
    create,
    { override: request.query.overrideMetadata === 'true' },
    scope,
    request.ifMatch,
  );
  return written.outcome === 'created'
    ? changed(201, written, 'entityCreated', scope)
    : changed(200, written, eventOf(written), scope);
}

async function patchReply(type: EntityType, naming: Naming, request: Request, scope: Scope): Promise<Reply> {
  scope.catalog.authorizer.possible(scope.actor, 'EditAny', type.name);
  const written = await patchEntity(type, naming, () => readJson(request), request.ifMatch, scope);
  return changed(200, written, eventOf(written), scope);
}

async function remove(type: EntityType, naming: Naming, request: Request, scope: Scope): Promise<Reply> {
  scope.catalog.authorizer.possible(scope.actor, 'Delete', type.name);
  const options = deleteOptions(request);
  const written = await removeEntity(type, naming, options, request.ifMatch, scope);
  return changed(200, written, options.hard ? 'entityDeleted' : 'entitySoftDeleted', scope);
}

async function removeAsync(type: EntityType, request: Request, scope: Scope): Promise<Reply> {
  scope.catalog.authorizer.possible(scope.actor, 'Delete', type.name);
  const written = await removeEntity(type, idOf(request), deleteOptions(request), request.ifMatch, scope);
  return json(202, {
    jobId: scope.context.id(),
    message: `Deleting ${type.name} ${written.row.fqn} with everything below it has started`,
  });
}

async function restore(type: EntityType, request: Request, scope: Scope): Promise<Reply> {
  scope.catalog.authorizer.possible(scope.actor, 'Delete', type.name);
  const { id } = readBody<{ id: string }>(request, 'api/data/restoreEntity', scope);
  return changed(200, await restoreById(type, id, scope), 'entityRestored', scope);
}

async function listVersions(type: EntityType, request: Request, scope: Scope): Promise<Reply> {
  const row = await readRow(type, idOf(request), 'all', scope);
  return json(200, { entityType: type.name, versions: await versionsOf(type, row, scope) });
}

async function getVersion(type: EntityType, request: Request, scope: Scope): Promise<Reply> {
  const row = await readRow(type, idOf(request), 'all', scope);
  return jsonText(200, await versionOf(type, row, request.params.version as string, scope));
}

function deleteOptions(request: Request) {
  const flag = (name: string) => (request.query[name] ? readBoolean(request.query[name], name) : false);
  return { hard: flag('hardDelete'), recursive: flag('recursive') };
}

/** compat: the kind of change travels in a header (`reference/alerts.md` 3.2). */
function changed(
  status: number,
  written: Written,
  kind: string,
  scope: Scope,
  headers: Record<string, string> = {},
): Reply {
  return entityReply(status, written.row, written.text, scope, { 'X-OpenMetadata-Change': kind, ...headers });
}

function eventOf(written: Written): string {
  return written.outcome === 'unchanged' ? 'entityNoChange' : 'entityUpdated';
}
