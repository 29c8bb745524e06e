import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { forEachSeededStore } from '../support/stores.js';

forEachSeededStore('AI assets', (use) => {
  let app: TestApp;
  const post = async (path: string, body: object) => {
    const answer = await app.request('POST', path, { body });
    expect(answer.status, answer.text).toBe(201);
    return answer.json;
  };

  beforeAll(async () => {
    app = await createTestApp({ store: use() });
    await post('/v1/services/llmServices', { name: 'provider', serviceType: 'CustomLLM' });
    await post('/v1/services/mcpServices', { name: 'tools', serviceType: 'Mcp' });
    await post('/v1/llmModels', { name: 'large', baseModel: 'base', service: 'provider' });
  });
  afterAll(() => app.close());

  it('a service lists its models on request', async () => {
    const plain = await app.request('GET', '/v1/services/llmServices/name/provider');
    expect(plain.json).not.toHaveProperty('models');
    const full = await app.request('GET', '/v1/services/llmServices/name/provider?fields=models');
    expect(full.json.models).toMatchObject([{ type: 'llmModel', fullyQualifiedName: 'provider.large' }]);
  });

  it('the primary model is the first configuration, and the model lists its applications', async () => {
    const made = await post('/v1/aiApplications', {
      name: 'helper',
      applicationType: 'RAG',
      primaryModel: 'provider.large',
    });
    expect(made.modelConfigurations).toMatchObject([
      { model: { type: 'llmModel', fullyQualifiedName: 'provider.large' }, purpose: 'Primary' },
    ]);
    const model = await app.request('GET', '/v1/llmModels/name/provider.large?fields=usedByAgents');
    expect(model.json.usedByAgents).toMatchObject([{ id: made.id, type: 'aiApplication' }]);
  });

  it('an application without a model, or with an unknown one, is refused', async () => {
    const create = (more: object) =>
      app.request('POST', '/v1/aiApplications', { body: { name: 'none', applicationType: 'RAG', ...more } });
    const none = await create({});
    expect([none.status, none.json.message]).toEqual([400, expect.stringContaining('modelConfigurations')]);
    const model = { type: 'llmModel', id: '00000000-0000-4000-8000-000000000000' };
    expect((await create({ modelConfigurations: [{ model, purpose: 'Primary' }] })).status).toBe(404);
    const other = { type: 'table', id: model.id };
    expect((await create({ modelConfigurations: [{ model: other, purpose: 'Primary' }] })).status).toBe(400);
  });

  it('applications that feed each other show both directions', async () => {
    const body = { applicationType: 'Agent', primaryModel: 'provider.large' };
    const first = await post('/v1/aiApplications', { ...body, name: 'first' });
    const second = await post('/v1/aiApplications', {
      ...body,
      name: 'second',
      upstreamApplications: [{ id: first.id, type: 'aiApplication' }],
    });
    const found = await app.request('GET', `/v1/aiApplications/${first.id}?fields=downstreamApplications`);
    expect(found.json.downstreamApplications).toMatchObject([{ id: second.id }]);
  });

  describe('secrets of an MCP server', () => {
    it('are masked in every answer and kept when the mask comes back', async () => {
      const connectionConfig = { command: 'serve', env: { API_TOKEN: 'very secret', REGION: 'north' } };
      const body = { name: 'files', serverType: 'FileSystem', service: 'tools', connectionConfig };
      const made = await post('/v1/mcpServers', body);
      expect(made.connectionConfig.env).toEqual({ API_TOKEN: '*********', REGION: 'north' });
      const changed = await app.request('PATCH', `/v1/mcpServers/${made.id}`, {
        body: [{ op: 'add', path: '/connectionConfig/timeout', value: 5 }],
        headers: { 'content-type': 'application/json-patch+json' },
      });
      expect(changed.json.connectionConfig).toMatchObject({ timeout: 5, env: { API_TOKEN: '*********' } });
      const versions = await app.request('GET', `/v1/mcpServers/${made.id}/versions`);
      expect(versions.text + changed.text).not.toContain('very secret');
    });
  });
});
