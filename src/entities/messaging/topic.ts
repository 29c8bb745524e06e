import { changeTrigger } from '../alerts/change-trigger.js';
import { defineAsset } from '../define-asset.js';
import { sampleDataRoutes } from '../sample-data.js';
import { schemaFields } from '../schema-fields.js';

const path = '/v1/topics';
const schema = 'entity/data/topic';

export const topic = defineAsset({
  name: 'topic',
  path,
  schema,
  create: 'api/data/createTopic',
  about: 'A topic of a messaging service, with the schema of its messages.',
  countedAs: { entities: 'topicCount' },
  search: { calledAs: ['topic'], text: { 'messageSchema.schemaText': 'body' } },
  within: { service: 'messagingService' },
  alerts: { triggers: [changeTrigger('GetTopicSchemaChanges', 'Topic Schema Changes', ['messageSchema'])] },
  parts: [schemaFields('messageSchema.schemaFields')],
  readOnly: ['sampleData'],
  preserveOnPut: ['sourceUrl'],
  routes: sampleDataRoutes({ type: 'topic', path, entity: schema, schema: 'entity/data/topic#topicSampleData' }),
});
