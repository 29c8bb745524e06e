/** Routes of data contracts beyond the standard ones. */
import {
  create,
  type DataRoute,
  put,
  type Reply,
  type Request,
  type Route,
  type Scope,
} from '../../../catalog/index.js';
import { CONTRACT, CREATE, PATH, SCHEMA } from '../contract-names.js';
import { documentToWrite, YAML_OR_JSON } from './documents.js';
import { entityRoutes } from './entity-routes.js';
import { odcsRoutes } from './odcs-routes.js';
import { resultRoutes } from './result-routes.js';
import { searchRoute } from './search-route.js';
import { validationRoutes } from './validation-routes.js';

export function contractRoutes(): Route[] {
  return [
    ...writeRoutes(),
    ...entityRoutes(),
    ...resultRoutes(),
    ...validationRoutes(),
    ...odcsRoutes(),
    searchRoute(),
  ];
}

/** Contracts are created and put as JSON or as YAML. */
function writeRoutes(): DataRoute[] {
  const write =
    (handle: typeof create) =>
    (request: Request, scope: Scope): Promise<Reply> =>
      handle(scope.catalog.registry.get(CONTRACT), request, scope);
  const docs = {
    tag: CONTRACT,
    body: { schema: CREATE, media: YAML_OR_JSON, required: true },
    errors: [404, 409, 412],
  };
  return [
    {
      kind: 'write',
      method: 'POST',
      path: PATH,
      document: documentToWrite('yaml', false),
      docs: {
        ...docs,
        operationId: 'createDataContract',
        summary: 'Create a data contract',
        answers: { 201: { description: 'The data contract', schema: SCHEMA } },
      },
      handle: write(create),
    },
    {
      kind: 'write',
      method: 'PUT',
      path: PATH,
      document: documentToWrite('yaml', true),
      docs: {
        ...docs,
        operationId: 'createOrUpdateDataContract',
        summary: 'Create or update a data contract',
        query: [
          {
            name: 'overrideMetadata',
            description: 'Whether a bot may overwrite what people wrote',
            schema: { type: 'boolean', default: false },
          },
        ],
        answers: {
          200: { description: 'The data contract', schema: SCHEMA },
          201: { description: 'The data contract', schema: SCHEMA },
        },
      },
      handle: write(put),
    },
  ];
}
