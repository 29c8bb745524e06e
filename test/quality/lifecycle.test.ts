// What is said and known about tables goes, comes back and moves with them.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPeople, type People } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';

const CASES = '/v1/dataQuality/testCases';
const SUITES = '/v1/dataQuality/testSuites';

interface Known {
  table: Body;
  ofTable: Body;
  ofColumn: Body;
  suite: Body;
  incident: string;
  threads: Body[];
  task: Body;
  announcement: Body;
  attachment: Body;
}

forEachSeededStore('what is known about tables', (use) => {
  let people: People;
  beforeAll(async () => {
    people = await openPeople(use());
  });
  afterAll(() => people.app.close());

  const ok = async (method: string, path: string, body?: unknown) => {
    const answer = await people.send(method, path, body);
    expect(answer.status, `${method} ${path}: ${answer.text.slice(0, 400)}`).toBeLessThan(300);
    return answer.body;
  };
  const statusOf = async (path: string) => (await people.send('GET', path)).status;
  let at = 1_770_000_000_000;
  const fails = (test: Body) =>
    ok('POST', `${CASES}/testCaseResults/${encodeURIComponent(test.fullyQualifiedName)}`, {
      ...{ timestamp: ++at, testCaseStatus: 'Failed', testResultValue: [] },
    });
  const addCase = (entityLink: string, testDefinition: string, parameterValues: object[]) =>
    ok('POST', CASES, { name: people.world.unique('case'), entityLink, testDefinition, parameterValues });
  const upload = async (entityLink: string) => {
    const part = (name: string, value: string) =>
      `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const text = `${part('entityLink', entityLink)}${part('file"; filename="notes.txt', 'All orders')}--edge--\r\n`;
    const headers = { 'content-type': 'multipart/form-data; boundary=edge' };
    const answer = await people.app.send('POST', '/v1/attachments/upload', { text, headers });
    expect(answer.status, answer.text).toBe(201);
    return answer.body;
  };

  const know = async (table: Body): Promise<Known> => {
    const link = (part = '') => `<#E::table::${table.fullyQualifiedName}${part}>`;
    const ofTable = await addCase(link(), 'tableRowCountToEqual', [{ name: 'value', value: '5' }]);
    const ofColumn = await addCase(link('::columns::id'), 'columnValuesToBeUnique', []);
    const { incidentId } = await fails(ofTable);
    await fails(ofColumn);
    const suite = (await ok('GET', `${CASES}/${ofTable.id}?fields=testSuite`)).testSuite;
    const threads = [];
    for (const about of [link(), link('::columns::id::description'), `<#E::testCase::${ofTable.fullyQualifiedName}>`])
      threads.push(await ok('POST', '/v1/feed', { message: 'Look', about }));
    const task = await ok('POST', '/v1/tasks', { category: 'Custom', type: 'CustomTask', about: link() });
    const period = { startTime: 1, endTime: 4_000_000_000_000 };
    const announcement = await ok('POST', '/v1/announcements', { description: 'Soon', entityLink: link(), ...period });
    const attachment = await upload(link('::columns::id::description'));
    return {
      ...{ table, ofTable, ofColumn, suite, incident: incidentId },
      ...{ threads, task, announcement, attachment },
    };
  };
  const pathsOf = ({ ofTable, ofColumn, suite, incident, threads, task, announcement, attachment }: Known) => [
    ...[`${CASES}/${ofTable.id}`, `${CASES}/${ofColumn.id}`, `${SUITES}/${suite.id}`],
    ...[`/v1/tasks/${incident}`, `/v1/tasks/${task.id}`, `/v1/announcements/${announcement.id}`],
    ...[`/v1/attachments/${attachment.id}`, ...threads.map(({ id }) => `/v1/feed/${id}`)],
  ];
  const countsOf = async (sqlTable: string, column: string, id: string) => {
    const row = await use().store.read((sql) =>
      sql.get<{ count: number }>(`select count(*) as count from ${sqlTable} where ${column} = $1`, [id]),
    );
    return Number(row?.count);
  };

  it('is gone with a table that is deleted for good', async () => {
    const known = await know(await people.table());
    await ok('DELETE', `/v1/tables/${known.table.id}?hardDelete=true&recursive=true`);
    for (const path of pathsOf(known)) expect(await statusOf(`${path}?include=all`), path).toBe(404);
    expect((await ok('GET', `${CASES}/testCaseIncidentStatus/stateId/${known.incident}`)).data).toEqual([]);
    for (const { id } of [known.ofTable, known.ofColumn])
      for (const [from, column] of [
        ...[
          ['test_result', 'case_id'],
          ['test_latest', 'case_id'],
          ['test_incident', 'case_id'],
        ],
        ...[
          ['thread', 'about_id'],
          ['activity', 'entity_id'],
        ],
      ] as const)
        expect(await countsOf(from, column, id), from).toBe(0);
    expect(await countsOf('attachment', 'about_id', known.table.id)).toBe(0);
    expect(await countsOf('thread', 'about_id', known.table.id)).toBe(0);
  });

  it('comes back with a table that was deleted', async () => {
    const known = await know(await people.table());
    const { table, ofTable, suite, incident, task } = known;
    await ok('DELETE', `/v1/tables/${table.id}?recursive=true`);
    for (const path of [`${CASES}/${ofTable.id}`, `${SUITES}/${suite.id}`])
      expect(await statusOf(path), path).toBe(404);
    // What was said stays readable, but nothing new is said about what is deleted.
    expect(await statusOf(`/v1/feed/${known.threads[0]?.id}`)).toBe(200);
    const more = { message: 'x', about: `<#E::table::${table.fullyQualifiedName}>` };
    expect((await people.send('POST', '/v1/feed', more)).status).toBe(404);
    const result = { timestamp: ++at, testCaseStatus: 'Failed' };
    const results = `${CASES}/testCaseResults/${encodeURIComponent(ofTable.fullyQualifiedName)}`;
    expect((await people.send('POST', results, result)).status).toBe(404);
    await ok('PUT', '/v1/tables/restore', { id: table.id });
    for (const path of pathsOf(known)) expect(await statusOf(path), path).toBe(200);
    expect((await ok('GET', `/v1/tasks/${task.id}`)).status).toBe('Open');
    expect((await ok('GET', `${CASES}/${ofTable.id}?fields=testCaseResult,incidentId`)).incidentId).toBe(incident);
    expect((await fails(ofTable)).incidentId).toBe(incident);
  });

  it('goes with a suite and with a case', async () => {
    const known = await know(await people.table());
    const { ofTable, ofColumn, suite, incident, threads, task } = known;
    await ok('DELETE', `${CASES}/${ofTable.id}?hardDelete=true&recursive=true`);
    expect(await statusOf(`/v1/tasks/${incident}?include=all`)).toBe(404);
    expect(await statusOf(`/v1/feed/${threads[2]?.id}`)).toBe(404);
    expect(await countsOf('test_incident', 'case_id', ofTable.id)).toBe(0);
    expect(await statusOf(`${CASES}/${ofColumn.id}`)).toBe(200);
    await ok('DELETE', `${SUITES}/basic/${suite.id}?hardDelete=true&recursive=true`);
    expect(await statusOf(`${CASES}/${ofColumn.id}?include=all`)).toBe(404);
    expect(await countsOf('test_result', 'case_id', ofColumn.id)).toBe(0);
    expect(await statusOf(`/v1/tasks/${task.id}`)).toBe(200);
  });

  it('follows a glossary and a term to their new names', async () => {
    const glossary = await ok('POST', '/v1/glossaries', { name: people.world.unique('words'), description: 'x' });
    const add = (name: string, parent?: string) =>
      ok('POST', '/v1/glossaryTerms', {
        name,
        glossary: glossary.name,
        description: 'x',
        ...(parent ? { parent } : {}),
      });
    const above = await add('above');
    const below = await add('below', above.fullyQualifiedName);
    const about = `<#E::glossaryTerm::${below.fullyQualifiedName}>`;
    const thread = await ok('POST', '/v1/feed', { message: 'Look', about });
    const task = await ok('POST', '/v1/tasks', { category: 'Custom', type: 'CustomTask', about });
    const attachment = await upload(about);
    const period = { startTime: 1, endTime: 4_000_000_000_000 };
    const announcement = await ok('POST', '/v1/announcements', { description: 'Soon', entityLink: about, ...period });
    const rename = (path: string, value: string) => ok('PATCH', path, [{ op: 'replace', path: '/name', value }]);
    const name = people.world.unique('terms');
    await rename(`/v1/glossaries/${glossary.id}`, name);
    await rename(`/v1/glossaryTerms/${above.id}`, 'upper');
    const fqn = `${name}.upper.below`;
    const link = `<#E::glossaryTerm::${fqn}>`;
    expect((await ok('GET', `/v1/feed/${thread.id}`)).about).toBe(link);
    expect((await ok('GET', `/v1/tasks/${task.id}?fields=about`)).about.fullyQualifiedName).toBe(fqn);
    expect(await ok('GET', `/v1/attachments/${attachment.id}`)).toMatchObject({ fullyQualifiedName: fqn });
    expect((await ok('GET', `/v1/announcements/${announcement.id}`)).entityLink).toBe(link);
    for (const [path, id] of [
      [`/v1/feed?entityLink=${encodeURIComponent(link)}`, thread.id],
      [`/v1/tasks?aboutEntity=${fqn}`, task.id],
      [`/v1/announcements?entityLink=${encodeURIComponent(link)}`, announcement.id],
    ] as const)
      expect(
        (await ok('GET', path)).data.map((one: Body) => one.id),
        path,
      ).toEqual([id]);
    expect((await ok('GET', `/v1/attachments/fqn/${fqn}/Inline`)).map((one: Body) => one.id)).toEqual([attachment.id]);
    expect((await ok('GET', `/v1/tasks?aboutEntity=${below.fullyQualifiedName}`)).data).toEqual([]);
  });
});
