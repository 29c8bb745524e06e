import { defineService } from '../service/define-service.js';

export const driveService = defineService({
  family: 'drive',
  name: 'driveService',
  path: '/v1/services/driveServices',
  schema: 'entity/services/driveService',
  create: 'api/services/createDriveService',
  about: 'A drive with directories and files and how to connect to it.',
});
