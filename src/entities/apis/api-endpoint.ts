import { defineAsset } from '../define-asset.js';
import { schemaFields } from '../schema-fields.js';

export const apiEndpoint = defineAsset({
  name: 'apiEndpoint',
  path: '/v1/apiEndpoints',
  schema: 'entity/data/apiEndpoint',
  create: 'api/data/createAPIEndpoint',
  about: 'An endpoint of an API, with the schemas of its requests and responses.',
  search: { text: { endpointURL: 'parts' }, facets: ['requestMethod'] },
  within: { apiCollection: 'apiCollection', service: 'apiService' },
  parts: [
    schemaFields('requestSchema.schemaFields', 'requestSchema'),
    schemaFields('responseSchema.schemaFields', 'responseSchema'),
  ],
  transient: ['sourceUrl'],
});
