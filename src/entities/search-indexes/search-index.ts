import { defineAsset } from '../define-asset.js';
import { sampleDataRoutes } from '../sample-data.js';
import { schemaFields } from '../schema-fields.js';

const path = '/v1/searchIndexes';
const schema = 'entity/data/searchIndex';
const sample = 'entity/data/searchIndex#searchIndexSampleData';

export const searchIndex = defineAsset({
  name: 'searchIndex',
  path,
  schema,
  create: 'api/data/createSearchIndex',
  about: 'An index of a search engine, with the fields of its documents.',
  search: { index: 'search_entity_search_index' },
  within: { service: 'searchService' },
  parts: [schemaFields('fields')],
  readOnly: ['sampleData'],
  routes: sampleDataRoutes({ type: 'searchIndex', path, entity: schema, schema: sample, noDelete: true }),
});
