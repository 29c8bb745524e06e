// The operations that policies speak of, in the order of the interface; the last is ours.

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
  /**
   * A bot reads the secrets of a service's connection in plain. Never given by `All` or `ViewAll`, only by name, only to bots, and every
   * such read is recorded (`GET /v1/system/secretReads`).
   */
  'ViewSecrets',
] as const;

export type Operation = (typeof operations)[number];

/** Given only by a rule that allows them by name; a wider denial takes them away all the same. */
const byNameOnly: ReadonlySet<string> = new Set<Operation>(['ViewSecrets']);

/** Whether a rule that allows one operation allows another. */
export function allowsOperation(granted: Operation, asked: Operation): boolean {
  return byNameOnly.has(asked) ? granted === asked : includesOperation(granted, asked);
}

export const isOperation = (name: string): name is Operation => (operations as readonly string[]).includes(name);

/** Operations that a wider one includes: `All` every one, `ViewAll` and `EditAll` those that begin with View and Edit. */
export function includesOperation(granted: Operation, asked: Operation): boolean {
  if (granted === 'All' || granted === asked) return true;
  if (granted === 'ViewAll') return asked.startsWith('View');
  return granted === 'EditAll' && asked.startsWith('Edit');
}
