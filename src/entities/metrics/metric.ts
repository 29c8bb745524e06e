import { link, reviewers } from '../../traits/index.js';
import { assetRoutes } from '../asset-lists/assets.js';
import { linkedAssets } from '../asset-lists/linked-assets.js';
import { defineAsset } from '../define-asset.js';
import { keepOmitted } from '../keep-omitted.js';
import { checkMetric } from './check-metric.js';
import { customUnitsRoute } from './custom-units.js';
import { DERIVED, hierarchyRoutes } from './metric-hierarchy.js';
import { observabilityRoute } from './metric-observability.js';

const path = '/v1/metrics';

/** Kind of the edge from a metric to the assets that it is computed from. */
const MEASURES = 'measures';
const measured = linkedAssets(MEASURES);

const common = { guarded: true, liveOnly: true, inWrites: true, operation: 'EditAll' } as const;
const relatedMetrics = link({
  ...common,
  field: 'relatedMetrics',
  kind: 'relatedMetric',
  end: 'from',
  symmetric: true,
  types: ['metric'],
});
const assets = link({ ...common, field: 'assets', kind: MEASURES, end: 'from', types: null });
const derivedFrom = link({
  ...common,
  field: 'derivedFrom',
  kind: DERIVED,
  end: 'from',
  types: ['metric'],
  single: true,
  input: null,
});

export const metric = defineAsset({
  name: 'metric',
  path,
  schema: 'entity/data/metric',
  create: 'api/data/createMetric',
  about: 'A number that an organization watches: how it is computed, from what, and its unit.',
  search: { calledAs: ['metric'], text: { 'metricExpression.code': 'body', customUnitOfMeasurement: 'body' } },
  within: {},
  lacks: ['serviceType', 'lifeCycle', 'sourceHash'],
  without: ['deleteStale'],
  traits: [reviewers, relatedMetrics, assets, derivedFrom],
  namedItems: ['dimensions', 'measures'],
  preserveOnPut: ['provider'],
  readOnly: ['provider'],
  routes: [
    customUnitsRoute(path),
    ...hierarchyRoutes(path),
    ...assetRoutes({
      ...{ type: 'metric', path, by: 'name', body: 'api/bulkAssets', word: 'assets' },
      list: measured,
      stored: measured,
    }),
    observabilityRoute(path, MEASURES),
  ],
  context: ({ metricExpression }) => ({ generic: { definition: metricExpression?.code } }),
  hooks: {
    build: (core, _create, _scope, stored) => keepOmitted(core, stored, { provider: 'user' }),
    check: checkMetric,
  },
});
