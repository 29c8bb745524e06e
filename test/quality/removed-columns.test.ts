// Columns that go or get another name: what was said and tested about them stays readable, removable and honest.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Body } from '../contract/fixtures/index.js';
import { catalogued, fresh } from '../inspection/support.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { forEachSeededStore } from '../support/stores.js';

const CASES = '/v1/dataQuality/testCases';

forEachSeededStore('columns that are gone', (use) => {
  let app: TestApp;
  const call = async (method: string, path: string, body?: unknown): Promise<Body> => {
    const answer = await app.request(method, path, body === undefined ? {} : { body });
    expect(answer.status, `${method} ${path}: ${answer.text.slice(0, 400)}`).toBeLessThan(300);
    return answer.json;
  };
  beforeAll(async () => {
    app = await createTestApp({ store: use() });
  });
  afterAll(() => app.close());

  describe.each([
    ['removed', [{ op: 'remove', path: '/columns/1' }]],
    ['renamed', [{ op: 'replace', path: '/columns/1/name', value: 'mail' }]],
  ])('%s by PATCH', (what, patch) => {
    let table: Body;
    let test: Body;
    let thread: Body;
    let task: Body;
    let link: string;

    beforeAll(async () => {
      const { table: fqn, tableId } = await catalogued(app, {
        ...{ type: 'Snowflake', config: { username: 'a', account: 'b', warehouse: 'c' }, table: fresh('t') },
        columns: [
          { name: 'id', dataType: 'INT' },
          { name: 'email', dataType: 'VARCHAR', dataLength: 10 },
        ],
      });
      link = `<#E::table::${fqn}::columns::email>`;
      test = await call('POST', CASES, {
        ...{ name: 'present', entityLink: link, testDefinition: 'columnValuesToBeNotNull', parameterValues: [] },
      });
      thread = await call('POST', '/v1/feed', { message: 'about it', about: link });
      task = await call('POST', '/v1/tasks', {
        ...{ category: 'MetadataUpdate', type: 'DescriptionUpdate', about: `<#E::table::${fqn}>`, name: fresh('task') },
        payload: { fieldPath: 'columns::email::description', newDescription: 'Where to write to' },
      });
      table = await call('PATCH', `/v1/tables/${tableId}`, patch);
      expect(table.columns.map(({ name }: Body) => name)).not.toContain('email');
    });

    it('leave their tests: shown, listed, found, changed', async () => {
      expect(await call('GET', `${CASES}/${test.id}?fields=*`)).toMatchObject({ entityLink: link });
      const lists = [`${CASES}?entityLink=${encodeURIComponent(link)}`, `${CASES}?limit=1000`];
      for (const path of [...lists, `${CASES}/search/list?limit=1000`])
        expect(
          (await call('GET', path)).data.map(({ id }: Body) => id),
          path,
        ).toContain(test.id);
      const note = [{ op: 'add', path: '/description', value: what }];
      expect(await call('PATCH', `${CASES}/${test.id}`, note)).toMatchObject({ description: what });
    });

    it('abort their tests with the reason', async () => {
      const suite = await call('GET', `/v1/dataQuality/testSuites/name/${table.fullyQualifiedName}.testSuite`);
      await call('POST', `/v1/dataQuality/testSuites/${suite.id}/trigger`);
      const result = await vi.waitUntil(
        async () => (await call('GET', `${CASES}/${test.id}?fields=testCaseResult`)).testCaseResult,
        { timeout: 20_000 },
      );
      expect(result).toMatchObject({ testCaseStatus: 'Aborted' });
    });

    it('leave threads and tasks about them, which say so when they are applied', async () => {
      expect(await call('GET', `/v1/feed/${thread.id}`)).toMatchObject({ about: link });
      await call('POST', `/v1/feed/${thread.id}/posts`, { message: 'still here' });
      expect((await call('GET', `/v1/feed?entityLink=${encodeURIComponent(link)}`)).data).toHaveLength(1);
      const body = { resolutionType: 'Approved', comment: 'yes' };
      const answer = await app.request('POST', `/v1/tasks/${task.id}/resolve`, { body });
      expect([400, 404], answer.text).toContain(answer.status);
      expect(answer.json.message).toContain('email');
      await call('POST', `/v1/tasks/${task.id}/close`);
    });

    it('take no new tests, and leave old ones to be removed', async () => {
      const again = { name: 'new', entityLink: link, testDefinition: 'columnValuesToBeNotNull' };
      expect((await app.request('POST', CASES, { body: again })).status).toBe(400);
      await call('DELETE', `${CASES}/${test.id}?hardDelete=true`);
      await call('DELETE', `/v1/feed/${thread.id}`);
      await call('DELETE', `/v1/tables/${table.id}?hardDelete=true&recursive=true`);
      expect((await app.request('GET', `/v1/tasks/${task.id}`)).status).toBe(404);
    });
  });
});
