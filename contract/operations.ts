// The operations that policies may contain, in the order of the interface. No others are allowed: clients reject a
// policy with an unknown operation.

export const operations = [
  'All',
  'Create',
  'BulkCreate',
  'CreateIngestionPipelineAutomator',
  'CreateTests',
  'Delete',
  'ViewAll',
  'ViewBasic',
  'ViewUsage',
  'ViewTests',
  'ViewQueries',
  'ViewDataProfile',
  'ViewProfilerGlobalConfiguration',
  'ViewSampleData',
  'ViewTestCaseFailedRowsSample',
  'ViewCustomFields',
  'EditAll',
  'BulkUpdate',
  'EditCustomFields',
  'EditDataProfile',
  'EditDescription',
  'EditDisplayName',
  'EditLineage',
  'EditEntityRelationship',
  'EditPolicy',
  'EditOwners',
  'EditQueries',
  'EditReviewers',
  'EditRole',
  'EditSampleData',
  'EditStatus',
  'EditTags',
  'EditGlossaryTerms',
  'EditTeams',
  'EditTier',
  'EditCertification',
  'CreateTask',
  'EditTask',
  'EditTests',
  'EditUsage',
  'EditUsers',
  'EditLifeCycle',
  'EditKnowledgePanel',
  'EditPage',
  'EditIngestionPipelineStatus',
  'EditUserNotificationTemplate',
  'DeleteTestCaseFailedRowsSample',
  'Deploy',
  'Trigger',
  'Kill',
  'GenerateToken',
  'EditScim',
  'CreateScim',
  'DeleteScim',
  'ViewScim',
  'Impersonate',
  'AuditLogs',
  'ViewTestDefinitionLibrary',
  'EditTestDefinitionLibrary',
  'ResolveTask',
  'CloseTask',
  'ReassignTask',
] as const;

export type Operation = (typeof operations)[number];

const known: ReadonlySet<string> = new Set(operations);

export const isOperation = (name: string): name is Operation => known.has(name);

/**
 * Whether a granted operation includes another: `All` includes every one, `ViewAll` and `EditAll` those that begin
 * with View and Edit.
 */
export function includesOperation(granted: Operation, asked: Operation): boolean {
  if (granted === 'All' || granted === asked) return true;
  if (granted === 'ViewAll') return asked.startsWith('View');
  return granted === 'EditAll' && asked.startsWith('Edit');
}
