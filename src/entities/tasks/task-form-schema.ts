import { isObject } from '../../../contract/index.js';
import {
  apiUrl,
  checkCreate,
  createEntity,
  type DataRoute,
  defineType,
  entityReply,
  type Fields,
  putEntity,
  type Reply,
  type Request,
  readJson,
  type Scope,
} from '../../catalog/index.js';
import { checkFormSchemas } from './forms.js';

const path = '/v1/taskFormSchemas';
const schema = 'entity/feed/taskFormSchema';
const typeName = 'taskFormSchema';

/** Fields that the server sets; compat: requests are whole forms and may have them. */
const OWNED = [
  'id',
  'fullyQualifiedName',
  'version',
  'updatedBy',
  'updatedAt',
  'href',
  'changeDescription',
  'deleted',
] as const;

export const taskFormSchema = defineType({
  name: typeName,
  path,
  schema,
  create: schema,
  about: 'The form that people fill in for tasks of one type.',
  transient: [...OWNED],
  filters: {
    taskType: { by: 'equals', field: 'taskType' },
    taskCategory: { by: 'equals', field: 'taskCategory' },
  },
  without: ['create', 'put', 'patchByName', 'deleteByName', 'deleteAsync'],
  routes: [write('POST', 'create'), write('PUT', 'createOrUpdate')],
  hooks: {
    check(form) {
      checkFormSchemas(form);
    },
  },
});

function write(method: 'POST' | 'PUT', verb: string): DataRoute {
  const isNew = method === 'POST';
  return {
    kind: 'write',
    method,
    path,
    docs: {
      operationId: `${verb}_${typeName}`,
      summary: isNew ? 'Create a form' : 'Create or update a form',
      description: 'The fields that the server sets are ignored.',
      tag: typeName,
      body: { schema },
      answers: isNew
        ? { 201: { description: 'The form', schema } }
        : { 200: { description: 'The form', schema }, 201: { description: 'The new form', schema } },
      errors: [409, 412],
    },
    handle: (request, scope) => writeForm(request, isNew, scope),
  };
}

async function writeForm(request: Request, isNew: boolean, scope: Scope): Promise<Reply> {
  const { authorizer, registry } = scope.catalog;
  const type = registry.get(typeName);
  if (isNew || authorizer.filter(scope.actor, 'EditAll', typeName).kind === 'none')
    authorizer.possible(scope.actor, 'Create', typeName);
  const given = readJson(request);
  const create: Fields = isObject(given) ? { ...given } : {};
  for (const field of OWNED) delete create[field];
  const valid = checkCreate(
    type,
    isObject(given) ? { ...create, id: '00000000-0000-4000-8000-000000000000' } : given,
    scope,
  );
  for (const field of OWNED) delete valid[field];
  const written = isNew
    ? await createEntity(type, valid, scope)
    : await putEntity(type, valid, { override: false }, scope, request.ifMatch);
  const created = written.outcome === 'created';
  const location = `${apiUrl(scope)}${path}/${written.row.id}`;
  return entityReply(created ? 201 : 200, written.row, written.text, scope, created ? { Location: location } : {});
}
