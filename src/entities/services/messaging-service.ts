import { defineService } from '../service/define-service.js';

export const messagingService = defineService({
  family: 'messaging',
  name: 'messagingService',
  path: '/v1/services/messagingServices',
  schema: 'entity/services/messagingService',
  create: 'api/services/createMessagingService',
  about: 'A message broker with its topics and how to connect to it.',
  countedIn: 'messagingServiceCount',
});
