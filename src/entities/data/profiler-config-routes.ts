import { aNounOf, type DataRoute, type Fields, nounOf, type Route, readBody, replyWith } from '../../catalog/index.js';
import { present } from '../../context/index.js';
import { changedReply, target, targetToChange } from '../entity-route.js';

/**
 * GET, PUT and DELETE of the profiler configuration of a container or a table. The configuration is stored with the
 * entity, is returned on request, and creates no version. `check` may refuse a configuration that does not fit the
 * entity.
 */
export function profilerConfigRoutes(
  type: string,
  path: string,
  field: string,
  check: (entity: Fields, config: Fields) => void = () => {},
): Route[] {
  const schema = `${schemaOf[type]}.${field}`;
  const route = (
    method: DataRoute['method'],
    kind: DataRoute['kind'],
    verb: string,
    rest: Pick<DataRoute, 'handle'> & Partial<DataRoute['docs']>,
  ): DataRoute => {
    const { handle, ...docs } = rest;
    return {
      kind,
      method,
      path: `${path}/{id}/${field}`,
      docs: {
        operationId: `${verb}_${type}_${field}`,
        summary: `${verb === 'get' ? 'Get' : verb === 'put' ? 'Set' : 'Remove'} the profiler configuration of ${aNounOf({ name: type })}`,
        description: 'The configuration says what a profiler measures: which columns, how many rows, and for how long.',
        tag: type,
        answers: {
          200: {
            description: `The ${nounOf({ name: type })} with its configuration`,
            schema: present(schemaOf[type]),
          },
        },
        errors: [404],
        ...docs,
      },
      handle,
    };
  };
  return [
    route('GET', 'read', 'get', {
      async handle(request, scope) {
        const { type: found, row } = await target(type, request, 'ViewDataProfile', scope);
        return replyWith(found, row, field, scope);
      },
    }),
    route('PUT', 'write', 'put', {
      body: { schema },
      async handle(request, scope) {
        const found = await targetToChange(type, request, 'EditDataProfile', scope);
        const config = readBody(request, schema, scope);
        const change = (value: Fields) => {
          check(value, config);
          return { ...value, [field]: config };
        };
        return changedReply(found, field, change, scope);
      },
    }),
    route('DELETE', 'write', 'delete', {
      async handle(request, scope) {
        const found = await targetToChange(type, request, 'EditDataProfile', scope);
        return changedReply(found, field, (value) => without(value, field), scope);
      },
    }),
  ];
}

const schemaOf: Readonly<Record<string, string>> = {
  table: 'entity/data/table',
  databaseSchema: 'entity/data/databaseSchema',
  database: 'entity/data/database',
};

function without(value: Fields, field: string): Fields {
  const { [field]: _, ...rest } = value;
  return rest;
}
