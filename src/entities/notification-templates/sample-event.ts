/** Events to try templates on: made up, but of the shape that real ones have. Pure. */
import { isObject, THREAD } from '../../../contract/index.js';

const NOW = Date.UTC(2026, 0, 5, 9, 30);
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

const owners = [{ id: id(2), type: 'user', name: 'ann', fullyQualifiedName: 'ann', displayName: 'Ann Lee' }];
const domains = [{ id: id(3), type: 'domain', name: 'Sales', fullyQualifiedName: 'Sales', displayName: 'Sales' }];
const tags = [{ tagFQN: 'PII.Sensitive', source: 'Classification', labelType: 'Manual', state: 'Confirmed' }];

const NAMES: Readonly<Record<string, string>> = {
  table: 'shop.sales.public.orders',
  testCase: 'shop.sales.public.orders.rows_are_counted',
  testSuite: 'shop.sales.public.orders.testSuite',
  pipeline: 'airflow.load_orders',
  dashboard: 'superset.revenue',
  topic: 'kafka.orders',
};

const result = {
  timestamp: NOW,
  testCaseStatus: 'Failed',
  result: 'Found 990 rows, expected 1000',
  passedRows: 990,
  failedRows: 10,
  passedRowsPercentage: 99,
  failedRowsPercentage: 1,
  minBound: 1000,
  maxBound: 1000,
};

const CHANGES: Readonly<Record<string, object>> = {
  testCase: { fieldsUpdated: [{ name: 'testCaseResult', newValue: result }] },
  testSuite: {
    fieldsUpdated: [
      {
        name: 'testCaseResultSummary',
        newValue: [
          { testCaseName: 'rows_are_counted', status: 'Failed' },
          { testCaseName: 'ids_are_unique', status: 'Success' },
        ],
      },
    ],
  },
  pipeline: { fieldsUpdated: [{ name: 'pipelineStatus', newValue: { executionStatus: 'Failed', timestamp: NOW } }] },
};

const described = {
  fieldsAdded: [{ name: 'tags', newValue: JSON.stringify(tags) }],
  fieldsUpdated: [{ name: 'description', oldValue: 'All orders', newValue: 'All orders of the shop' }],
};

const EXTRA: Readonly<Record<string, object>> = {
  testCase: {
    entityFQN: 'shop.sales.public.orders',
    entityLink: '<#E::table::shop.sales.public.orders>',
    testDefinition: { id: id(4), type: 'testDefinition', name: 'tableRowCountToEqual' },
    parameterValues: [{ name: 'value', value: '1000' }],
    failedRowsSample: {
      columns: ['id', 'amount'],
      rows: [
        ['17', '0.00'],
        ['23', null],
      ],
    },
  },
  task: {
    taskId: 'TASK-00001',
    status: 'Open',
    about: { id: id(5), type: 'table', name: 'orders', fullyQualifiedName: NAMES.table },
    assignees: owners,
  },
};

/** `resource`: the source of an alert. */
export function sampleEvent(resource: string, eventType = 'entityUpdated'): Record<string, unknown> {
  const isTalk = /^(thread|post)/.test(eventType) || resource === 'conversation';
  const type = resource === 'all' ? 'table' : resource;
  const fqn = NAMES[type] ?? `sample_${type}`;
  const name = fqn.split('.').at(-1) ?? fqn;
  const subject = {
    id: id(1),
    type: isTalk && type === 'conversation' ? 'table' : type,
    name,
    fullyQualifiedName: fqn,
  };
  const entity = isTalk
    ? {
        ...{ id: id(6), type: 'Conversation', message: 'Are these all orders?', createdBy: 'ann', entityRef: subject },
        posts: [{ id: id(7), message: 'Yes, <#E::user::ann|@ann>', from: 'bob', postTs: NOW }],
      }
    : {
        id: id(1),
        name,
        fullyQualifiedName: fqn,
        displayName: name,
        description: 'All orders of the shop',
        owners,
        domains,
        tags,
        ...EXTRA[type],
      };
  const changes = eventType === 'entityUpdated' ? (CHANGES[type] ?? described) : undefined;
  return {
    id: id(8),
    eventType: isTalk && eventType === 'entityUpdated' ? 'postCreated' : eventType,
    entityType: isTalk ? THREAD : type,
    entityId: isTalk ? id(6) : id(1),
    ...(isTalk ? {} : { entityFullyQualifiedName: fqn }),
    previousVersion: 0.1,
    currentVersion: 0.2,
    userName: 'bob',
    timestamp: NOW,
    ...(isObject(changes) && !isTalk
      ? { changeDescription: { fieldsAdded: [], fieldsDeleted: [], previousVersion: 0.1, ...changes } }
      : {}),
    entity: JSON.stringify(entity),
  };
}
