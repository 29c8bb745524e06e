/**
 * Facts of the interface about types that the catalog does not have yet: clients name their indexes and people ask for them all the
 * same. A registered type declares them itself, and its row here is ignored.
 */
export interface InterfaceType {
  /** Belongs to the alias `dataAsset`. */
  dataAsset?: true;
  /** Name of the index, where it is not the name of the type in snake case. */
  index?: string;
  /** What people call its entities, in the singular. */
  calledAs?: readonly string[];
}

const asset: InterfaceType = { dataAsset: true };

export const interfaceTypes: Readonly<Record<string, InterfaceType>> = {
  apiCollection: asset,
  apiEndpoint: asset,
  chart: { ...asset, calledAs: ['chart'] },
  container: { ...asset, calledAs: ['container', 'dataset'] },
  dashboard: { ...asset, calledAs: ['dashboard', 'report'] },
  dashboardDataModel: { ...asset, calledAs: ['model'] },
  directory: asset,
  file: asset,
  glossaryTerm: { ...asset, calledAs: ['glossary term', 'term'] },
  metric: { ...asset, calledAs: ['metric'] },
  mlmodel: { ...asset, calledAs: ['model'] },
  pipeline: { ...asset, calledAs: ['pipeline'] },
  searchIndex: { ...asset, index: 'search_entity_search_index' },
  spreadsheet: asset,
  topic: { ...asset, calledAs: ['topic'] },
  worksheet: asset,
  apiService: {},
  dashboardService: {},
  driveService: {},
  llmService: {},
  mcpService: {},
  messagingService: {},
  metadataService: {},
  mlmodelService: {},
  pipelineService: {},
  searchService: {},
  securityService: {},
  storageService: {},
  glossary: {},
  testCase: {},
  testSuite: {},
  testCaseResult: {},
  testCaseResolutionStatus: {},
  dataContract: {},
  column: {},
  page: {},
  entityReportData: {},
};

/** The index that searches ask where they name none. */
export const DEFAULT_INDEX = 'table_search_index';

/** The type that profiler settings are read for where a request names none. */
export const PROFILED_TYPE = 'table';

/** The type that labels of a source name (`TagLabel.source`). */
export const labelTypes = { Classification: 'tag', Glossary: 'glossaryTerm' } as const;
