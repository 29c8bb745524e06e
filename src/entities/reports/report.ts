import { defineType } from '../../catalog/index.js';
import { domains, owners, usageSummary, votes } from '../../traits/index.js';

const serverOwned = [
  'id',
  'fullyQualifiedName',
  'version',
  'updatedAt',
  'updatedBy',
  'impersonatedBy',
  'href',
  'changeDescription',
  'incrementalChangeDescription',
  'deleted',
] as const;

/** The interface has neither a create request for reports nor routes that patch or delete one. */
export const report = defineType({
  name: 'report',
  path: '/v1/reports',
  schema: 'entity/data/report',
  create: 'api/data/createReport',
  about: 'A report of a service.',
  parents: [
    {
      field: 'service',
      type: [
        'dashboardService',
        'databaseService',
        'pipelineService',
        'storageService',
        'metadataService',
        'apiService',
        'driveService',
      ],
      given: 'ref',
    },
  ],
  parentRequired: true,
  traits: [owners, domains, votes, usageSummary],
  transient: serverOwned,
  without: ['patch', 'patchByName', 'delete', 'deleteByName', 'deleteAsync', 'restore', 'versions'],
});
