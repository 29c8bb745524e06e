// What the seeded rules are about, by name; also of types that are not catalogued yet, so that they need no new rule then.

/** What people find, describe and use. Nothing in it decides who may do what, and nothing holds credentials. */
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

/** What comes with assets when their sources are read: runs, tests, profiles, costs, lineage. */
const FINDINGS = [
  ...['ingestionPipeline', 'pipelineExecution', 'workflow', 'entityProfile', 'queryCostRecord', 'lineage'],
  ...['testDefinition', 'testSuite', 'testCase', 'testCaseResult', 'testCaseResolutionStatus'],
  ...['testCaseDimensionResult', 'dataContract', 'dataContractResult', 'testConnectionDefinition'],
  ...['llmModel', 'mcpServer', 'aiApplication', 'promptTemplate', 'agentExecution'],
];

/** What the seeded bots work on. People, teams, roles, policies, bots and domains are not in it. */
export const CRAWLED = [
  ...DATA_ASSETS,
  ...SERVICES,
  ...FINDINGS,
  ...['classification', 'tag', 'glossary', 'glossaryTerm'],
];
