// Permissions of the token's user (`/v1/permissions`).
import { CatalogError, errorMessages } from '../../../contract/errors.js';
import { isOperation } from '../../../contract/operations.js';
import {
  type DataRoute,
  type EntityKey,
  factsOf,
  findRow,
  joinFqn,
  json,
  type ParameterDocs,
  type Reply,
  type Request,
  type ResourceFacts,
  type Scope,
  viewOperations,
} from '../../catalog/index.js';
import { ACCESS_TYPE, findResource, resourceOperations } from '../../entities/index.js';
import { getEntityByFqn } from '../../storage/index.js';
import { type AccessAuthorizer, resourceFacts } from '../decisions/authorizer.js';
import { explainDecision, explainRights } from '../decisions/permission-debug.js';
import { permissionsOn } from '../decisions/permissions.js';
import { createSubject, type Subject } from '../decisions/subject.js';
import { requireSelfOrAdmin } from './require-admin.js';

const SCHEMA = 'entity/policies/accessControl/resourcePermission';
const BASE = '/v1/permissions';

const whom: ParameterDocs = {
  name: 'user',
  description: 'Name of another user (administrators only); default: the user of the token',
  schema: { type: 'string' },
};
const anything = { inline: { type: 'object' } };

export function permissionRoutes(authorizer: AccessAuthorizer): DataRoute[] {
  const subjectOf: SubjectOf = ({ user }, scope) =>
    findSubject(
      user,
      authorizer,
      scope,
      user ? errorMessages.notFoundByQuery(ACCESS_TYPE.user, `user=${user}`) : undefined,
    );
  return [...subjectRoutes(subjectOf), ...policyRoutes(authorizer), ...debugRoutes(authorizer, subjectOf)];
}

function subjectRoutes(subjectOf: SubjectOf): DataRoute[] {
  return [
    route(
      '',
      'listPermissions',
      'List the permissions of a user for every resource type',
      { pageOf: SCHEMA },
      async ({ query }, scope) => {
        const subject = await subjectOf(query, scope);
        return page(
          resourceOperations(scope.catalog).map(({ name, operations }) =>
            permissionsOn(subject, name, operations, null),
          ),
        );
      },
    ),
    route(
      '/{resource}',
      'getPermission',
      'Get the permissions of a user for a resource type',
      SCHEMA,
      async ({ params, query }, scope) => {
        const resource = known(params.resource, scope);
        return json(200, permissionsOn(await subjectOf(query, scope), resource.name, resource.operations, null));
      },
    ),
    route(
      '/{resource}/{id}',
      'getPermissionById',
      'Get the permissions of a user for one entity',
      SCHEMA,
      (request, scope) => onEntity(request, { id: request.params.id ?? '' }, subjectOf, scope),
    ),
    route(
      '/{resource}/name/{name}',
      'getPermissionByName',
      'Get the permissions of a user for one entity',
      SCHEMA,
      (request, scope) => onEntity(request, { fqn: request.params.name ?? '' }, subjectOf, scope),
    ),
  ];
}

function policyRoutes(authorizer: AccessAuthorizer): DataRoute[] {
  return [
    route(
      '/policies',
      'listPermissionsOfPolicies',
      'List what the given policies allow',
      { pageOf: SCHEMA },
      (request, scope) => ofPolicies(request, authorizer, scope),
    ),
    route(
      '/view/{entityType}',
      'getViewOperations',
      'Get the operation required to view each field of a type',
      { inline: { type: 'object', additionalProperties: { type: 'string' } } },
      async ({ params }, scope) => {
        const type = scope.catalog.registry.find(params.entityType ?? '');
        if (!type) throw notFound(params.entityType);
        const fields = scope.catalog.contract.fieldNames(type.schema);
        return json(200, Object.fromEntries(fields.map((field) => [field, viewOperations(field, type).at(-1)])));
      },
    ),
  ];
}

function debugRoutes(authorizer: AccessAuthorizer, subjectOf: SubjectOf): DataRoute[] {
  return [
    route(
      '/debug/me',
      'explainMyPermissions',
      'Explain where your own permissions come from',
      anything,
      async (_, scope) => json(200, explainRights(await findSubject(undefined, authorizer, scope))),
    ),
    route(
      '/debug/user/{username}',
      'explainPermissions',
      'Explain where the permissions of a user come from',
      anything,
      async ({ params }, scope) => json(200, explainRights(await findSubject(params.username, authorizer, scope))),
    ),
    route(
      '/debug/evaluate',
      'explainDecision',
      'Explain one authorization decision, rule by rule',
      anything,
      (request, scope) => evaluate(request, subjectOf, scope),
    ),
  ];
}

/** The user named in the query; the caller if there is no name. */
type SubjectOf = (query: Request['query'], scope: Scope) => Promise<Subject>;

const debugParameters: Record<string, ParameterDocs[]> = {
  '/policies': [
    { name: 'ids', description: 'Ids of policies, separated by commas', schema: { type: 'string' }, required: true },
  ],
  '/view/{entityType}': [],
  '/debug/me': [],
  '/debug/user/{username}': [],
  '/debug/evaluate': [
    { ...whom, required: true },
    { name: 'resource', description: 'Type of the resource', schema: { type: 'string' }, required: true },
    { name: 'resourceId', description: 'Id or name of one entity', schema: { type: 'string' } },
    { name: 'operation', description: 'The operation', schema: { type: 'string' }, required: true },
  ],
};

function route(
  path: string,
  operationId: string,
  summary: string,
  schema: NonNullable<DataRoute['docs']['answers'][number]['schema']>,
  handle: DataRoute['handle'],
): DataRoute {
  const query = debugParameters[path] ?? [whom];
  return {
    kind: 'read',
    method: 'GET',
    path: BASE + path,
    docs: {
      operationId,
      summary,
      tag: 'Permissions',
      query,
      answers: { 200: { description: 'The permissions', schema } },
      errors: [404],
    },
    handle,
  };
}

function page(data: readonly unknown[]): Reply {
  return json(200, { data, paging: { total: data.length } });
}

async function findSubject(
  name: string | undefined,
  authorizer: AccessAuthorizer,
  scope: Scope,
  missing = errorMessages.notFoundByName(ACCESS_TYPE.user, name ?? scope.actor.name),
): Promise<Subject> {
  const { actor, sql } = scope;
  const row = name ? await getEntityByFqn(sql, ACCESS_TYPE.user, joinFqn(null, name.toLowerCase())) : null;
  if (name) requireSelfOrAdmin(actor, row?.id ?? '');
  const subject = name && !row ? null : await authorizer.subject(row?.id ?? actor.id, sql);
  if (!subject) throw new CatalogError('ENTITY_NOT_FOUND', missing);
  return subject;
}

function known(name: string | undefined, scope: Scope) {
  const resource = findResource(name ?? '', scope.catalog);
  if (!resource) throw notFound(name);
  return resource;
}

function notFound(name: string | undefined): CatalogError {
  return new CatalogError('ENTITY_NOT_FOUND', `unknown resource ${(name ?? '').slice(0, 100)}`);
}

async function onEntity(
  { params, query }: Request,
  naming: EntityKey,
  subjectOf: SubjectOf,
  scope: Scope,
): Promise<Reply> {
  const resource = known(params.resource, scope);
  const subject = await subjectOf(query, scope);
  const facts = await factsFor(resource.name, naming, scope);
  return json(200, permissionsOn(subject, resource.name, resource.operations, facts));
}

async function factsFor(typeName: string, naming: EntityKey, scope: Scope): Promise<ResourceFacts> {
  const type = scope.catalog.registry.find(typeName);
  if (!type) throw notFound(typeName);
  return resourceFacts(await factsOf(type, await findRow(type, naming, 'all', scope), scope));
}

/** Permissions of a user who has exactly these policies. */
async function ofPolicies({ query }: Request, authorizer: AccessAuthorizer, scope: Scope): Promise<Reply> {
  const type = scope.catalog.registry.get(ACCESS_TYPE.policy);
  scope.catalog.authorizer.possible(scope.actor, 'ViewAll', type.name);
  const ids = (query.ids ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
  if (ids.length === 0) throw new CatalogError('BAD_REQUEST', 'query param ids is required');
  for (const id of ids) {
    const row = await findRow(type, { id }, 'non-deleted', scope);
    await scope.catalog.authorizer.decide(scope.actor, ['ViewAll'], type.name, () => factsOf(type, row, scope));
  }
  const self = await findSubject(undefined, authorizer, scope);
  const role = { id: '', name: 'policies', policyIds: ids.map((id) => id.toLowerCase()) };
  const person = { ...self.person, isAdmin: false, isBot: true, roleIds: [role.id], teamIds: [] };
  const graph = { ...self.graph, teams: new Map(), roles: new Map([[role.id, role]]) };
  const subject = createSubject(person, graph);
  return page(
    resourceOperations(scope.catalog).map(({ name, operations }) => {
      const { permissions } = permissionsOn(subject, name, operations, null);
      return { resource: name, permissions: permissions.map(({ role: _, ...permission }) => permission) };
    }),
  );
}

async function evaluate({ query }: Request, subjectOf: SubjectOf, scope: Scope): Promise<Reply> {
  const { user, resource: wanted, operation: asked } = query;
  for (const [name, value] of Object.entries({ user, resource: wanted, operation: asked }))
    if (!value) throw new CatalogError('BAD_REQUEST', `query param ${name} is required`);
  const operation = operationOf(query.operation ?? '');
  const resource = known(query.resource, scope);
  const subject = await subjectOf(query, scope);
  const { resourceId } = query;
  const naming: EntityKey | null = !resourceId
    ? null
    : /^[0-9a-f-]{36}$/i.test(resourceId)
      ? { id: resourceId }
      : { fqn: resourceId };
  const facts = naming ? await factsFor(resource.name, naming, scope) : null;
  const explained = explainDecision(subject, operation, resource.name, facts);
  return json(200, resourceId ? { ...explained, resourceId } : explained);
}

/** Accepts `ViewAll` and `VIEW_ALL`. */
function operationOf(text: string) {
  const name = /^[A-Z_]+$/.test(text)
    ? text
        .split('_')
        .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
        .join('')
    : text;
  if (!isOperation(name)) throw new CatalogError('BAD_REQUEST', `operation: ${text.slice(0, 100)} is not an operation`);
  return name;
}
