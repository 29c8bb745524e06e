import { link, reviewers } from '../../traits/index.js';
import { defineAsset } from '../define-asset.js';
import { completeModels, hideModels, readModels } from './model-configurations.js';
import { AI_EDGE, AI_LINK } from './used-by.js';

const uses = <const F extends string>(field: F, kind: string, types: readonly string[] | null) =>
  link({ field, kind, end: 'from', types, ...AI_LINK });

export const aiApplication = defineAsset({
  name: 'aiApplication',
  path: '/v1/aiApplications',
  schema: 'entity/ai/aiApplication',
  create: 'api/ai/createAIApplication',
  about: 'An application that uses language models, with its models, prompts, tools and governance data.',
  group: 'AI Applications',
  search: { calledAs: ['ai application', 'agent'] },
  within: {},
  lacks: ['serviceType'],
  without: ['bulk', 'deleteStale'],
  traits: [
    reviewers,
    link({ field: 'primaryModel', kind: AI_EDGE.model, end: 'from', types: ['llmModel'], single: true, ...AI_LINK }),
    uses('promptTemplates', AI_EDGE.prompt, ['promptTemplate']),
    uses('tools', 'usesTool', null),
    link({ field: 'mcpServers', kind: AI_EDGE.server, end: 'from', types: ['mcpServer'], input: null, ...AI_LINK }),
    uses('dataSources', 'usesData', null),
    uses('knowledgeBases', 'usesKnowledge', null),
    uses('testSuites', 'usesTestSuite', null),
    uses('downstreamApplications', AI_EDGE.flow, ['aiApplication']),
    link({ field: 'upstreamApplications', kind: AI_EDGE.flow, end: 'to', types: ['aiApplication'], ...AI_LINK }),
  ],
  references: [
    { in: 'modelConfigurations', field: 'model', required: true },
    { in: 'governanceMetadata', field: 'governancePolicies', guarded: true },
    { in: 'governanceMetadata', field: 'assignee', guarded: true },
    { in: 'biasMetrics', field: 'testDataset', guarded: true },
  ],
  readOnly: ['domain'],
  namesOthers: { fields: ['modelConfigurations'], hide: hideModels },
  hooks: { build: completeModels, check: readModels },
});
