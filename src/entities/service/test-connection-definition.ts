import { defineType } from '../../catalog/index.js';
import { domains, owners } from '../../traits/index.js';

/** The steps of a connection test, one definition per connector; they ship with the product. */
export const testConnectionDefinition = defineType({
  name: 'testConnectionDefinition',
  path: '/v1/services/testConnectionDefinitions',
  schema: 'entity/services/connections/testConnectionDefinition',
  create: null,
  about: 'The steps of a connection test.',
  // The name contains a dot that clients do not quote in requests.
  fqn: (_parent, name) => name,
  without: ['patch', 'patchByName', 'delete', 'deleteByName', 'deleteAsync', 'restore', 'versions'],
  traits: [owners, domains],
});
