import type { CreateWorkflow } from 'cairn/contract';

/** What requests for a connection test call a family of services. */
type Family = NonNullable<Extract<CreateWorkflow['request'], { serviceType?: unknown }>['serviceType']>;

/** The types of services with their families, in the order of lists and tabs. */
const families = {
  databaseService: 'Database',
  messagingService: 'Messaging',
  dashboardService: 'Dashboard',
  pipelineService: 'Pipeline',
  mlmodelService: 'MlModel',
  storageService: 'Storage',
  searchService: 'Search',
  metadataService: 'Metadata',
  apiService: 'Api',
  driveService: 'Drive',
  securityService: 'Security',
  llmService: 'LLM',
  mcpService: 'Mcp',
} as const satisfies Record<string, Family>;

export type ServiceType = keyof typeof families;

const isServiceType = (name: string): name is ServiceType => Object.hasOwn(families, name);

export const serviceTypes = Object.keys(families).filter(isServiceType);

export function familyOf(type: string): Family | undefined {
  return isServiceType(type) ? families[type] : undefined;
}

/** The word of the address: `databaseServices`. */
export function serviceTypeOf(word: string | undefined): ServiceType | undefined {
  return serviceTypes.find((type) => `${type}s` === word);
}
