// The operations that apply to each resource, for authors of policies and for permission responses.
import type { Operation } from '../../../contract/operations.js';
import type { Catalog, EntityType } from '../../catalog/index.js';

export interface ResourceOperations {
  name: string;
  operations: Operation[];
}

const EVERY: readonly Operation[] = [
  'Create',
  'Delete',
  'ViewAll',
  'ViewBasic',
  'EditAll',
  'EditDescription',
  'EditDisplayName',
];

/** Operations of types with tags, besides that of the trait. */
const WITH_TAGS: readonly Operation[] = ['EditTags', 'EditGlossaryTerms', 'EditTier'];

/** Operations of every type that has the field. */
const OF_FIELDS: Readonly<Record<string, readonly Operation[]>> = {
  entityStatus: ['EditStatus'],
  extension: ['ViewCustomFields', 'EditCustomFields'],
  lifeCycle: ['EditLifeCycle'],
  sampleData: ['ViewSampleData', 'EditSampleData'],
  usageSummary: ['ViewUsage', 'EditUsage'],
};

/** Operations that belong to one type. */
const SPECIAL: Readonly<Record<string, readonly Operation[]>> = {
  table: [
    'ViewTests',
    'ViewQueries',
    'ViewDataProfile',
    'EditDataProfile',
    'EditQueries',
    'EditTests',
    'EditEntityRelationship',
    'CreateTests',
  ],
  pipeline: ['EditStatus'],
  query: ['EditQueries'],
  databaseService: ['ViewProfilerGlobalConfiguration'],
  ingestionPipeline: ['EditIngestionPipelineStatus', 'CreateIngestionPipelineAutomator', 'Deploy', 'Trigger', 'Kill'],
  app: ['Trigger', 'Deploy'],
  notificationTemplate: ['EditUserNotificationTemplate'],
  user: ['GenerateToken', 'EditTeams', 'EditRole', 'Impersonate'],
  team: ['EditUsers', 'EditTeams', 'EditRole', 'EditPolicy'],
};

/** Resources that are not entities. */
const OTHERS: readonly ResourceOperations[] = [
  { name: 'lineage', operations: ['ViewAll', 'ViewBasic', 'EditLineage', 'EditAll'] },
  { name: 'scim', operations: ['CreateScim', 'EditScim', 'DeleteScim', 'ViewScim'] },
  { name: 'profilerGlobalConfiguration', operations: ['ViewProfilerGlobalConfiguration', 'EditAll'] },
];

type Described = Pick<Catalog, 'registry' | 'contract'>;

/** Every resource with its operations except `All`, ordered by name. */
export function resourceOperations({ registry, contract }: Described): ResourceOperations[] {
  const own = registry.types.map((type) => ({
    name: type.name,
    operations: operationsOf(type, contract.fieldNames(type.schema)),
  }));
  const known = new Set(own.map((resource) => resource.name));
  return [...own, ...OTHERS.filter((resource) => !known.has(resource.name))].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Operations of one resource, found case-insensitively; undefined if unknown. */
export function findResource(name: string, catalog: Described): ResourceOperations | undefined {
  return resourceOperations(catalog).find((resource) => resource.name.toLowerCase() === name.toLowerCase());
}

function operationsOf(type: EntityType, fields: readonly string[]): Operation[] {
  const traits = (type.traits ?? []).flatMap((trait) => (trait.write ? [trait.write.operation] : []));
  const tagged = traits.includes('EditTags') ? WITH_TAGS : [];
  const ofFields = fields.flatMap((field) => (Object.hasOwn(OF_FIELDS, field) ? (OF_FIELDS[field] ?? []) : []));
  const lineage: readonly Operation[] = type.dataAsset ? ['EditLineage'] : [];
  return [...new Set([...EVERY, ...traits, ...tagged, ...ofFields, ...lineage, ...(SPECIAL[type.name] ?? [])])];
}
