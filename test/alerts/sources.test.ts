// The catalog of sources, filters and triggers.
import { expect, it } from 'vitest';
import { MATCHED_FUNCTIONS } from '../../src/alerts/rules/match-functions.js';
import { assemble } from '../../src/assemble.js';
import { readConfig } from '../../src/config/index.js';
import { alertSources } from '../../src/entities/index.js';
import { ALERT_FUNCTIONS, fillTemplate, parseAlertCondition } from '../../src/rules/index.js';

const { catalog } = assemble({
  config: readConfig({}, {}),
  publicUrl: 'http://cairn.test',
  secretKey: new Uint8Array(32),
});
const sources = (type: 'Notification' | 'Observability') =>
  new Map(alertSources(type, catalog).map((source) => [source.name, source]));
const names = (rules: readonly { name: string }[] | undefined) => rules?.map(({ name }) => name);

const STANDARD = [
  'filterByOwnerName',
  'filterByFqn',
  'filterByEventType',
  'filterByUpdaterName',
  'filterByDomain',
  'filterByGeneralMetadataEvents',
  'filterByUpdaterIsBot',
];
const without = (...left: string[]) => STANDARD.filter((name) => !left.includes(name));

it.each<[string, string[], string[]]>([
  ['all', [...STANDARD, 'filterByEntityId'], []],
  ['table', STANDARD, ['databaseService', 'database', 'databaseSchema']],
  ['databaseSchema', STANDARD, ['databaseService', 'database']],
  ['database', STANDARD, ['databaseService']],
  ['chart', STANDARD, ['dashboardService']],
  ['dashboard', STANDARD, ['dashboardService']],
  ['dashboardDataModel', STANDARD, ['dashboardService']],
  ['topic', STANDARD, ['messagingService']],
  ['pipeline', STANDARD, ['pipelineService']],
  ['mlmodel', STANDARD, ['mlmodelService']],
  ['container', STANDARD, ['storageService']],
  ['glossaryTerm', STANDARD, ['glossary']],
  ['tag', STANDARD, ['classification']],
  ...['glossary', 'ingestionPipeline', 'dataProduct', 'classification'].map((name): [string, string[], string[]] => [
    name,
    STANDARD,
    [],
  ]),
  ...['database', 'dashboard', 'messaging', 'mlmodel', 'pipeline', 'storage', 'metadata'].map(
    (family): [string, string[], string[]] => [`${family}Service`, STANDARD, []],
  ),
  ['domain', without('filterByDomain'), []],
  ['user', without('filterByOwnerName', 'filterByGeneralMetadataEvents'), []],
  ['task', ['filterByMentionedName'], []],
  ['conversation', ['filterByMentionedName'], []],
  ['announcement', [], []],
])('notifications about %s', (name, filters, containers) => {
  const source = sources('Notification').get(name);
  expect(names(source?.supportedFilters)?.sort()).toEqual([...filters].sort());
  expect(source).toMatchObject({ supportedActions: [], containerEntities: containers });
});

const OBSERVED = ['filterByFqn', 'filterByDomain', 'filterByOwner', 'filterByUpdaterIsBot'];
const TABLES = ['databaseService', 'database', 'databaseSchema', 'table'];

it.each<[string, string[], string[], string[]]>([
  ['table', [], ['GetTableSchemaChanges', 'GetTableMetricsUpdates'], TABLES.slice(0, 3)],
  ['topic', [], ['GetTopicSchemaChanges'], ['messagingService']],
  ['container', [], ['GetContainerSchemaChanges'], ['storageService']],
  ['pipeline', [], ['GetPipelineStatusUpdates'], ['pipelineService']],
  ['ingestionPipeline', [], ['GetIngestionPipelineStatusUpdates'], []],
  [
    'testCase',
    ['filterByTableNameTestCaseBelongsTo'],
    ['GetTestCaseStatusUpdates', 'GetTestCaseStatusUpdatesUnderSuite'],
    TABLES,
  ],
  ['testSuite', [], ['GetTestSuiteStatusUpdates'], TABLES],
  ['dataContract', ['filterByEntityName'], ['GetDataContractStatusUpdates'], []],
])('observability of %s', (name, more, triggers, containers) => {
  const source = sources('Observability').get(name);
  expect(names(source?.supportedFilters)).toEqual([...OBSERVED, ...more]);
  expect(names(source?.supportedActions)).toEqual(triggers);
  if (name !== 'testCase') expect(source?.containerEntities).toEqual(containers);
  else expect(source?.containerEntities?.slice(0, 4)).toEqual(containers);
});

it('has no source of observability but these, and none that is not emitted', () => {
  expect([...sources('Observability').keys()]).toEqual(
    ['container', 'dataContract', 'ingestionPipeline', 'pipeline', 'table', 'testCase', 'testSuite', 'topic'].sort(),
  );
  const notified = [...sources('Notification').keys()];
  expect(notified).toEqual([...notified].sort());
  for (const absent of ['testCase', 'testSuite', 'dataContract', 'tagCategory', 'location', 'team', 'policy'])
    expect(notified).not.toContain(absent);
  const virtual = ['all', 'conversation'];
  for (const name of notified) expect(virtual.includes(name) || catalog.registry.find(name), name).toBeTruthy();
});

it('offers conditions that can be evaluated', () => {
  for (const type of ['Notification', 'Observability'] as const)
    for (const { supportedFilters, supportedActions } of sources(type).values())
      for (const { name, condition, arguments: needed = [], inputType } of [...supportedFilters, ...supportedActions]) {
        expect(inputType, name).toBe(needed.length > 0 ? 'runtime' : 'none');
        const filled = fillTemplate(condition, new Map(needed.map((argument) => [argument, ['x']])));
        expect(filled.ok && parseAlertCondition(filled.text).ok, condition).toBe(true);
      }
  expect([...MATCHED_FUNCTIONS].sort()).toEqual([...ALERT_FUNCTIONS.keys()].sort());
});

it('names events that can happen', () => {
  const of = (name: string) => sources('Notification').get(name)?.supportedEventTypes;
  expect(of('table')).toEqual([
    ...['entityCreated', 'entityUpdated', 'entitySoftDeleted', 'entityDeleted', 'entityRestored'],
    ...['threadCreated', 'threadUpdated', 'postCreated', 'postUpdated', 'taskResolved', 'taskClosed'],
  ]);
  expect(of('conversation')).not.toContain('entityCreated');
  expect(of('task')).toEqual(['entityCreated', 'entityUpdated']);
  expect(of('all')).not.toContain('entityNoChange');
});
