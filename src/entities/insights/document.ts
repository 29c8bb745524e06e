import { defineType } from '../../catalog/index.js';
import { domains } from '../../traits/index.js';

/** Documents of clients, such as layouts of pages: stored as they are given, under the FQN that is given. */
export const document = defineType({
  name: 'document',
  path: '/v1/docStore',
  schema: 'entity/docStore/document',
  create: 'api/docStore/createDocument',
  about: 'A document that a client stores, such as the layout of a page.',
  without: ['restore'],
  // The name is not part of the FQN, which is given as a whole and may have any characters.
  fqn: (_parent, _name, create) => create.fullyQualifiedName,
  traits: [domains],
  transient: ['fullyQualifiedName'],
  filters: { entityType: { by: 'equals', field: 'entityType' }, fqnPrefix: { by: 'fqnPrefix' } },
});
