import { defineService } from '../service/define-service.js';

export const databaseService = defineService({
  family: 'database',
  name: 'databaseService',
  path: '/v1/services/databaseServices',
  schema: 'entity/services/databaseService',
  create: 'api/services/createDatabaseService',
  about: 'A running database system and how to connect to it.',
  countedIn: 'databaseServiceCount',
});
