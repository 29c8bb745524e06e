import { defineType } from '../../catalog/index.js';
import { dataProducts, domains, liveBelow, owners, reviewers, tags, tagUsageCount, votes } from '../../traits/index.js';
import { LABEL_COLLECTION } from '../governance/label-collection.js';

export const glossary = defineType({
  name: 'glossary',
  path: '/v1/glossaries',
  schema: 'entity/data/glossary',
  create: 'api/data/createGlossary',
  about: 'A collection of business terms.',
  countedAs: { entities: 'glossaryCount' },
  ...LABEL_COLLECTION,
  alerts: { notifications: 'metadata' },
  traits: [
    ...[owners, tags, domains, dataProducts, reviewers, votes],
    liveBelow({ field: 'termCount', type: 'glossaryTerm' }),
    tagUsageCount,
  ],
  with: ['vote'],
  onRequest: ['extension'],
  readOnly: ['provider', 'dataContract', 'mutuallyExclusive'],
  preserveOnPut: ['extension', 'provider'],
});
