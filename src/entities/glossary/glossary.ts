import { defineType } from '../../catalog/index.js';
import { dataProducts, domains, liveBelow, owners, reviewers, tags, tagUsageCount, votes } from '../../traits/index.js';
import { keepOmitted } from '../keep-omitted.js';
import { guardNamedTags, guardTagName } from '../policies/named-in-rules.js';
import { refuseSystemDeletion } from '../system-provided.js';

export const glossary = defineType({
  name: 'glossary',
  path: '/v1/glossaries',
  schema: 'entity/data/glossary',
  create: 'api/data/createGlossary',
  about: 'A collection of business terms.',
  countedAs: { entities: 'glossaryCount' },
  renameable: true,
  traits: [
    ...[owners, tags, domains, dataProducts, reviewers, votes],
    liveBelow({ field: 'termCount', type: 'glossaryTerm' }),
    tagUsageCount,
  ],
  with: ['vote'],
  onRequest: ['extension'],
  readOnly: ['provider'],
  preserveOnPut: ['extension', 'provider'],
  filters: { disabled: { by: 'boolean', field: 'disabled' } },
  hooks: {
    build: (core, _create, _scope, stored) => keepOmitted(core, stored, { provider: 'user', mutuallyExclusive: false }),
    check: guardTagName,
    guard: ({ fqn }, what, scope) => (what === 'delete' ? guardNamedTags(fqn, what, scope) : undefined),
    beforeDelete: refuseSystemDeletion,
  },
});
