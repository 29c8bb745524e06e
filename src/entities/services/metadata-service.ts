import { defineService } from '../service/define-service.js';

export const metadataService = defineService({
  family: 'metadata',
  name: 'metadataService',
  path: '/v1/services/metadataServices',
  schema: 'entity/services/metadataService',
  create: 'api/services/createMetadataService',
  about: 'A system that holds metadata, such as another catalog, and how to connect to it.',
  lacks: ['dataProducts'],
  hasProvider: true,
});
