// The connection schema of a service, by its family and serviceType.
import { keysOf } from './json.js';
import { valuesOf } from './json-schema.js';
import { keyOfRef, type SchemaStore } from './schema-store.js';

const families = {
  database: 'entity/services/databaseService#databaseConnection',
  dashboard: 'entity/services/dashboardService#dashboardConnection',
  messaging: 'entity/services/messagingService#messagingConnection',
  pipeline: 'entity/services/pipelineService#pipelineConnection',
  mlmodel: 'entity/services/mlmodelService#mlModelConnection',
  storage: 'entity/services/storageService#storageConnection',
  search: 'entity/services/searchService#searchConnection',
  metadata: 'entity/services/metadataService#metadataConnection',
  api: 'entity/services/apiService#apiConnection',
  drive: 'entity/services/driveService#driveConnection',
  security: 'entity/services/securityService#securityConnection',
  llm: 'entity/services/llmService#llmConnection',
  mcp: 'entity/services/mcpService#mcpConnection',
} as const;

export type ServiceFamily = keyof typeof families;

export const serviceFamilies: readonly ServiceFamily[] = keysOf(families);

export interface Connections {
  /** Schema key of `connection.config`; null if services of this serviceType have no connection. */
  connectionSchema(family: ServiceFamily, serviceType: string): string | null;
  /** The serviceTypes of a family that have a connection. */
  connectionTypes(family: ServiceFamily): readonly string[];
  /** All values of `serviceType` in a family. */
  serviceTypes(family: ServiceFamily): readonly string[];
}

export function createConnections(store: SchemaStore): Connections {
  const byType = (family: ServiceFamily) => store.schema(`${families[family]}.config`)['x-by-type'] ?? {};
  return {
    connectionSchema(family, serviceType) {
      const [ref] = Object.hasOwn(byType(family), serviceType) ? (byType(family)[serviceType] ?? []) : [];
      return ref === undefined ? null : keyOfRef(ref);
    },
    connectionTypes: (family) => Object.keys(byType(family)),
    serviceTypes(family) {
      const [service] = families[family].split('#');
      return valuesOf(store.resolve(store.schema(`${service}.serviceType`)));
    },
  };
}
