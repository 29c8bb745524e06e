import { defineType } from '../../catalog/index.js';
import { domains, owners } from '../../traits/index.js';

/** Which steps a test of a connection takes, one definition for each connector; they come with the product. */
export const testConnectionDefinition = defineType({
  name: 'testConnectionDefinition',
  path: '/v1/services/testConnectionDefinitions',
  schema: 'entity/services/connections/testConnectionDefinition',
  create: null,
  about: 'The steps of a connection test.',
  // The name holds a dot that clients do not quote when they ask for it.
  fqn: (_parent, name) => name,
  without: ['patch', 'patchByName', 'delete', 'deleteByName', 'deleteAsync', 'restore', 'versions'],
  traits: [owners, domains],
});
