import { defineType } from '../../catalog/index.js';
import { domains, liveBelow, owners, reviewers, tagUsageCount } from '../../traits/index.js';
import { keepOmitted } from '../keep-omitted.js';
import { guardNamedTags, guardTagName } from '../policies/named-in-rules.js';
import { refuseSystemDeletion } from '../system-provided.js';

export const classification = defineType({
  name: 'classification',
  path: '/v1/classifications',
  schema: 'entity/classification/classification',
  create: 'api/classification/createClassification',
  about: 'A group of related tags.',
  targetOf: ['classifications'],
  renameable: true,
  traits: [owners, domains, reviewers, liveBelow({ field: 'termCount', type: 'tag' }), tagUsageCount],
  readOnly: ['provider'],
  preserveOnPut: ['autoClassificationConfig', 'provider'],
  filters: { disabled: { by: 'boolean', field: 'disabled' } },
  hooks: {
    build: (core, _create, _scope, stored) => keepOmitted(core, stored, { provider: 'user', mutuallyExclusive: false }),
    check: guardTagName,
    guard: ({ fqn }, what, scope) => (what === 'delete' ? guardNamedTags(fqn, what, scope) : undefined),
    beforeDelete: refuseSystemDeletion,
  },
});
