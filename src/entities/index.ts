import type { EntityType } from '../catalog/index.js';
import type { Feature } from '../feature/index.js';
import { aiApplication } from './ai/ai-application.js';
import { llmModel } from './ai/llm-model.js';
import { mcpServer } from './ai/mcp-server.js';
import { promptTemplate } from './ai/prompt-template.js';
import { eventSubscription } from './alerts/event-subscription.js';
import { announcement } from './announcements/announcement.js';
import { apiCollection } from './apis/api-collection.js';
import { apiEndpoint } from './apis/api-endpoint.js';
import { app } from './apps/app.js';
import { appMarketPlaceDefinition } from './apps/app-market-place-definition.js';
import { workflow } from './automations/workflow.js';
import { dataContract } from './contracts/data-contract.js';
import { chart } from './dashboards/chart.js';
import { dashboard } from './dashboards/dashboard.js';
import { dashboardDataModel } from './dashboards/dashboard-data-model.js';
import { database } from './data/database.js';
import { databaseSchema } from './data/database-schema.js';
import { storedProcedure } from './data/stored-procedure.js';
import { directory } from './drives/directory.js';
import { file } from './drives/file.js';
import { spreadsheet } from './drives/spreadsheet.js';
import { worksheet } from './drives/worksheet.js';
import { glossary } from './glossary/glossary.js';
import { glossaryTerm } from './glossary/glossary-term.js';
import { classification } from './governance/classification.js';
import { dataProduct } from './governance/data-product.js';
import { domain } from './governance/domain.js';
import { moveAssetsJob } from './governance/move-assets.js';
import { tag } from './governance/tag.js';
import { ingestionPipeline } from './ingestion-pipeline/ingestion-pipeline.js';
import { dataInsightChart } from './insights/data-insight-chart.js';
import { dataInsightCustomChart } from './insights/data-insight-custom-chart.js';
import { document } from './insights/document.js';
import { kpi } from './insights/kpis/kpi.js';
import { webAnalyticEvent } from './insights/web-analytic-event.js';
import { topic } from './messaging/topic.js';
import { metric } from './metrics/metric.js';
import { mlmodel } from './mlmodels/mlmodel.js';
import { notificationTemplate } from './notification-templates/notification-template.js';
import { bot } from './people/bot.js';
import { persona } from './people/persona.js';
import { user } from './people/user.js';
import { pipeline } from './pipelines/pipeline.js';
import { policy } from './policies/policy.js';
import { role } from './policies/role.js';
import { entityProfileRoutes } from './profiles/entity-profile-routes.js';
import { testCase } from './quality/cases/test-case.js';
import { testDefinition } from './quality/definitions/test-definition.js';
import { testSuite } from './quality/suites/test-suite.js';
import { query } from './query/query.js';
import { queryCostRoutes } from './query/query-cost-routes.js';
import { report } from './reports/report.js';
import { searchIndex } from './search-indexes/search-index.js';
import { testConnectionDefinition } from './service/test-connection-definition.js';
import { apiService } from './services/api-service.js';
import { dashboardService } from './services/dashboard-service.js';
import { databaseService } from './services/database-service.js';
import { driveService } from './services/drive-service.js';
import { llmService } from './services/llm-service.js';
import { mcpService } from './services/mcp-service.js';
import { messagingService } from './services/messaging-service.js';
import { metadataService } from './services/metadata-service.js';
import { mlmodelService } from './services/mlmodel-service.js';
import { pipelineService } from './services/pipeline-service.js';
import { searchService } from './services/search-service.js';
import { securityService } from './services/security-service.js';
import { storageService } from './services/storage-service.js';
import { container } from './storage/container.js';
import { table } from './table/table.js';
import { task } from './tasks/task.js';
import { taskFormSchema } from './tasks/task-form-schema.js';
import { team } from './teams/team.js';
import { type } from './types/type.js';
import { intakeForm } from './workflows/intake-form.js';
import { workflowDefinition } from './workflows/workflow-definition.js';
import { workflowRunRoutes } from './workflows/workflow-run-routes.js';

/** Every type of the catalog. */
export const entityTypes: readonly EntityType[] = [
  aiApplication,
  announcement,
  apiCollection,
  apiEndpoint,
  apiService,
  app,
  appMarketPlaceDefinition,
  bot,
  chart,
  classification,
  container,
  dashboard,
  dashboardDataModel,
  dashboardService,
  database,
  databaseSchema,
  databaseService,
  dataContract,
  dataInsightChart,
  dataInsightCustomChart,
  dataProduct,
  directory,
  document,
  domain,
  driveService,
  eventSubscription,
  file,
  glossary,
  glossaryTerm,
  ingestionPipeline,
  intakeForm,
  kpi,
  llmModel,
  llmService,
  mcpServer,
  mcpService,
  messagingService,
  metadataService,
  metric,
  mlmodel,
  notificationTemplate,
  mlmodelService,
  persona,
  pipeline,
  pipelineService,
  policy,
  promptTemplate,
  query,
  report,
  role,
  searchIndex,
  searchService,
  securityService,
  spreadsheet,
  storageService,
  storedProcedure,
  table,
  tag,
  task,
  taskFormSchema,
  team,
  testCase,
  testConnectionDefinition,
  testDefinition,
  testSuite,
  topic,
  type,
  user,
  webAnalyticEvent,
  workflow,
  workflowDefinition,
  worksheet,
];

/** All types, and collections that are not types: profiles and query costs. */
export const entityFeature = {
  name: 'entities',
  types: entityTypes,
  routes: [...entityProfileRoutes(), ...queryCostRoutes(), ...workflowRunRoutes()],
  jobs: [moveAssetsJob],
} satisfies Feature;

export {
  type AlertSourceRules,
  alertSources,
  CONVERSATION,
  EVERYTHING,
} from './alerts/alert-sources.js';
export { ACTIVITY_ALERT, readBuiltIn, seedBuiltInAlerts } from './alerts/built-in-alerts.js';
export { checkDestination, checkHttpConfig } from './alerts/destination-config.js';
export { eventSubscription, TEMPLATE_EDGE } from './alerts/event-subscription.js';
export { filteringRules } from './alerts/filtering-rules.js';
export { ALERTS_CHANNEL, placeOf } from './alerts/read-position.js';
export { type RedeliveryConfig, readRedelivery } from './alerts/redelivery-config.js';
export { openDestination } from './alerts/settle-destinations.js';
export { destinationStatus } from './alerts/show-statuses.js';
export { endOfQuiet, type QuietHours, readDigest, readQuietHours } from './alerts/timing-config.js';
export { openTried, type TriedDestination } from './alerts/try-destinations.js';
export { APP_TYPE } from './apps/app-types.js';
export { revealRequest, type TestedConnection, testedConnection } from './automations/seal-request.js';
export { workflow } from './automations/workflow.js';
export { type BulkColumnUpdate, type NamedColumnUpdate, readBulkUpdate } from './columns/bulk-update.js';
export { type ColumnUpdate, sameLabels } from './columns/column-change.js';
export { columnFeature } from './columns/column-feature.js';
export {
  type ColumnHolder,
  columnFinder,
  columnHolders,
  columnRule,
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
export { USUALLY_CONTRACTED } from './contracts/contract-names.js';
export { columnOf } from './contracts/odcs/columns-of-odcs.js';
export { appendPost } from './conversations/append-post.js';
export {
  applyDescription,
  applyField,
  applyTags,
  changeTags,
  type Subject,
} from './conversations/apply-change.js';
export {
  type EntityLink,
  entityLink,
  linkedRow,
  linkedRowToKeep,
  parseEntityLink,
} from './conversations/entity-link.js';
export { ADDRESSED, mentionedIn, recordMentions, withTeams } from './conversations/mentions.js';
export { shownPosts } from './conversations/posts.js';
export {
  changeReactions,
  isReactionType,
  reactionsOf,
  reactionTypes,
} from './conversations/reactions.js';
export { namePattern } from './data/name-patterns.js';
export { demoCatalog } from './demo/demo-catalog.js';
export { demoFeature } from './demo/demo-feature.js';
export { LOAD_DEMO_HISTORY } from './demo/demo-history.js';
export { LOAD_DEMO_SOURCE } from './demo/demo-source.js';
export { LOAD_DEMO_TALK } from './demo/demo-talk.js';
export { type DemoStep, LOAD_DEMO } from './demo/load-demo.js';
export { byIdOrName, changedReply, target, targetToChange } from './entity-route.js';
export { entityRulesFeature } from './entity-rules/entity-rules-feature.js';
export { glossaryFeature } from './glossary/glossary-feature.js';
export { type DomainAssetFinder, domainAssetRoutes } from './governance/assets-of-domains.js';
export { identified } from './governance/recognizer-routes.js';
export { ingestionPipeline } from './ingestion-pipeline/ingestion-pipeline.js';
export { revealPipeline } from './ingestion-pipeline/reveal-pipeline.js';
export { storeStatus as storePipelineStatus } from './ingestion-pipeline/status-routes.js';
export { insightFeature } from './insights/insight-feature.js';
export { jobActor } from './job-actor.js';
export { notificationTemplate } from './notification-templates/notification-template.js';
export { sampleEvent } from './notification-templates/sample-event.js';
export { seedTemplates } from './notification-templates/seed-templates.js';
export {
  ENVELOPE,
  type ShippedTemplate,
  shippedTemplate,
  systemTemplatesFor,
} from './notification-templates/system-templates.js';
export { requireAuthor, validationOf } from './notification-templates/template-routes.js';
export { actorOf } from './people/actor-of.js';
export { type ContextDefinition, type ContextRule, definitionOf, personaOf } from './people/persona-routes.js';
export { openProfile } from './people/profile.js';
export { ACCESS_EDGE, ACCESS_TYPE, IMPERSONATION_ROLE, ORGANIZATION } from './policies/access-edges.js';
export { findResource, type ResourceOperations, resourceOperations } from './policies/resource-operations.js';
export { aboutOf } from './quality/cases/entity-link.js';
export { EXPECTED_METRIC, METRIC_PARAMETER } from './quality/definitions/own-definitions.js';
export { SEED_TEST_DEFINITIONS } from './quality/definitions/test-definition-seeds.js';
export { TEST_EDGE, TEST_TYPE, TESTED as tested } from './quality/edges.js';
export { qualityFeature } from './quality/quality-feature.js';
export {
  permittedCases,
  RUNNABLE,
  type RunnableCase,
  runnableCases,
  storeRunResult,
  suiteOf,
} from './quality/results/runnable-cases.js';
export { RIGHTS_OF_CONTAINERS, type RightsOfContainer } from './quality/rights-of-containers.js';
export { NOT_RUN, runnableStatements } from './quality/source-statements.js';
export { revealConnection } from './service/reveal-secrets.js';
export { serviceFeature } from './service/service-feature.js';
export { secretsOfConnection, withoutSecrets } from './service/shown-errors.js';
export { testConnectionDefinition } from './service/test-connection-definition.js';
export { findColumn, splitColumnFqn } from './table/columns/columns.js';
export { columnProfileKind, PROFILED, tableProfileKind } from './table/profile/profile-kinds.js';
export { addTableProfile } from './table/profile/profile-routes.js';
export { table } from './table/table.js';
export { openOwn, ownersOf } from './tasks/open-task.js';
export { closeRow, resolveRow } from './tasks/resolve-task.js';
export { taskFeature } from './tasks/task-feature.js';
export { domainEdges, type Start } from './teams/inherited-domains.js';
export { typeFeature } from './types/type-feature.js';
