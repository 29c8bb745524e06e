/** Types whose entities can have a contract. */
export const CONTRACTED = [
  'apiCollection',
  'apiEndpoint',
  'chart',
  'container',
  'dashboard',
  'dashboardDataModel',
  'dataProduct',
  'database',
  'databaseSchema',
  'directory',
  'file',
  'mlmodel',
  'pipeline',
  'searchIndex',
  'spreadsheet',
  'storedProcedure',
  'table',
  'topic',
  'worksheet',
] as const;

export type ContractedType = (typeof CONTRACTED)[number];
