import { type Contract, jdbcConnectionSchema, jdbcInfoSchema } from '../../../contract/index.js';
import { type EntityType, groupOf, type Route } from '../../catalog/index.js';
import { describeOperation, namesInClients } from './describe-operation.js';
import { errorResponses } from './error-responses.js';
import { FIXED_SCHEMAS } from './fixed-schemas.js';
import { GROUP_TEXTS } from './group-texts.js';
import { createSchemaComponents } from './schema-components.js';

export interface DocumentSource {
  /** Routes under `/api`. */
  routes: readonly Route[];
  types: readonly EntityType[];
  contract: Contract;
  version: string;
}

const BEARER =
  'The token of a user or bot. A bot that was granted to act for users names one in the header X-Impersonate-User.';

/** The OpenAPI 3.1 document of the routes, as JSON text. */
export function buildDocument({ routes, types, contract, version }: DocumentSource): string {
  const schemas = createSchemaComponents(contract.unloaded(), routes.flatMap(namesInClients));
  for (const key of [jdbcConnectionSchema, jdbcInfoSchema]) schemas.of(key);
  const paths: Record<string, Record<string, object>> = {};
  const groups = new Map(types.map((type) => [type.name, groupOf(type)]));
  const used = new Set<string>();
  for (const route of [...routes].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const group = groups.get(route.docs.tag) ?? route.docs.tag;
    used.add(group);
    const operation = describeOperation(route, group, schemas);
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation };
  }
  const about = new Map([...GROUP_TEXTS, ...types.map((type) => [groupOf(type), type.about] as const)]);
  const tags = [...used].sort().map((name) => ({ name, description: about.get(name) }));
  return JSON.stringify({
    openapi: '3.1.0',
    info: {
      title: 'Cairn',
      version,
      description: 'A metadata catalog: which data exists, where it is, and who owns it.',
      contact: { name: 'Cairn' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/api' }],
    security: [{ bearer: [] }],
    tags,
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: BEARER } },
      responses: errorResponses(paths),
      schemas: { ...FIXED_SCHEMAS, ...schemas.all() },
    },
  });
}
