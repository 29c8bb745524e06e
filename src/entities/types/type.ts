import { catalogError } from '../../../contract/index.js';
import { defineType, partTypes, propertyKinds, type Scope, systemActor } from '../../catalog/index.js';
import type { EntityRow } from '../../storage/index.js';
import { domains } from '../../traits/index.js';
import { afterRemoval, checkProperties } from './custom-properties.js';
import { jdbcTypes } from './jdbc-types.js';
import { typeRoutes } from './type-routes.js';

const path = '/v1/metadata/types';

/** Describes a type of entities or of fields, and holds the custom properties of its entities. */
export const type = defineType({
  name: 'type',
  path,
  schema: 'entity/type',
  create: 'api/createType',
  about: 'A type of entities or of fields, with its schema and custom properties.',
  group: 'Types',
  targetOf: ['propertyType'],
  without: ['restore'],
  traits: [domains],
  onRequest: ['customProperties'],
  namedItems: ['customProperties'],
  unversioned: ['schema'],
  readOnly: ['schema', 'category', 'nameSpace', 'dataProducts'],
  filters: { category: { by: 'equals', field: 'category', schema: { type: 'string', enum: ['field', 'entity'] } } },
  routes: typeRoutes(path),
  hooks: {
    check: async (after, before, scope) => {
      if (before && isProvided(before.name, scope) && scope.actor.id !== systemActor.id)
        Object.assign(after, { schema: before.schema, category: before.category, nameSpace: before.nameSpace });
      await checkProperties(after, before, scope);
    },
    stored: async (_row, after, before, scope) => {
      await afterRemoval(after, before, scope);
      return 'unseen';
    },
    beforeDelete: async (row, scope) => refuseProvided(row, scope),
  },
});

/** Whether the server itself has the type or the kind of property. */
function isProvided(name = '', { catalog }: Scope): boolean {
  const { registry } = catalog;
  return (
    registry.find(name) !== undefined ||
    partTypes(registry).includes(name) ||
    Object.hasOwn(propertyKinds, name) ||
    name in jdbcTypes
  );
}

function refuseProvided({ name }: EntityRow, scope: Scope): void {
  if (isProvided(name, scope))
    throw catalogError('BAD_REQUEST', `type ${name} is provided by the system and cannot be deleted`);
}
