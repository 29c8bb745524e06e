// The schema of the `sourceConfig.config` of an ingestion pipeline.

const metadata: Readonly<Record<string, string>> = {
  databaseService: 'databaseServiceMetadataPipeline',
  dashboardService: 'dashboardServiceMetadataPipeline',
  messagingService: 'messagingServiceMetadataPipeline',
  pipelineService: 'pipelineServiceMetadataPipeline',
  mlmodelService: 'mlmodelServiceMetadataPipeline',
  storageService: 'storageServiceMetadataPipeline',
  searchService: 'searchServiceMetadataPipeline',
  apiService: 'apiServiceMetadataPipeline',
  driveService: 'driveServiceMetadataPipeline',
  securityService: 'securityServiceMetadataPipeline',
  mcpService: 'mcpServiceMetadataPipeline',
};

const autoClassification: Readonly<Record<string, string>> = {
  databaseService: 'databaseServiceAutoClassificationPipeline',
  messagingService: 'messagingServiceAutoClassificationPipeline',
  storageService: 'storageServiceAutoClassificationPipeline',
};

const ofAnyService: Readonly<Record<string, string>> = {
  usage: 'databaseServiceQueryUsagePipeline',
  lineage: 'databaseServiceQueryLineagePipeline',
  profiler: 'databaseServiceProfilerPipeline',
  TestSuite: 'testSuitePipeline',
  dataInsight: 'dataInsightPipeline',
  elasticSearchReindex: 'metadataToElasticSearchPipeline',
  dbt: 'dbtPipeline',
  application: 'applicationPipeline',
  policyAgent: 'policyAgentPipeline',
};

/**
 * Schema key for a pipelineType; `entityType` is the type of the service it runs on (default: `databaseService`). Null
 * if that pair has no configuration.
 */
export function pipelineConfigSchema(pipelineType: string, entityType = 'databaseService'): string | null {
  const byService = { metadata, autoClassification }[pipelineType];
  const table = byService ?? ofAnyService;
  const name = byService ? entityType : pipelineType;
  return Object.hasOwn(table, name) ? `metadataIngestion/${table[name]}` : null;
}
