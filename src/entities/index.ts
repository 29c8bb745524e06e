import type { EntityType } from '../catalog/index.js';
import type { Feature } from '../feature/index.js';
import { bot } from './bot.js';
import { classification } from './classification.js';
import { dataProduct } from './data-product.js';
import { database } from './database.js';
import { databaseSchema } from './database-schema.js';
import { databaseService } from './database-service.js';
import { domain } from './domain.js';
import { ingestionPipeline } from './ingestion-pipeline.js';
import { persona } from './persona.js';
import { policy } from './policy.js';
import { entityProfileRoutes } from './profiles/entity-profile-routes.js';
import { query } from './query.js';
import { queryCostRoutes } from './query-cost-routes.js';
import { role } from './role.js';
import { storedProcedure } from './stored-procedure.js';
import { table } from './table.js';
import { tag } from './tag.js';
import { team } from './team.js';
import { testConnectionDefinition } from './test-connection-definition.js';
import { user } from './user.js';

/** Every type of the catalog. */
export const entityTypes: readonly EntityType[] = [
  bot,
  classification,
  dataProduct,
  database,
  databaseSchema,
  databaseService,
  domain,
  ingestionPipeline,
  persona,
  policy,
  query,
  role,
  storedProcedure,
  table,
  tag,
  team,
  testConnectionDefinition,
  user,
];

/** The types, and collections that are no type of their own: profiles, costs of queries. */
export const entityFeature = {
  name: 'entities',
  types: entityTypes,
  routes: [...entityProfileRoutes(), ...queryCostRoutes()],
} satisfies Feature;

export { type BulkColumnUpdate, type NamedColumnUpdate, readBulkUpdate } from './columns/bulk-update.js';
export { type ColumnUpdate, sameLabels } from './columns/column-change.js';
export { columnFeature } from './columns/column-feature.js';
export {
  type ColumnHolder,
  columnFinder,
  columnHolders,
  eachColumn,
  entitiesOfColumns,
  type PlacedColumn,
  refusePowerless,
} from './columns/column-holders.js';
export { columnUpdateJob } from './columns/run-update-jobs.js';
export {
  type ColumnUpdateTargets,
  START_COLUMN_UPDATES,
  startColumnUpdates,
} from './columns/update-jobs.js';
export { demoCatalog } from './demo/demo-catalog.js';
export { demoFeature } from './demo/demo-feature.js';
export { type DemoStep, LOAD_DEMO } from './demo/load-demo.js';
export { ACCESS_EDGE, ACCESS_TYPE, ORGANIZATION } from './people/access-edges.js';
export { type ContextDefinition, type ContextRule, definitionOf, personaOf } from './people/persona-routes.js';
export { findResource, type ResourceOperations, resourceOperations } from './people/resource-operations.js';
export { revealConnection } from './service/reveal-secrets.js';
export { serviceFeature } from './service/service-feature.js';
