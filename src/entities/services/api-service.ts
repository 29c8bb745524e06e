import { defineService } from '../service/define-service.js';

export const apiService = defineService({
  family: 'api',
  name: 'apiService',
  path: '/v1/services/apiServices',
  schema: 'entity/services/apiService',
  create: 'api/services/createApiService',
  about: 'A server of REST or other APIs and how to connect to it.',
});
