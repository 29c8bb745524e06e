/** The payloads of the types of tasks. */
import { catalogError, type TaskType } from '../../../contract/index.js';
import type { Scope } from '../../catalog/index.js';

const SCHEMAS: Partial<Record<TaskType, string>> = {
  DataAccessRequest: 'type/dataAccessRequestPayload',
  DescriptionUpdate: 'type/descriptionUpdatePayload',
  DomainUpdate: 'type/domainUpdatePayload',
  GlossaryApproval: 'type/glossaryApprovalPayload',
  IncidentResolution: 'type/incidentResolutionPayload',
  OwnershipUpdate: 'type/ownershipUpdatePayload',
  PipelineReview: 'type/reviewPayload',
  DataQualityReview: 'type/reviewPayload',
  Suggestion: 'type/suggestionPayload',
  TagUpdate: 'type/tagUpdatePayload',
  TestCaseResolution: 'type/testCaseResolutionPayload',
  TierUpdate: 'type/tierUpdatePayload',
};

/** Types of tasks that require a payload. */
const REQUIRED: readonly TaskType[] = ['DataAccessRequest', 'Suggestion'];

/** Characters. Limited because everybody can open tasks, and each response with one parses it. */
const MOST_PAYLOAD = 1024 * 1024;

/** Throws 400 for a payload that does not fit the type of the task. */
export function checkPayload(type: TaskType, payload: unknown, scope: Pick<Scope, 'catalog'>): void {
  if (payload === undefined) {
    if (REQUIRED.includes(type))
      throw catalogError('BAD_REQUEST', `payload is required for a task of the type ${type}`);
    return;
  }
  if (JSON.stringify(payload).length > MOST_PAYLOAD)
    throw catalogError('BAD_REQUEST', `payload must not have more than ${MOST_PAYLOAD} characters`);
  const schema = SCHEMAS[type];
  if (schema === undefined) return;
  const result = scope.catalog.contract.validator(schema)(payload);
  if (!result.ok) throw catalogError('BAD_REQUEST', `payload: ${result.errors[0]?.message ?? 'does not fit the type'}`);
}
