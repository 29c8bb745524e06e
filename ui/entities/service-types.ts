/** The types of services, in the order of lists and tabs. */
export const serviceTypes = [
  ...(['databaseService', 'messagingService', 'dashboardService', 'pipelineService', 'mlmodelService'] as const),
  ...(['storageService', 'searchService', 'metadataService', 'apiService', 'driveService'] as const),
  ...(['securityService', 'llmService', 'mcpService'] as const),
] as const;

export type ServiceType = (typeof serviceTypes)[number];

/** The word of the address: `databaseServices`. */
export function serviceTypeOf(word: string | undefined): ServiceType | undefined {
  return serviceTypes.find((type) => `${type}s` === word);
}
