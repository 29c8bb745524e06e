import { catalogError } from '../../../contract/index.js';
import type { PartRule } from '../../catalog/index.js';
import { link, usageSummary } from '../../traits/index.js';
import { fieldContexts } from '../asset-context.js';
import { defineAsset } from '../define-asset.js';
import { resolveInParts } from '../part-references.js';
import { hideSources } from './hide-sources.js';

const features: PartRule = {
  path: 'mlFeatures',
  children: 'featureSources',
  tagged: true,
  major: ['dataType'],
  dispensable: true,
  kept: ['description'],
  complete({ name }) {
    if (!name) throw catalogError('BAD_REQUEST', 'mlFeatures: features and their sources must have a name');
  },
};

/** The dashboard that shows how the model performs. */
const performance = link({
  field: 'dashboard',
  kind: 'performanceOn',
  end: 'from',
  types: ['dashboard'],
  single: true,
  guarded: true,
  liveOnly: true,
  inWrites: true,
  operation: 'EditAll',
});

export const mlmodel = defineAsset({
  name: 'mlmodel',
  path: '/v1/mlmodels',
  group: 'ML Models',
  schema: 'entity/data/mlmodel',
  create: 'api/data/createMlModel',
  about: 'A machine learning model with its features, their sources and its hyper parameters.',
  countedAs: { entities: 'mlmodelCount' },
  search: { calledAs: ['model', 'ml model'], text: { algorithm: 'body', target: 'parts' }, facets: ['algorithm'] },
  within: { service: 'mlmodelService' },
  traits: [performance, usageSummary],
  parts: [features],
  references: [{ in: 'mlFeatures', field: 'dataSource' }],
  namesOthers: { fields: ['mlFeatures'], hide: hideSources },
  preserveOnPut: ['sourceUrl'],
  // Whoever asks the model for predictions has to know about these.
  majorFields: ['algorithm', 'server', 'target'],
  context: ({ mlFeatures, algorithm }) => ({ generic: { fields: fieldContexts(mlFeatures), definition: algorithm } }),
  hooks: {
    check: (after, before, scope) =>
      resolveInParts(after, before, { rule: features, field: 'dataSource', single: true, types: null }, scope),
  },
});
