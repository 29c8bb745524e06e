import { defineService } from '../service/define-service.js';

export const securityService = defineService({
  family: 'security',
  name: 'securityService',
  path: '/v1/services/securityServices',
  schema: 'entity/services/securityService',
  create: 'api/services/createSecurityService',
  about: 'A system that governs access to data and how to connect to it.',
});
