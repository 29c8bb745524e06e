import { defineService } from '../service/define-service.js';

export const storageService = defineService({
  family: 'storage',
  name: 'storageService',
  path: '/v1/services/storageServices',
  schema: 'entity/services/storageService',
  create: 'api/services/createStorageService',
  about: 'An object store with its containers and how to connect to it.',
  countedIn: 'storageServiceCount',
});
