import { createHash } from 'node:crypto';
import { link } from '../../traits/index.js';
import { defineAsset } from '../define-asset.js';
import { queryRoutes } from './query-routes.js';

const path = '/v1/queries';

/** Assets that a query reads. */
export const queryUsedIn = link({
  field: 'queryUsedIn',
  guarded: true,
  kind: 'usedIn',
  end: 'from',
  types: null,
  inWrites: true,
  operation: 'EditAll',
});

/** Users who ran a query. */
export const queryUsers = link({
  field: 'users',
  guarded: true,
  kind: 'ran',
  end: 'to',
  types: ['user'],
  inWrites: true,
  operation: 'EditAll',
});

const triggeredBy = link({
  field: 'triggeredBy',
  kind: 'triggered',
  end: 'to',
  types: null,
  single: true,
  inWrites: true,
  always: true,
  operation: 'EditAll',
});

export const query = defineAsset({
  name: 'query',
  path,
  schema: 'entity/data/query',
  create: 'api/data/createQuery',
  about: 'A query that ran on a database, with the users who ran it and the tables it reads.',
  within: { service: 'databaseService' },
  lacks: ['dataProducts', 'certification', 'serviceType', 'lifeCycle', 'sourceHash', 'extension'],
  without: ['deleteStale'],
  nameOf: (create) => create.name ?? checksum(create),
  search: { calledAs: ['query'], text: { query: 'body' } },
  traits: [queryUsers, queryUsedIn, triggeredBy],
  transient: ['dialect'],
  preserveOnPut: ['duration', 'queryDate', 'usedBy', 'processedLineage', 'exclude_usage', 'query_type'],
  unversioned: ['processedLineage'],
  filters: {
    entityId: { by: 'related', kind: 'usedIn', direction: 'to', type: 'table' },
  },
  routes: queryRoutes(path),
  hooks: {
    check(after) {
      after.checksum = checksum(after);
    },
  },
});

/** The name of a query without one; equal for equal texts. */
function checksum({ query: text }: { query?: string }): string {
  return createHash('md5').update(String(text)).digest('hex');
}
