// Conversations, tasks, results and incidents on three servers behind a round robin: what one acknowledged, the next shows.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Body, forSeveral, startThree, type ThreeServers } from './three-servers.js';

const CASES = '/v1/dataQuality/testCases';

describe.skipIf(!forSeveral)('collaboration on three servers', () => {
  let three: ThreeServers;
  let table: Body;
  let link: string;
  beforeAll(async () => {
    three = await startThree();
    await three.ok('POST', '/v1/services/databaseServices', { name: 'shop', serviceType: 'CustomDatabase' });
    await three.ok('POST', '/v1/databases', { name: 'sales', service: 'shop' });
    await three.ok('POST', '/v1/databaseSchemas', { name: 'public', database: 'shop.sales' });
    const columns = [{ name: 'id', dataType: 'BIGINT' }];
    table = await three.ok('POST', '/v1/tables', { name: 'orders', databaseSchema: 'shop.sales.public', columns });
    link = `<#E::table::${table.fullyQualifiedName}>`;
  }, 180_000);
  afterAll(() => three?.close());

  const everywhere = async <T>(path: string, of: (body: Body) => T): Promise<T[]> =>
    (await three.everywhere(path)).map(({ json }) => of(json as Body));
  const all = <T>(value: T) => [value, value, value];
  const idsIn = ({ data }: Body) => data.map(({ id }: Body) => id);

  it('shows threads and posts', async () => {
    const thread = await three.ok('POST', '/v1/feed', { message: 'Look', about: link });
    const feed = `/v1/feed?entityLink=${encodeURIComponent(link)}`;
    expect(await everywhere(feed, idsIn)).toEqual(all([thread.id]));
    for (let n = 1; n <= 4; n++) {
      await three.ok('POST', `/v1/feed/${thread.id}/posts`, { message: `Reply ${n}` });
      expect(await everywhere(`/v1/feed/${thread.id}`, ({ postsCount }) => postsCount)).toEqual(all(n));
    }
    await three.ok('DELETE', `/v1/feed/${thread.id}`);
    expect((await three.everywhere(`/v1/feed/${thread.id}`)).map(({ status }) => status)).toEqual(all(404));
    expect(await everywhere(feed, idsIn)).toEqual(all([]));
  });

  it('shows tasks as they are decided', async () => {
    const open = '/v1/tasks?statusGroup=open&limit=1000';
    const payload = { newDescription: 'Orders', fieldPath: 'description' };
    const request = { category: 'MetadataUpdate', type: 'DescriptionUpdate', about: link, payload };
    const task = await three.ok('POST', '/v1/tasks', request);
    for (const ids of await everywhere(open, idsIn)) expect(ids).toContain(task.id);
    await three.ok('POST', `/v1/tasks/${task.id}/comments`, { message: 'Fine' });
    expect(await everywhere(`/v1/tasks/${task.id}`, ({ commentCount }) => commentCount)).toEqual(all(1));
    await three.ok('POST', `/v1/tasks/${task.id}/resolve`, { resolutionType: 'Approved' });
    expect(await everywhere(`/v1/tasks/${task.id}`, ({ status }) => status)).toEqual(all('Approved'));
    for (const ids of await everywhere(open, idsIn)) expect(ids).not.toContain(task.id);
    expect(await everywhere(`/v1/tables/${table.id}`, ({ description }) => description)).toEqual(all('Orders'));
  });

  it('opens one of several requests for access that are sent to all servers at once', async () => {
    const payload = { accessType: 'FullAccess', reason: 'For a report' };
    const request = { category: 'DataAccess', type: 'DataAccessRequest', about: link, payload };
    const answers = await Promise.all(Array.from({ length: 9 }, () => three.send('POST', '/v1/tasks', request)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(8).fill(400)]);
  });

  it('shows results, and incidents by whichever way they change', async () => {
    const test = await three.ok('POST', CASES, {
      ...{ name: 'rows', entityLink: link, testDefinition: 'tableRowCountToEqual' },
      parameterValues: [{ name: 'value', value: '5' }],
    });
    const failure = { timestamp: 1_760_000_000_000, testCaseStatus: 'Failed', testResultValue: [] };
    const { incidentId: id } = await three.ok('POST', `${CASES}/testCaseResults/${test.fullyQualifiedName}`, failure);
    const stage = () => everywhere(`/v1/tasks/${id}`, ({ workflowStageId }) => workflowStageId);
    const newest = () =>
      everywhere(`${CASES}/testCaseIncidentStatus/stateId/${id}`, ({ data }) => data[0].testCaseResolutionStatusType);
    expect(await everywhere(`${CASES}/${test.id}`, ({ testCaseStatus }) => testCaseStatus)).toEqual(all('Failed'));
    expect([await stage(), await newest()]).toEqual([all('new'), all('New')]);
    await three.ok('POST', `/v1/tasks/${id}/resolve`, { transitionId: 'ack' });
    expect([await stage(), await newest()]).toEqual([all('ack'), all('Ack')]);
    await three.ok('POST', `${CASES}/testCaseIncidentStatus`, {
      ...{ testCaseReference: test.fullyQualifiedName, testCaseResolutionStatusType: 'Resolved' },
      testCaseResolutionStatusDetails: { testCaseFailureReason: 'Other', testCaseFailureComment: 'late' },
    });
    expect([await stage(), await newest()]).toEqual([all('resolved'), all('Resolved')]);
  });

  it('lets one of two people on two servers decide', async () => {
    const task = await three.ok('POST', '/v1/tasks', { category: 'Custom', type: 'CustomTask', about: link });
    const decide = () => three.send('POST', `/v1/tasks/${task.id}/resolve`, { resolutionType: 'Completed' });
    const answers = await Promise.all([decide(), decide(), decide()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });
});
