// The operations that apply to each resource, for authors of policies and for permission responses.
import type { Operation } from '../../../contract/operations.js';
import type { EntityType, Registry } from '../../catalog/index.js';

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
const WITH_TAGS: readonly Operation[] = ['EditTags', 'EditGlossaryTerms', 'EditTier', 'EditCertification'];

/** Operations that belong to one type. */
const SPECIAL: Readonly<Record<string, readonly Operation[]>> = {
  table: [
    'ViewUsage',
    'ViewTests',
    'ViewQueries',
    'ViewDataProfile',
    'ViewSampleData',
    'ViewCustomFields',
    'EditCustomFields',
    'EditDataProfile',
    'EditSampleData',
    'EditQueries',
    'EditTests',
    'EditUsage',
    'EditLineage',
    'EditEntityRelationship',
    'EditLifeCycle',
    'CreateTests',
  ],
  database: ['ViewUsage', 'EditUsage', 'ViewCustomFields', 'EditCustomFields', 'EditLifeCycle'],
  databaseSchema: ['ViewUsage', 'EditUsage', 'ViewCustomFields', 'EditCustomFields', 'EditLifeCycle'],
  storedProcedure: ['ViewCustomFields', 'EditCustomFields', 'EditLineage', 'EditLifeCycle'],
  databaseService: ['ViewUsage', 'EditUsage', 'ViewProfilerGlobalConfiguration'],
  ingestionPipeline: ['EditIngestionPipelineStatus', 'CreateIngestionPipelineAutomator', 'Deploy', 'Trigger', 'Kill'],
  app: ['Trigger', 'Deploy'],
  user: ['GenerateToken', 'EditTeams', 'EditRole', 'Impersonate'],
  team: ['EditUsers', 'EditTeams', 'EditRole', 'EditPolicy'],
};

/** Resources that are not entities. */
const OTHERS: readonly ResourceOperations[] = [
  { name: 'lineage', operations: ['ViewAll', 'ViewBasic', 'EditLineage', 'EditAll'] },
  { name: 'scim', operations: ['CreateScim', 'EditScim', 'DeleteScim', 'ViewScim'] },
  { name: 'profilerGlobalConfiguration', operations: ['ViewProfilerGlobalConfiguration', 'EditAll'] },
];

/** Every resource with its operations except `All`, ordered by name. */
export function resourceOperations(registry: Registry): ResourceOperations[] {
  const own = registry.types.map((type) => ({ name: type.name, operations: operationsOf(type) }));
  const known = new Set(own.map((resource) => resource.name));
  return [...own, ...OTHERS.filter((resource) => !known.has(resource.name))].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Operations of one resource, found case-insensitively; undefined if unknown. */
export function findResource(name: string, registry: Registry): ResourceOperations | undefined {
  return resourceOperations(registry).find((resource) => resource.name.toLowerCase() === name.toLowerCase());
}

function operationsOf(type: EntityType): Operation[] {
  const traits = (type.traits ?? []).flatMap((trait) => (trait.write ? [trait.write.operation] : []));
  const tagged = traits.includes('EditTags') ? WITH_TAGS : [];
  return [...new Set([...EVERY, ...traits, ...tagged, ...(SPECIAL[type.name] ?? [])])];
}
