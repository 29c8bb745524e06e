/** The assistant of the customer service in the sample catalog, and what it is made of. Pure data, in creation order. */
import { type DemoBatch, owners, service } from './demo-catalog.js';

export function demoAi(): DemoBatch[] {
  return [
    service('llmService', 'own_models', 'Ollama', 'Language models that run in house.'),
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
          owners: owners('samir'),
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
          owners: owners('samir'),
        },
      ],
    },
    service('mcpService', 'tools', 'Mcp', 'What assistants may use.'),
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
          owners: owners('samir'),
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
          owners: owners('samir'),
        },
      ],
    },
  ];
}
