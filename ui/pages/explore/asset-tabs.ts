/** What can be explored, and the word of its tab in the address; in the order of the tabs. */
const TABS: Readonly<Record<string, string>> = {
  table: 'tables',
  topic: 'topics',
  dashboard: 'dashboards',
  dashboardDataModel: 'dashboardDataModel',
  chart: 'charts',
  pipeline: 'pipelines',
  mlmodel: 'mlmodels',
  container: 'containers',
  searchIndex: 'searchIndexes',
  storedProcedure: 'storedProcedures',
  database: 'databases',
  databaseSchema: 'databaseSchemas',
  apiCollection: 'apiCollections',
  apiEndpoint: 'apiEndpoints',
  directory: 'directories',
  file: 'files',
  spreadsheet: 'spreadsheets',
  worksheet: 'worksheets',
  metric: 'metrics',
  dataProduct: 'dataProducts',
  domain: 'domains',
  glossary: 'glossaryNames',
  glossaryTerm: 'glossaries',
  classification: 'classifications',
  tag: 'tags',
  query: 'queries',
  databaseService: 'databaseServices',
  messagingService: 'messagingServices',
  dashboardService: 'dashboardServices',
  pipelineService: 'pipelineServices',
  mlmodelService: 'mlmodelServices',
  storageService: 'storageServices',
  searchService: 'searchServices',
  apiService: 'apiServices',
  driveService: 'driveServices',
  testCase: 'testCases',
  user: 'users',
  team: 'teams',
};

/** All that is searched where no tab is chosen. */
export const EVERYTHING = Object.keys(TABS).join(',');

const TYPES = new Map(Object.entries(TABS).map(([type, word]) => [word.toLowerCase(), type]));

/** The type that a tab shows; undefined for all and for unknown words. */
export function typeOfTab(word: string | undefined): string | undefined {
  return word === undefined ? undefined : TYPES.get(word.toLowerCase());
}

export function tabOfType(type: string): string {
  return TABS[type] ?? type;
}

/** The place of a type among the tabs. */
export function orderOfType(type: string): number {
  const at = Object.keys(TABS).indexOf(type);
  return at < 0 ? Number.MAX_SAFE_INTEGER : at;
}
