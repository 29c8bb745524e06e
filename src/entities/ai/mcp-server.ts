import { reviewers } from '../../traits/index.js';
import { defineAsset } from '../define-asset.js';
import { sealSecrets } from '../service/sealed-secrets.js';
import { AI_EDGE, usedBy } from './used-by.js';

/** The schema marks no secrets, but the environment of a server often has some. */
const connectionConfig = {
  field: 'connectionConfig',
  schema: 'entity/ai/mcpServer#connectionConfig',
  connection: true,
} as const;

export const mcpServer = defineAsset({
  name: 'mcpServer',
  path: '/v1/mcpServers',
  schema: 'entity/ai/mcpServer',
  create: 'api/ai/createMcpServer',
  about: 'An MCP server: the tools, resources and prompts that it offers to models.',
  group: 'MCP Servers',
  search: { calledAs: ['mcp server'] },
  within: { service: 'mcpService' },
  lacks: ['serviceType'],
  without: ['bulk', 'deleteStale'],
  traits: [reviewers, usedBy('usedByApplications', AI_EDGE.server)],
  references: [
    { in: 'resources', field: 'sourceEntity', guarded: true },
    { in: 'governanceMetadata', field: 'governancePolicies', guarded: true },
    { in: 'governanceMetadata', field: 'assignee', guarded: true },
    { in: 'dataAccessSummary', field: 'dataSources', guarded: true },
  ],
  readOnly: ['domain'],
  preserveOnPut: ['connectionConfig'],
  hooks: {
    check: (after, before, scope) => void sealSecrets(connectionConfig, after, before, scope),
  },
});
