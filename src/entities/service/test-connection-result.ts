import { type DataRoute, readBody } from '../../catalog/index.js';
import { changedReply, targetToChange } from '../entity-route.js';

const schema = 'entity/services/connections/testConnectionResult';

/** PUT of the result of a connection test; creates no version. */
export function testConnectionResultRoute(type: string, path: string): DataRoute {
  return {
    kind: 'write',
    method: 'PUT',
    path: `${path}/{id}/testConnectionResult`,
    docs: {
      operationId: `put_${type}_testConnectionResult`,
      summary: 'Store the result of a connection test',
      tag: type,
      body: { schema },
      answers: { 200: { description: 'The service', schema: `entity/services/${type}` } },
      errors: [404],
    },
    async handle(request, scope) {
      const found = await targetToChange(type, request, 'EditAll', scope);
      const result = readBody(request, schema, scope);
      return changedReply(found, '', (value) => ({ ...value, testConnectionResult: result }), scope);
    },
  };
}
