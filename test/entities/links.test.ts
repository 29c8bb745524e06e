// Addresses that pages turn into links cannot run code, however they are written.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPeople, type People } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { forEachStore } from '../support/stores.js';

const bad = 'javascript:alert(document.cookie)';

forEachStore('links', (use) => {
  let people: People;
  beforeAll(async () => {
    people = await openPeople(use());
  });
  afterAll(() => people.app.close());
  const refused = async (method: string, path: string, body: unknown, field: string) => {
    const answer = await people.send(method, path, body);
    expect([answer.status, answer.body.message], `${method} ${path}`).toEqual([400, expect.stringContaining(field)]);
  };

  it('are refused by create, PUT, PATCH and bulk requests', async () => {
    const made: Body = await people.table({ sourceUrl: 'https://example.org/t' });
    const body = {
      name: made.name,
      databaseSchema: made.databaseSchema.fullyQualifiedName,
      columns: [],
      sourceUrl: bad,
    };
    await refused('POST', '/v1/tables', { ...body, name: 'other' }, 'sourceUrl must be an address');
    await refused('PUT', '/v1/tables', body, 'sourceUrl must be an address');
    const patch = [{ op: 'replace', path: '/sourceUrl', value: bad }];
    await refused('PATCH', `/v1/tables/${made.id}`, patch, 'sourceUrl must be an address');
    const bulk = await people.send('PUT', '/v1/tables/bulk', [{ ...body, name: 'other' }]);
    expect(bulk.body).toMatchObject({ numberOfRowsFailed: 1, failedRequest: [{ status: 400 }] });
    expect(JSON.stringify(bulk.body)).toContain('sourceUrl must be an address');
    const shown = await people.send('GET', `/v1/tables/${made.id}`);
    expect(shown.body.sourceUrl).toBe('https://example.org/t');
  });

  it('are refused in references of terms, styles and runs of pipelines', async () => {
    await people.make('/v1/glossaries', { name: 'words', description: 'Words' });
    const term = { name: 'order', glossary: 'words', description: 'A word' };
    const references = [{ name: 'book', endpoint: bad }];
    await refused('POST', '/v1/glossaryTerms', { ...term, references }, 'references[0].endpoint');
    const made = await people.make('/v1/glossaryTerms', term);
    const patch = [{ op: 'add', path: '/references', value: references }];
    await refused('PATCH', `/v1/glossaryTerms/${made.id}`, patch, 'references[0].endpoint');
    const style = [{ op: 'add', path: '/style', value: { iconURL: bad } }];
    await refused('PATCH', `/v1/glossaryTerms/${made.id}`, style, 'style.iconURL');
    await people.make('/v1/services/pipelineServices', { name: 'etl', serviceType: 'Airflow' });
    await people.make('/v1/pipelines', { name: 'nightly', service: 'etl', tasks: [{ name: 'load' }] });
    const taskStatus = [{ name: 'load', executionStatus: 'Failed', logLink: bad }];
    const run = { timestamp: Date.now(), executionStatus: 'Failed', taskStatus };
    await refused('PUT', '/v1/pipelines/etl.nightly/status', run, 'taskStatus[0].logLink');
  });
});
