import { defineService } from '../service/define-service.js';

export const searchService = defineService({
  family: 'search',
  name: 'searchService',
  path: '/v1/services/searchServices',
  schema: 'entity/services/searchService',
  create: 'api/services/createSearchService',
  about: 'A search engine with its indexes and how to connect to it.',
});
