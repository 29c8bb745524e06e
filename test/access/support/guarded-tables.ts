// Tables with a value of their own in each guarded field, and entities that point at them.
import type { Body } from '../../contract/fixtures/index.js';
import { defineTexts } from '../../support/define-property.js';
import type { People } from './catalog-of-people.js';

/** A guarded field, and the words of table `n` that only its right shows. */
export interface GuardedField {
  /** What asks for the field by name, and so for its right. */
  field: string;
  words(n: number): string[];
}

export const guardedFields: readonly GuardedField[] = [
  { field: 'extension', words: heldWords },
  { field: 'usageSummary', words: (n) => [`"count":${usedTimes(n)},`] },
  { field: 'tableProfilerConfig', words: (n) => [profiledQuery(n), `"rowCount":${profiledRows(n)}`] },
];

/** Of the table, its columns, one that came later, and its model. */
function heldWords(n: number): [whole: string, column: string, added: string, model: string] {
  return [`whole-${n}-held`, `column-${n}-held`, `added-${n}-held`, `model-${n}-held`];
}

const profiledQuery = (n: number) => `query-${n}-held`;

export const usedTimes = (n: number) => 7_000_001 + n;
const profiledRows = (n: number) => 88_000_001 + n;

export interface GuardedTables {
  tables: Body[];
  queries: Body[];
  product: Body;
  domain: Body;
  team: Body;
  /** FQN. */
  tag: string;
}

export const TAG = 'Mark.Red';
const label = { tagFQN: TAG, source: 'Classification', labelType: 'Manual', state: 'Confirmed' };

/** Every second table is tagged, every third owned by the team; all are used, profiled and in the domain. */
export async function makeGuardedTables(people: People, count: number): Promise<GuardedTables> {
  await defineTexts(async (...sent) => (await people.send(...sent)).body, 'table', ['of']);
  await defineTexts(async (...sent) => (await people.send(...sent)).body, 'tableColumn', ['of']);
  await people.make('/v1/classifications', { name: 'Mark', description: 'Colours' });
  await people.make('/v1/tags', { name: 'Red', classification: 'Mark', description: 'Red' });
  await people.make('/v1/tags', { name: 'Green', classification: 'Mark', description: 'Green' });
  const domain = await people.make('/v1/domains', { name: 'Sea', domainType: 'Aggregate', description: 'x' });
  const team = await people.make('/v1/teams', { name: 'crew', teamType: 'Group' });
  const tables: Body[] = [];
  for (let n = 0; n < count; n++) tables.push(await makeTable(people, n, team));
  const assets = tables.map(({ id }) => ({ id, type: 'table' }));
  const product = await people.make('/v1/dataProducts', { name: 'Ports', description: 'x', domains: ['Sea'] });
  await expectOk(people, 'PUT', '/v1/domains/Sea/assets/add', { assets, dryRun: false });
  await expectOk(people, 'PUT', '/v1/dataProducts/Ports/assets/add', { assets, dryRun: false });
  await expectOk(people, 'PUT', '/v1/dataProducts/Ports/outputPorts/add', { assets, dryRun: false });
  const queries: Body[] = [];
  for (const [i, asset] of assets.entries()) {
    const query = { name: `query${i}`, query: `select ${i}`, service: people.service.name };
    const made = await people.make('/v1/queries', { ...query, queryUsedIn: [asset] });
    const other = assets[(i + 1) % assets.length];
    await expectOk(people, 'PUT', `/v1/queries/${made.id}/usage`, [other]);
    await expectOk(people, 'PATCH', `/v1/queries/${made.id}`, [{ op: 'remove', path: '/queryUsedIn/0' }]);
    queries.push(made);
  }
  return { tables, queries, product, domain, team, tag: TAG };
}

async function makeTable(people: People, n: number, team: Body): Promise<Body> {
  const [whole, column, added, model] = heldWords(n);
  const table = await people.table({
    name: `guarded${n}`,
    columns: [{ name: 'id', dataType: 'BIGINT', extension: { of: column } }],
    ...(n % 2 === 0 ? { tags: [label] } : {}),
    ...(n % 3 === 0 ? { owners: [{ id: team.id, type: 'team' }] } : {}),
  });
  const at = `/v1/tables/${table.id}`;
  await expectOk(people, 'PATCH', at, [{ op: 'add', path: '/extension', value: { of: whole } }]);
  const more = { name: 'more', dataType: 'INT', extension: { of: added } };
  await expectOk(people, 'PATCH', at, [{ op: 'add', path: '/columns/-', value: more }]);
  const columns = [{ name: 'id', dataType: 'BIGINT', extension: { of: model } }];
  await expectOk(people, 'PUT', `${at}/dataModel`, { modelType: 'DBT', sql: 'select 1', columns });
  const profileQuery = profiledQuery(n);
  await expectOk(people, 'PUT', `${at}/tableProfilerConfig`, { profileQuery });
  const tableProfile = { timestamp: 1_700_000_000_000, rowCount: profiledRows(n) };
  await expectOk(people, 'PUT', `${at}/tableProfile`, { tableProfile });
  const date = new Date().toISOString().slice(0, 10);
  const used = await people.send('POST', `/v1/usage/table/${table.id}`, { date, count: usedTimes(n) });
  if (used.status !== 201) throw new Error(used.text);
  return table;
}

async function expectOk(people: People, method: string, path: string, body: unknown): Promise<void> {
  const { status, text } = await people.send(method, path, body);
  if (status !== 200) throw new Error(`${method} ${path} → ${status} ${text}`);
}
