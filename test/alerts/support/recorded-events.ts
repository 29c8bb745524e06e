// Something of every kind happens in a catalog: the events that alerts are tried on, and what their conditions should say.
import { expect } from 'vitest';
import type { EntityType } from '../../../src/catalog/index.js';
import type { PlacedEventRow } from '../../../src/storage/index.js';
import type { People, Person } from '../../access/support/catalog-of-people.js';
import { type Body, fixtures } from '../../contract/fixtures/index.js';

export interface Happened {
  owner: Person;
  bot: Person;
  domain: Body;
  suite: Body;
  test: Body;
  /** FQN of the table that has a test and a contract. */
  table: string;
}

const NOW = 1_760_000_000_000;
const path = encodeURIComponent;
/** Types of which one entity is deleted. */
const DELETED = ['table', 'topic', 'glossary'];

/** Makes and changes entities of the types, and reports results of all kinds. */
export async function letHappen(people: People, types: readonly EntityType[]): Promise<Happened> {
  const ok = async (method: string, url: string, body?: unknown, as: Pick<Person, 'send'> = people): Promise<Body> => {
    const answer = await as.send(method, url, body);
    expect(answer.status, `${method} ${url}: ${answer.text.slice(0, 400)}`).toBeLessThan(300);
    return answer.body;
  };
  const owner = await people.person([]);
  const bot = await people.person([{ operations: ['All'] }], { isBot: true });
  const domain = await people.make('/v1/domains', { name: 'Watched', domainType: 'Aggregate', description: 'Watched' });
  for (const type of types) await live(type);
  const { test, suite, table } = await reportTests();
  await reportRuns();
  await talk();
  return { owner, bot, domain, suite, test, table };

  /** An entity that is owned and in a domain, where its type can be, and changed by a bot; and one that is deleted. */
  async function live(type: EntityType): Promise<void> {
    const create = fixtures.find((fixture) => fixture.type === type.name)?.create;
    if (!create || type.without?.includes('create')) return;
    const entity = await ok('POST', type.path, await create(people.world.unique('watched'), people.world));
    const has = (field: string) => type.traits?.some((trait) => trait.field === field && trait.write);
    const step = (field: string, value: unknown) => ({ op: 'add', path: `/${field}`, value });
    const isHeld = type.family === undefined;
    const steps = [
      ...(isHeld && has('owners') ? [step('owners', [{ id: owner.id, type: 'user' }])] : []),
      ...(isHeld && has('domains') && entity.id !== domain.id
        ? [step('domains', [{ id: domain.id, type: 'domain' }])]
        : []),
      step('description', 'By a bot'),
    ];
    await ok('PATCH', `${type.path}/${entity.id}`, steps, bot);
    if (!DELETED.includes(type.name)) return;
    const other = await ok('POST', type.path, await create(people.world.unique('gone'), people.world));
    await ok('DELETE', `${type.path}/${other.id}?recursive=true`);
  }

  async function reportTests() {
    const checked = await people.table({ owners: [{ id: owner.id, type: 'user' }] });
    const cases: Body[] = [];
    for (const name of ['rows', 'freshness'])
      cases.push(
        await ok('POST', '/v1/dataQuality/testCases', {
          name,
          entityLink: `<#E::table::${checked.fullyQualifiedName}>`,
          testDefinition: 'tableRowCountToEqual',
          parameterValues: [{ name: 'value', value: '5' }],
        }),
      );
    const [one, other] = cases as [Body, Body];
    const logical = await people.make('/v1/dataQuality/testSuites', { name: people.world.unique('nightly') });
    await ok('PUT', '/v1/dataQuality/testCases/logicalTestCases', { testSuiteId: logical.id, testCaseIds: [one.id] });
    let at = NOW;
    for (const [of, testCaseStatus] of [
      [one, 'Success'],
      [one, 'Failed'],
      [other, 'Failed'],
      [other, 'Aborted'],
    ] as const)
      await ok('POST', `/v1/dataQuality/testCases/testCaseResults/${path(of.fullyQualifiedName)}`, {
        ...{ timestamp: ++at, testCaseStatus, result: 'counted', testResultValue: [] },
      });
    await ok('PUT', `/v1/tables/${checked.id}/tableProfile`, { tableProfile: { timestamp: NOW, rowCount: 7 } });
    const columns = [...checked.columns, { name: 'added', dataType: 'INT' }];
    await ok('PATCH', `/v1/tables/${checked.id}`, [{ op: 'replace', path: '/columns', value: columns }]);
    const contract = await ok('POST', '/v1/dataContracts', {
      name: people.world.unique('promise'),
      entity: { id: checked.id, type: 'table' },
    });
    for (const contractExecutionStatus of ['Success', 'Failed'])
      await ok('PUT', `/v1/dataContracts/${contract.id}/results`, {
        dataContractFQN: contract.fullyQualifiedName,
        timestamp: ++at,
        contractExecutionStatus,
      });
    return { test: one, suite: logical, table: checked.fullyQualifiedName as string };
  }

  async function reportRuns(): Promise<void> {
    const { data: pipelines } = await ok('GET', '/v1/pipelines?limit=1');
    for (const [i, executionStatus] of ['Successful', 'Failed'].entries())
      await ok('PUT', `/v1/pipelines/${path(pipelines[0].fullyQualifiedName)}/status`, {
        timestamp: NOW + i,
        executionStatus,
        taskStatus: [],
      });
    const { data } = await ok('GET', '/v1/services/ingestionPipelines?limit=1');
    for (const pipelineState of ['running', 'failed'])
      await ok('PUT', `/v1/services/ingestionPipelines/${path(data[0].fullyQualifiedName)}/pipelineStatus`, {
        ...{ runId: '5cb5a7f0-0f4f-4d6c-9f9e-2b1a5d0c1a10', pipelineState, startDate: NOW, timestamp: NOW },
      });
  }

  /** Conversations, tasks and comments, with and without mentions. */
  async function talk(): Promise<void> {
    const about = (await ok('GET', '/v1/topics?limit=1')).data[0];
    const link = `<#E::topic::${about.fullyQualifiedName}>`;
    const mention = `Look, <#E::user::${owner.name}|@${owner.name}>`;
    const thread = await ok('POST', '/v1/feed', { message: mention, about: link });
    await ok('POST', `/v1/feed/${thread.id}/posts`, { message: 'Nobody in particular' });
    const task = await ok('POST', '/v1/tasks', {
      ...{ category: 'Custom', type: 'CustomTask', about: link, description: 'Decide' },
    });
    await ok('POST', `/v1/tasks/${task.id}/comments`, { message: mention });
  }
}

/** What an event should match, told from its text and from what the server answers about its entity. */
export interface Told {
  row: PlacedEventRow;
  event: Body;
  entity: Body;
  /** The entity that it is about as it is now. */
  now: Body;
  isBot: boolean;
  suites: readonly string[];
}

export async function tell(
  row: PlacedEventRow,
  people: People,
  types: readonly EntityType[],
  happened: Happened,
): Promise<Told> {
  const event = JSON.parse(row.doc);
  const entity = event.entity === undefined ? {} : JSON.parse(event.entity);
  const about = row.entity_type === 'THREAD' ? entity.entityRef : { id: row.entity_id, type: row.entity_type };
  const type = types.find(({ name }) => name === about.type);
  const wanted = ['owners', 'domains'].filter((field) => type?.traits?.some((trait) => trait.field === field));
  const url = `${type?.path}/${about.id}?include=all&fields=${wanted.join(',')}`;
  const answer = type ? await people.send('GET', url) : null;
  return {
    row,
    event,
    entity,
    now: answer?.status === 200 ? answer.body : {},
    isBot: row.user_name === happened.bot.name,
    suites:
      row.entity_type !== 'testCase'
        ? []
        : [
            `${happened.table}.testSuite`,
            ...(row.entity_id === happened.test.id ? [happened.suite.fullyQualifiedName] : []),
          ],
  };
}
