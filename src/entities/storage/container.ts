import { children } from '../../traits/index.js';
import { changeTrigger } from '../alerts/change-trigger.js';
import { columnParts } from '../columns/column-parts.js';
import { defineAsset } from '../define-asset.js';
import { sampleDataRoutes, sampleRows } from '../sample-data.js';
import { containerTreeRoutes } from './container-tree.js';

const path = '/v1/containers';

export const container = defineAsset({
  name: 'container',
  path,
  schema: 'entity/data/container',
  create: 'api/data/createContainer',
  about: 'A bucket or folder of a storage service, or a data set in it with its columns.',
  countedAs: { entities: 'storageContainerCount' },
  search: { calledAs: ['container', 'dataset'], text: { fullPath: 'parts', prefix: 'parts' } },
  within: { parent: 'container', service: 'storageService' },
  parents: [
    { field: 'parent', type: 'container', given: 'ref' },
    { field: 'service', type: 'storageService', given: 'fqn' },
  ],
  movable: { inside: 'service' },
  traits: [children({ field: 'children', type: 'container' })],
  parts: [columnParts('dataModel.columns')],
  references: [{ in: 'dataModel', field: 'owners' }],
  alerts: {
    triggers: [changeTrigger('GetContainerSchemaChanges', 'Container Schema Changes', ['parent', 'children'])],
  },
  onRequest: ['parent', 'dataModel'],
  unversioned: ['numberOfObjects', 'size'],
  readOnly: ['sampleData'],
  preserveOnPut: ['sourceUrl', 'retentionPeriod'],
  filters: { root: { by: 'top', types: ['storageService'] } },
  routes: [
    ...sampleDataRoutes(sampleRows({ type: 'container', path }, 'dataModel.columns')),
    ...containerTreeRoutes(path),
  ],
});
