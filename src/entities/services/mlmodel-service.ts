import { defineService } from '../service/define-service.js';

export const mlmodelService = defineService({
  family: 'mlmodel',
  name: 'mlmodelService',
  path: '/v1/services/mlmodelServices',
  schema: 'entity/services/mlmodelService',
  create: 'api/services/createMlModelService',
  about: 'A platform for machine learning models and how to connect to it.',
  countedIn: 'mlModelServiceCount',
});
