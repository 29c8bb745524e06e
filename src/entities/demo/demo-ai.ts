/** The assistant of the customer service in the sample catalog, and what it is made of. Pure data, in creation order. */
import type { DemoBatch } from './demo-catalog.js';

const owners = [{ type: 'user', name: 'samir' }];

export function demoAi(): DemoBatch[] {
  return [
    {
      type: 'llmService',
      creates: [{ name: 'own_models', serviceType: 'Ollama', description: 'Language models that run in house.' }],
    },
    {
      type: 'llmModel',
      creates: [
        {
          name: 'answers',
          service: 'own_models',
          baseModel: 'mistral-7b',
          modelVersion: '3',
          modelProvider: 'Mistral',
          description: 'Writes short answers in the language of the question.',
          owners,
        },
      ],
    },
    {
      type: 'promptTemplate',
      creates: [
        {
          name: 'answer_question',
          displayName: 'Answer a question',
          templateType: 'ChatCompletion',
          systemPrompt: 'You work for a shop. Answer in three sentences. If you do not know, say so.',
          templateContent: 'Question: {{question}}\nWhat we know: {{facts}}',
          variables: [
            { name: 'question', description: 'As it was written.', dataType: 'String', required: true },
            { name: 'facts', description: 'What the tools found.', dataType: 'String' },
          ],
          description: 'How the assistant is asked for an answer.',
          owners,
        },
      ],
    },
    {
      type: 'mcpService',
      creates: [{ name: 'tools', serviceType: 'Mcp', description: 'What assistants may use.' }],
    },
    {
      type: 'mcpServer',
      creates: [
        {
          name: 'tracking',
          service: 'tools',
          serverType: 'WebAPI',
          transportType: 'StreamableHTTP',
          developmentStage: 'Production',
          tools: [
            { name: 'last_scan', description: 'Where something was seen last.', toolCategory: 'DataOperation' },
            { name: 'expected_day', description: 'When it should arrive.', toolCategory: 'DataOperation' },
          ],
          description: 'Looks up where things are.',
          owners,
        },
      ],
    },
    {
      type: 'aiApplication',
      creates: [
        {
          name: 'service_assistant',
          displayName: 'Service assistant',
          applicationType: 'Assistant',
          developmentStage: 'Testing',
          primaryModel: 'own_models.answers',
          promptTemplates: [{ type: 'promptTemplate', name: 'answer_question' }],
          dataSources: [{ type: 'topic', name: 'events.parcel_scanned' }],
          description: 'Suggests answers to the people who write to customers.',
          owners,
        },
      ],
    },
  ];
}
