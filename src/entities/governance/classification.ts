import { defineType } from '../../catalog/index.js';
import { domains, liveBelow, owners, reviewers, tagUsageCount } from '../../traits/index.js';
import { LABEL_COLLECTION } from './label-collection.js';

export const classification = defineType({
  name: 'classification',
  path: '/v1/classifications',
  schema: 'entity/classification/classification',
  create: 'api/classification/createClassification',
  about: 'A group of related tags.',
  targetOf: ['classifications'],
  ...LABEL_COLLECTION,
  alerts: { notifications: 'metadata' },
  traits: [owners, domains, reviewers, liveBelow({ field: 'termCount', type: 'tag' }), tagUsageCount],
  readOnly: ['provider', 'mutuallyExclusive'],
  preserveOnPut: ['autoClassificationConfig', 'provider'],
});
