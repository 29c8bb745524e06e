import { defineService } from './service/define-service.js';

export const databaseService = defineService({
  family: 'database',
  name: 'databaseService',
  path: '/v1/services/databaseServices',
  schema: 'entity/services/databaseService',
  create: 'api/services/createDatabaseService',
  about: 'A database product that runs somewhere, with the connection to it.',
});
