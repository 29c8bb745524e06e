/** Derives the routes of a type from its declaration. */

import type { EntityType, StandardRoute } from '../define/define.js';
import { contextRoutes } from '../read/asset-context.js';
import { collectionHistoryRoute } from '../read/collection-history.js';
import { listType } from '../read/list.js';
import type { EntityKey } from '../read/load.js';
import { readEntity } from '../read/read.js';
import { bulkPut, deleteStale } from './bulk.js';
import type { Request, Route, Scope } from './route.js';
import { docsOf, type StandardDocs } from './route-docs.js';
import {
  create,
  createAll,
  getVersion,
  idOf,
  listVersions,
  nameOf,
  patchReply,
  put,
  remove,
  removeAsync,
  restore,
  restoreById,
} from './standard-handlers.js';

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

/** All routes of a type: standard routes, those of its traits and its own. */
export function routesOf(type: EntityType): Route[] {
  const wanted = new Set<StandardRoute>([...everyType, ...(type.with ?? [])]);
  const docs = docsOf(type);
  for (const name of type.without ?? []) wanted.delete(name);
  if (type.create === null) for (const name of ['create', 'put'] as const) wanted.delete(name);
  return [
    ...readRoutes(type, wanted, docs),
    ...writeRoutes(type, wanted, docs),
    ...deleteRoutes(type, wanted, docs),
    ...bulkRoutes(type, wanted, docs),
    ...contextRoutes(type),
    collectionHistoryRoute(type),
    ...(type.traits ?? []).flatMap((trait) => trait.routes?.(type) ?? []),
    ...(type.routes ?? []),
  ];
}

function readRoutes(type: EntityType, wanted: ReadonlySet<StandardRoute>, docs: StandardDocs): Route[] {
  const { path } = type;
  const routes: Route[] = [
    {
      method: 'GET',
      path: `${path}/{id}`,
      kind: 'read',
      docs: docs('getById'),
      handle: (request, scope) => readEntity(type, idOf(request), request, scope),
    },
    {
      method: 'GET',
      path: `${path}/name/{fqn}`,
      kind: 'read',
      docs: docs('getByName'),
      handle: (request, scope) => readEntity(type, nameOf(request), request, scope),
    },
  ];
  if (wanted.has('list'))
    routes.push({
      method: 'GET',
      path,
      kind: 'read',
      docs: docs('list'),
      handle: (request, scope) => listType(type, request, scope),
    });
  if (wanted.has('versions'))
    routes.push(
      {
        method: 'GET',
        path: `${path}/{id}/versions`,
        kind: 'read',
        docs: docs('listVersions'),
        handle: (request, scope) => listVersions(type, request, scope),
      },
      {
        method: 'GET',
        path: `${path}/{id}/versions/{version}`,
        kind: 'read',
        docs: docs('getVersion'),
        handle: (request, scope) => getVersion(type, request, scope),
      },
    );
  return routes;
}

function writeRoutes(type: EntityType, wanted: ReadonlySet<StandardRoute>, docs: StandardDocs): Route[] {
  const { path } = type;
  const routes: Route[] = [];
  const patch = (naming: (request: Request) => EntityKey) => (request: Request, scope: Scope) =>
    patchReply(type, naming(request), request, scope);
  if (wanted.has('create'))
    routes.push({
      method: 'POST',
      path,
      kind: 'write',
      docs: docs('create'),
      handle: (request, scope) => create(type, request, scope),
    });
  if (wanted.has('put'))
    routes.push({
      method: 'PUT',
      path,
      kind: 'write',
      docs: docs('createOrUpdate'),
      handle: (request, scope) => put(type, request, scope),
    });
  if (wanted.has('patch'))
    routes.push({
      method: 'PATCH',
      path: `${path}/{id}`,
      kind: 'write',
      docs: docs('patch'),
      handle: patch(idOf),
    });
  if (wanted.has('patchByName'))
    routes.push({
      method: 'PATCH',
      path: `${path}/name/{fqn}`,
      kind: 'write',
      docs: docs('patchByName'),
      handle: patch(nameOf),
    });
  return routes;
}

function deleteRoutes(type: EntityType, wanted: ReadonlySet<StandardRoute>, docs: StandardDocs): Route[] {
  const { path } = type;
  const routes: Route[] = [];
  if (wanted.has('delete'))
    routes.push({
      method: 'DELETE',
      path: `${path}/{id}`,
      kind: 'sliced',
      docs: docs('delete'),
      handle: (request, scope) => remove(type, idOf(request), request, scope),
    });
  if (wanted.has('deleteByName'))
    routes.push({
      method: 'DELETE',
      path: `${path}/name/{fqn}`,
      kind: 'sliced',
      docs: docs('deleteByName'),
      handle: (request, scope) => remove(type, nameOf(request), request, scope),
    });
  if (wanted.has('deleteAsync'))
    routes.push({
      method: 'DELETE',
      path: `${path}/async/{id}`,
      kind: 'sliced',
      docs: docs('deleteAsync'),
      handle: (request, scope) => removeAsync(type, request, scope),
    });
  if (wanted.has('restore'))
    routes.push({
      method: 'PUT',
      path: `${path}/restore`,
      kind: 'sliced',
      docs: docs('restore'),
      handle: (request, scope) => restore(type, request, scope),
    });
  if (wanted.has('restoreById'))
    routes.push({
      method: 'PUT',
      path: `${path}/{id}/restore`,
      kind: 'sliced',
      docs: docs('restoreById'),
      handle: (request, scope) => restoreById(type, request, scope),
    });
  return routes;
}

function bulkRoutes(type: EntityType, wanted: ReadonlySet<StandardRoute>, docs: StandardDocs): Route[] {
  const routes: Route[] = [];
  if (wanted.has('createMany'))
    routes.push({
      method: 'POST',
      path: `${type.path}/createMany`,
      kind: 'write',
      docs: docs('createMany'),
      handle: (request, scope) => createAll(type, request, scope),
    });
  if (wanted.has('bulk'))
    routes.push({
      method: 'PUT',
      path: `${type.path}/bulk`,
      kind: 'sliced',
      docs: docs('bulk'),
      handle: (request, scope) => bulkPut(type, request, scope),
    });
  if (wanted.has('deleteStale'))
    routes.push({
      method: 'DELETE',
      path: `${type.path}/deleteStale`,
      kind: 'sliced',
      docs: docs('deleteStale'),
      handle: (request, scope) => deleteStale(type, request, scope),
    });
  return routes;
}
