import { defineService } from '../service/define-service.js';

export const mcpService = defineService({
  family: 'mcp',
  name: 'mcpService',
  path: '/v1/services/mcpServices',
  schema: 'entity/services/mcpService',
  create: 'api/services/createMcpService',
  about: 'A platform that hosts MCP servers and how to connect to it.',
});
