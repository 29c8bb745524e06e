/**
 * What the sample catalog says of how it is kept: what a tag is recognized by, a workflow, and what assistants of analysts
 * get to know. Pure data.
 */
import type { Fields } from '../../catalog/index.js';
import type { DemoBatch } from './demo-catalog.js';

/** Recognizers of the tag for personal data. */
export const PERSONAL_RECOGNIZERS: readonly Fields[] = [
  {
    name: 'email_addresses',
    displayName: 'E-mail addresses',
    target: 'content',
    confidenceThreshold: 0.8,
    recognizerConfig: { type: 'predefined', name: 'EmailRecognizer' },
  },
  {
    name: 'columns_about_people',
    displayName: 'Columns about people',
    target: 'column_name',
    confidenceThreshold: 0.6,
    recognizerConfig: {
      type: 'exact_terms',
      exactTerms: ['email', 'phone', 'birth_date'],
      supportedLanguage: 'any',
      regexFlags: {},
    },
  },
];

/** Conditions as the pages write them. */
const ORDER_FACTS: readonly Fields[] = [
  { wildcard: { 'name.keyword': '*orders*' } },
  { term: { 'databaseSchema.displayName.keyword': 'facts' } },
];

export function demoRules(): DemoBatch[] {
  const step = (name: string, displayName: string, type: string, more: Fields = {}): Fields => ({
    ...{ name, displayName, type, subType: type },
    ...more,
  });
  const about = { input: ['relatedEntity'], inputNamespaceMap: { relatedEntity: 'global' } };
  const set = (name: string, displayName: string, fieldValue: string): Fields =>
    step(name, displayName, 'automatedTask', {
      subType: 'setEntityAttributeTask',
      config: { fieldName: 'entityStatus', fieldValue },
      input: ['relatedEntity', 'updatedBy'],
      inputNamespaceMap: { relatedEntity: 'global', updatedBy: 'ask' },
    });
  return [
    {
      type: 'workflowDefinition',
      creates: [
        {
          name: 'approval_of_metrics',
          displayName: 'Approval of metrics',
          description: 'A metric counts once a reviewer agrees that it is reckoned as the business understands it.',
          trigger: {
            type: 'eventBasedEntity',
            config: { entityTypes: ['metric'], events: ['Created', 'Updated'], exclude: ['reviewers'] },
            output: ['relatedEntity'],
          },
          nodes: [
            step('begin', 'Begin', 'startEvent'),
            step('ask', 'Ask the reviewers', 'userTask', {
              subType: 'userApprovalTask',
              config: { assignees: { addReviewers: true, addOwners: true }, approvalThreshold: 1 },
              output: ['updatedBy'],
              branches: ['true', 'false'],
              ...about,
            }),
            set('approve', 'Mark as approved', 'Approved'),
            set('reject', 'Mark as rejected', 'Rejected'),
            step('done', 'Done', 'endEvent'),
          ],
          edges: [
            { from: 'begin', to: 'ask' },
            { from: 'ask', to: 'approve', condition: 'true' },
            { from: 'ask', to: 'reject', condition: 'false' },
            { from: 'approve', to: 'done' },
            { from: 'reject', to: 'done' },
          ],
        },
      ],
    },
    {
      type: 'persona',
      creates: [
        {
          name: 'analyst',
          displayName: 'Analyst',
          description: 'Answers questions of the business with the tables of the warehouse.',
          users: ['lena', 'tom'].map((name) => ({ type: 'user', name })),
          contextDefinition: {
            rules: [
              {
                name: 'facts_about_orders',
                entityType: 'table',
                queryFilter: JSON.stringify({ query: { bool: { must: ORDER_FACTS } } }),
                maxAssets: 20,
              },
              { name: 'metrics', entityType: 'metric', fullyRendered: true },
            ],
          },
        },
      ],
    },
  ];
}
