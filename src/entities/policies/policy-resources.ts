// Resource names that policy rules may use, besides the registered types.

/** Types of the interface, and resources that are not entities. Compared case-insensitively. */
const RESOURCES =
  `all databaseService messagingService dashboardService pipelineService storageService mlmodelService metadataService
  searchService securityService apiService driveService llmService mcpService table storedProcedure database databaseSchema
  metric dashboard dashboardDataModel pipeline task chart app appMarketPlaceDefinition report topic searchIndex apiCollection
  apiEndpoint mlmodel container query queryCostRecord directory file spreadsheet worksheet glossary glossaryTerm tag
  classification type aiApplication llmModel promptTemplate agentExecution aiGovernancePolicy testDefinition
  testConnectionDefinition testSuite kpi testCase webAnalyticEvent dataInsightCustomChart dataInsightChart page
  recognizerFeedback tableColumn dashboardDataModelColumn policy role user team persona bot ingestionPipeline domain
  dataProduct dataContract dataContractResult eventSubscription notificationTemplate thread suggestion workflow
  workflowDefinition entityReportData testCaseResolutionStatus testCaseResult testCaseDimensionResult pipelineExecution
  entityProfile webAnalyticEntityViewReportData webAnalyticUserActivityReportData rawCostAnalysisReportData
  aggregatedCostAnalysisReportData workflowInstance workflowInstanceState auditLog document announcement taskFormSchema
  intakeForm contextMemory folder contextFile learningResource mcpServer mcpExecution aiGovernanceFramework
  aiFrameworkControl auditReport activityEvent lineage feed events webhook scim search analytics services teamsImport
  profilerGlobalConfiguration ingestionPipelineAutomator userNotificationTemplate testDefinitionLibrary serverMetrics`.split(
    /\s+/,
  );

const KNOWN = new Set(RESOURCES.map((name) => name.toLowerCase()));

/** Whether a rule may name this resource; `*` means all. */
export function isResource(name: string): boolean {
  return name === '*' || KNOWN.has(name.toLowerCase());
}
