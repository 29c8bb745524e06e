// Resource names of the seeded rules, including types not supported yet, so that they need no new rules later.

/** What people find, describe and use: nothing that controls access or holds credentials. */
export const DATA_ASSETS = [
  ...['database', 'databaseSchema', 'table', 'storedProcedure', 'query'],
  ...['dashboard', 'dashboardDataModel', 'chart', 'report', 'metric'],
  ...['pipeline', 'topic', 'mlmodel', 'container', 'searchIndex', 'apiCollection', 'apiEndpoint'],
  ...['directory', 'file', 'spreadsheet', 'worksheet'],
];

const SERVICES = [
  ...['databaseService', 'messagingService', 'dashboardService', 'pipelineService', 'storageService'],
  ...['mlmodelService', 'metadataService', 'searchService', 'securityService', 'apiService', 'driveService'],
  ...['llmService', 'mcpService'],
];

/** What ingestion adds to assets: runs, tests, profiles, costs, lineage. */
const FINDINGS = [
  ...['ingestionPipeline', 'pipelineExecution', 'workflow', 'entityProfile', 'queryCostRecord', 'lineage'],
  ...['testDefinition', 'testSuite', 'testCase', 'testCaseResult', 'testCaseResolutionStatus'],
  ...['testCaseDimensionResult', 'dataContract', 'dataContractResult', 'testConnectionDefinition'],
  ...['llmModel', 'mcpServer', 'aiApplication', 'promptTemplate', 'agentExecution'],
];

/** What the seeded bots work on: no people, teams, roles, policies, bots or domains. */
export const CRAWLED = [
  ...DATA_ASSETS,
  ...SERVICES,
  ...FINDINGS,
  ...['classification', 'tag', 'glossary', 'glossaryTerm'],
];
