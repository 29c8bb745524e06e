import { expect, it } from 'vitest';
import { aNounOf, groupOf, namesOf, nounOf, nounsOf } from './type-words.js';

it.each([
  [{ name: 'databaseService', path: '/v1/services/databaseServices' }, 'Database Services', 'a database service'],
  [{ name: 'ingestionPipeline', path: '/v1/ingestionPipelines' }, 'Ingestion Pipelines', 'an ingestion pipeline'],
  [{ name: 'apiEndpoint', path: '/v1/apiEndpoints' }, 'API Endpoints', 'an API endpoint'],
  [{ name: 'mcpService', path: '/v1/services/mcpServices' }, 'MCP Services', 'an MCP service'],
  [{ name: 'kpi', path: '/v1/kpi', group: 'KPIs' }, 'KPIs', 'a KPI'],
  [{ name: 'metric', path: '/v1/metrics' }, 'Metrics', 'a metric'],
])('writes $name as people do', (type, group, noun) => {
  expect(groupOf(type)).toBe(group);
  expect(aNounOf(type)).toBe(noun);
  expect(nounOf(type)).toBe(noun.replace(/^an? /, ''));
});

it('names several, in sentences and in operation ids', () => {
  const models = { name: 'llmModel', path: '/v1/llmModels', group: 'LLM Models' };
  expect([nounsOf(models), namesOf(models)]).toEqual(['LLM models', { one: 'LlmModel', many: 'LLMModels' }]);
  const services = { name: 'apiService', path: '/v1/services/apiServices' };
  expect([nounsOf(services), namesOf(services)]).toEqual(['API services', { one: 'ApiService', many: 'ApiServices' }]);
});
