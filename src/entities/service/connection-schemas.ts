/** Endpoints of Cairn: the products that services can connect to, and what a connection to each consists of. */
import { createHash } from 'node:crypto';
import { catalogError, type ServiceFamily } from '../../../contract/index.js';
import {
  type DataRoute,
  jsonText,
  namesTag,
  parameter,
  type Reply,
  type Request,
  type Scope,
} from '../../catalog/index.js';

const PATH = '/v1/services/connectionSchemas';
const text = (description: string) => ({ type: 'string', description });

interface Product {
  /** Type of the services, such as `databaseService`. */
  entityType: string;
  serviceType: string;
  hasConnection: boolean;
}

export const connectionSchemaRoutes: readonly DataRoute[] = [
  {
    kind: 'read',
    method: 'GET',
    path: PATH,
    docs: {
      operationId: 'listConnectionSchemas',
      summary: 'List the products that services can be of',
      description:
        'Returns every value of `serviceType`, by type of services, and whether such services have a connection. An endpoint of Cairn.',
      tag: 'Services',
      answers: {
        304: { description: 'Not modified since the ETag in If-None-Match' },
        200: {
          description: 'The products',
          schema: {
            inline: {
              type: 'object',
              properties: {
                data: {
                  type: 'array',
                  items: {
                    type: 'object',
                    properties: {
                      entityType: text('Type of the services, such as `databaseService`'),
                      serviceType: text('The product, such as `Mysql`'),
                      hasConnection: { type: 'boolean', description: 'Whether such services have a connection' },
                    },
                    required: ['entityType', 'serviceType', 'hasConnection'],
                  },
                },
              },
              required: ['data'],
            },
          },
        },
      },
    },
    async handle(request, scope) {
      return tagged(
        { data: visibleTypes(scope).flatMap(({ name, family }) => productsOf(name, family, scope)) },
        request,
      );
    },
  },
  {
    kind: 'read',
    method: 'GET',
    path: `${PATH}/{entityType}/{serviceType}`,
    docs: {
      operationId: 'getConnectionSchema',
      summary: 'Get the schema of the connection to a product',
      description:
        'Returns the JSON Schema of `connection.config` of services of this type, without references; alternatives have titles, and `x-secret` marks what is encrypted and masked. It changes with the server only, so it can be cached by its ETag. An endpoint of Cairn.',
      tag: 'Services',
      params: {
        entityType: 'Type of the services, such as `databaseService`.',
        serviceType: 'The product, such as `Mysql`.',
      },
      answers: {
        200: {
          description: 'The schema',
          schema: {
            inline: {
              type: 'object',
              properties: {
                entityType: text('Type of the services'),
                serviceType: text('The product'),
                schema: { type: 'object', description: 'The JSON Schema', additionalProperties: true },
              },
              required: ['entityType', 'serviceType', 'schema'],
            },
          },
        },
        304: { description: 'Not modified since the ETag in If-None-Match' },
      },
      errors: [404],
    },
    handle: getSchema,
  },
];

async function getSchema(request: Request, scope: Scope): Promise<Reply> {
  const { contract } = scope.catalog;
  const types = visibleTypes(scope);
  const [entityType, serviceType] = [parameter(request, 'entityType'), parameter(request, 'serviceType')];
  const type = types.find(({ name }) => name === entityType);
  const key = type && contract.connectionSchema(type.family, serviceType);
  if (!key)
    throw catalogError(
      'ENTITY_NOT_FOUND',
      `${entityType.slice(0, 100)} has no connection of type ${serviceType.slice(0, 100)}`,
    );
  return tagged({ entityType, serviceType, schema: contract.expandedSchema(key) }, request);
}

/** Types of services of which the caller may see any; 403 if there are none. */
function visibleTypes({ catalog, actor }: Scope): { name: string; family: ServiceFamily }[] {
  const services = catalog.registry.types.flatMap(({ name, family }) => (family ? [{ name, family }] : []));
  const seen = services.filter(({ name }) => catalog.authorizer.filter(actor, 'ViewBasic', name).kind !== 'none');
  if (seen.length === 0) for (const { name } of services) catalog.authorizer.possible(actor, 'ViewBasic', name);
  return seen;
}

function productsOf(entityType: string, family: ServiceFamily, { catalog: { contract } }: Scope): Product[] {
  const connected = contract.connectionTypes(family);
  return contract
    .serviceTypes(family)
    .map((serviceType) => ({ entityType, serviceType, hasConnection: connected.includes(serviceType) }));
}

/** Tagged by its text, which is the same on every server of one version. */
function tagged(value: object, { ifNoneMatch }: Request): Reply {
  const body = JSON.stringify(value);
  const ETag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return namesTag(ifNoneMatch, ETag) ? { status: 304, headers: { ETag } } : jsonText(200, body, { ETag });
}
