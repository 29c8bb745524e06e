/** Parts of the interface that this server does not have. Requests are answered 404 with the sentence. */
export interface Declined {
  /** Path below `/api`; a segment like `{id}` matches any. */
  prefix: string;
  sentence: string;
}

const ontology = 'RDF and SPARQL are not supported: the catalog is not stored as an RDF graph.';
const governance = 'AI governance (policies, frameworks, controls, audit reports) is not supported.';
const learning = 'Learning resources are not supported.';
const executions = 'Executions of agents and MCP servers are not recorded.';
const vectors = 'Vector and semantic search are not supported: search works on words.';

export const declined: readonly Declined[] = [
  { prefix: '/v1/rdf', sentence: ontology },
  { prefix: '/v1/glossaries/name/{name}/importRdf', sentence: ontology },
  { prefix: '/v1/aiGovernance', sentence: governance },
  { prefix: '/v1/aiGovernancePolicies', sentence: governance },
  { prefix: '/v1/aiGovernanceFrameworks', sentence: governance },
  { prefix: '/v1/aiFrameworkControls', sentence: governance },
  { prefix: '/v1/auditReports', sentence: governance },
  { prefix: '/v1/contextCenter', sentence: 'The context centre (pages, memories, files) is not supported.' },
  { prefix: '/v1/learning', sentence: learning },
  { prefix: '/v1/agentExecutions', sentence: executions },
  { prefix: '/v1/mcpExecutions', sentence: executions },
  { prefix: '/v1/ai/context', sentence: 'Context for AI agents is not supported under this path.' },
  { prefix: '/v1/mcp/usage', sentence: 'The use of MCP tools is not recorded.' },
  { prefix: '/v1/search/vector', sentence: vectors },
  { prefix: '/v1/test-support', sentence: 'Test support exists in test builds of the interface only.' },
];

/** The sentence for a path below `/api`, null if the path is not declined. */
export function declinedSentence(path: string): string | null {
  const segments = path.split('/');
  const row = declined.find(({ prefix }) =>
    prefix.split('/').every((part, i) => part.startsWith('{') || part === segments[i]),
  );
  return row?.sentence ?? null;
}
