import { type Contract, jdbcConnectionSchema, jdbcInfoSchema } from '../../../contract/index.js';
import type { Route } from '../../catalog/index.js';
import { describeOperation, errorResponses } from './describe-operation.js';
import { createSchemaComponents } from './schema-components.js';

/** The OpenAPI 3.1 document of the routes below `/api`, as JSON text. */
export function buildDocument(routes: readonly Route[], contract: Contract, version: string): string {
  const schemas = createSchemaComponents(contract);
  for (const key of [jdbcConnectionSchema, jdbcInfoSchema]) schemas.of(key);
  const paths: Record<string, Record<string, object>> = {};
  for (const route of [...routes].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: describeOperation(route, schemas) };
  }
  const tags = [...new Set(routes.map(({ docs }) => docs.tag))].sort().map((name) => ({ name }));
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Cairn', version, description: 'A catalog of metadata: what data there is, where, and whose.' },
    servers: [{ url: '/api' }],
    security: [{ bearer: [] }],
    tags,
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      responses: errorResponses(),
      schemas: { Error: ERROR, ...schemas.all() },
    },
  });
}

const ERROR = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: { type: 'integer', description: 'The status of the answer.' },
    errorType: { type: 'string', description: 'The kind of error, for programs.' },
    message: { type: 'string', description: 'What is wrong, for people.' },
  },
};
