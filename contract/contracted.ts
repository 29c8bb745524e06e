/** Types whose entities can have a data contract. */
export const contractedTypes = [
  ...(['apiCollection', 'apiEndpoint', 'chart', 'container', 'dashboard', 'dashboardDataModel'] as const),
  ...(['dataProduct', 'database', 'databaseSchema', 'directory', 'file', 'mlmodel', 'pipeline'] as const),
  ...(['searchIndex', 'spreadsheet', 'storedProcedure', 'table', 'topic', 'worksheet'] as const),
] as const;

export type ContractedType = (typeof contractedTypes)[number];
