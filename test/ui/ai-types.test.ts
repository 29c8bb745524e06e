// Applications, models, prompts and servers of the AI families have pages as other assets do.
import { expect, it } from 'vitest';
import { findBarriers, inBrowser } from './support/stage.js';

inBrowser('AI assets', (use) => {
  it('have pages with what they use and who uses them', async () => {
    const { api, visit } = use();
    const make = async (path: string, body: object) => {
      const answer = await api('PUT', path, body);
      expect(answer.ok, await answer.clone().text()).toBe(true);
      return answer.json();
    };
    await make('/v1/services/llmServices', { name: 'assistants', serviceType: 'OpenAI' });
    await make('/v1/services/mcpServices', { name: 'tools', serviceType: 'Mcp' });
    const model = await make('/v1/llmModels', { name: 'writer', service: 'assistants', baseModel: 'base-1' });
    const prompt = await make('/v1/promptTemplates', {
      name: 'summary',
      templateContent: 'Sum up {{text}}.',
      variables: [{ name: 'text', description: 'What is summed up' }],
    });
    await make('/v1/mcpServers', {
      name: 'finder',
      service: 'tools',
      serverType: 'DataAccess',
      tools: [{ name: 'find_table', description: 'Finds a table by words' }],
    });
    await make('/v1/aiApplications', {
      name: 'digest',
      applicationType: 'Assistant',
      modelConfigurations: [{ model: { id: model.id, type: 'llmModel' }, purpose: 'Primary' }],
      promptTemplates: [{ id: prompt.id, type: 'promptTemplate' }],
    });
    for (const [path, heading, text] of [
      ['/llmModel/assistants.writer', 'writer', 'base-1'],
      ['/promptTemplate/summary', 'summary', 'Sum up {{text}}.'],
      ['/promptTemplate/summary/variables', 'summary', 'What is summed up'],
      ['/promptTemplate/summary/used_by', 'summary', 'digest'],
      ['/mcpServer/tools.finder', 'finder', 'Finds a table by words'],
      ['/aiApplication/digest', 'digest', 'summary'],
      ['/service/llmServices/assistants', 'assistants', 'writer'],
    ] as const) {
      const { page, reports, close } = await visit(path);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await page.getByText(text).first().waitFor();
      expect(await findBarriers(page), path).toEqual([]);
      expect(reports, path).toEqual([]);
      await close();
    }
  });
});
