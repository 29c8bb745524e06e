// A run of a suite leaves nothing out in silence, and tells nobody of tests that they may not see.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openPeople, type People, type Person } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';

const CASES = '/v1/dataQuality/testCases';
const SUITES = '/v1/dataQuality/testSuites';
const red = { tagFQN: 'Mark.Red', source: 'Classification', labelType: 'Manual', state: 'Confirmed' };

forEachSeededStore('runs of suites', (use) => {
  let people: People;
  let suite: Body;
  const cases: Record<'plain' | 'owned' | 'off' | 'secret', Body> = { plain: {}, owned: {}, off: {}, secret: {} };

  const makeCase = (table: Body, name: string, more = {}) =>
    people.make(CASES, {
      ...{ name, entityLink: `<#E::table::${table.fullyQualifiedName}>`, testDefinition: 'tableRowCountToEqual' },
      ...{ parameterValues: [{ name: 'value', value: '5' }], ...more },
    });
  const trigger = async (who: Pick<Person, 'send'>) => {
    const answer = await who.send('POST', `${SUITES}/${suite.id}/trigger`);
    expect(answer.status, answer.text).toBe(202);
    const { body } = answer;
    await vi.waitUntil(async () => (await who.send('GET', `/v1/jobs/${body.jobId}`)).body.state === 'completed', {
      ...{ timeout: 30_000, interval: 50 },
    });
    return answer;
  };
  const statusOf = async ({ id }: Body) =>
    (await people.send('GET', `${CASES}/${id}?fields=testCaseResult`)).body.testCaseResult?.testCaseStatus;
  const statuses = async () =>
    Object.fromEntries(
      await Promise.all(Object.entries(cases).map(async ([name, one]) => [name, await statusOf(one)] as const)),
    );

  beforeAll(async () => {
    people = await openPeople(use());
    await people.make('/v1/classifications', { name: 'Mark', description: 'Colours' });
    await people.make('/v1/tags', { name: 'Red', classification: 'Mark', description: 'Hidden' });
    const [shown, hidden] = [await people.table(), await people.table({ tags: [red] })];
    const off = await people.make('/v1/dataQuality/testDefinitions', {
      ...{ name: 'switchedOff', description: '-', entityType: 'TABLE', testPlatforms: ['OpenMetadata'] },
    });
    const owner = await people.person([]);
    cases.plain = await makeCase(shown, 'plain');
    cases.owned = await makeCase(shown, 'owned', { owners: [{ id: owner.id, type: 'user' }] });
    cases.off = await makeCase(shown, 'off', { testDefinition: off.fullyQualifiedName, parameterValues: [] });
    const patched = await people.send('PATCH', `/v1/dataQuality/testDefinitions/${off.id}`, [
      { op: 'add', path: '/enabled', value: false },
    ]);
    expect(patched.status, patched.text).toBe(200);
    cases.secret = await makeCase(hidden, 'secretcase');
    suite = await people.make(SUITES, { name: 'mixed', description: '-' });
    const answer = await people.send('PUT', `${CASES}/logicalTestCases`, {
      ...{ testSuiteId: suite.id, testCaseIds: Object.values(cases).map(({ id }) => id) },
    });
    expect(answer.status, answer.text).toBe(200);
  });
  afterAll(() => people.app.close());

  it('name what they leave out, and nothing that is hidden', async () => {
    const who = await people.person([
      { operations: ['ViewAll', 'EditTests'] },
      { effect: 'deny', resources: ['table'], operations: ['All'], condition: "matchAnyTag('Mark.Red')" },
      { effect: 'deny', resources: ['testCase'], operations: ['EditTests'], condition: '!noOwner()' },
    ]);
    const { body, text } = await trigger(who);
    expect(body.leftOut).toEqual([
      { fullyQualifiedName: cases.off.fullyQualifiedName, reason: 'its test definition switchedOff is switched off' },
      { fullyQualifiedName: cases.owned.fullyQualifiedName, reason: 'you may not run it, which requires EditTests' },
    ]);
    expect(body.leftOutTotal).toBe(2);
    expect(text).not.toContain('secretcase');
    expect(await statuses()).toEqual({ plain: 'Aborted', owned: undefined, off: undefined, secret: undefined });
    const shown = await who.send('GET', `${CASES}/${cases.plain.id}?fields=testCaseResult`);
    expect(shown.body.testCaseResult.result).toMatch(/^The test did not run: /);
  });

  it('run everything else that others may run', async () => {
    const { body } = await trigger(people);
    expect(body.leftOut).toMatchObject([{ fullyQualifiedName: cases.off.fullyQualifiedName }]);
    expect(await statuses()).toMatchObject({ owned: 'Aborted', off: undefined, secret: 'Aborted' });
  });
});
