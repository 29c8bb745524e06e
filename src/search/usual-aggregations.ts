import type { Scope } from '../catalog/index.js';
import type { Aggregation } from './aggregate.js';

const fields = [
  'serviceType',
  'tableType',
  'tags.tagFQN',
  'entityType',
  'domains.displayName.keyword',
  'tier.tagFQN',
  'certification.tagLabel.tagFQN',
  'databaseSchema.displayName.keyword',
  'database.displayName.keyword',
  'service.displayName.keyword',
  'owners.displayName.keyword',
  'dataProducts.displayName.keyword',
];
const partFields = ['columnNames', 'columns.name.keyword'];

/** Most hits whose parts are counted unasked: each has many. */
const countedParts = 5000;
const SIZE = 100;

/** What every search counts by unless told not to; parts only where types have them and hits are not too many. */
export function usualAggregations(types: readonly string[], total: number, scope: Scope): Aggregation[] {
  const parts = total <= countedParts && types.some((type) => scope.catalog.registry.get(type).parts);
  const names = parts ? [...fields, ...partFields] : fields;
  return [
    ...names.map((field) => ({ name: field, field, size: SIZE })),
    { name: 'index_count', field: '_index', size: SIZE },
  ];
}
