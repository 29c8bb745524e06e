// Two types that `src` does not have, with named parts elsewhere than in columns: one list, and two lists that clients search as one.
import { defineType } from '../../../src/catalog/index.js';
import type { Feature } from '../../../src/feature/index.js';
import { owners, tags } from '../../../src/traits/index.js';

const fieldsOf = (path: string) => ({ path, children: 'children', nameList: 'fieldNames', tagged: true });

const stream = defineType({
  name: 'stream',
  path: '/v1/streams',
  schema: 'entity/data/topic',
  create: 'api/data/createTopic',
  about: 'A stream of messages.',
  parents: [{ field: 'service', type: 'databaseService', given: 'fqn' }],
  parentRequired: true,
  traits: [owners, tags],
  parts: [fieldsOf('messageSchema.schemaFields')],
  dataAsset: true,
  countedAs: { entities: 'topicCount' },
  search: { index: 'stream_index', calledAs: ['stream', 'feed'] },
});

const endpoint = defineType({
  name: 'streamOperation',
  path: '/v1/streamOperations',
  schema: 'entity/data/apiEndpoint',
  create: 'api/data/createAPIEndpoint',
  about: 'An operation of an interface.',
  parents: [{ field: 'apiCollection', type: 'database', given: 'fqn' }],
  parentRequired: true,
  traits: [owners, tags],
  parts: [fieldsOf('requestSchema.schemaFields'), fieldsOf('responseSchema.schemaFields')],
});

export const streamFeature: Feature = { name: 'streams', types: [stream, endpoint] };
