// A small catalog in which everything that policies ask about occurs: owned, tagged, in domains, inherited, deleted.
import type { Body } from '../../contract/fixtures/index.js';
import type { ContractApp } from '../../contract/support/contract-app.js';

export interface SmallCatalog {
  users: Body[];
  teams: Body[];
  domains: Body[];
  /** FQNs. */
  tags: string[];
}

export const TAGS = ['Mark.Red', 'Mark.Green'] as const;
export const TEAMS = ['crew', 'deck', 'shore'] as const;

/** All names begin with `asset`, all descriptions have the word `shared`. */
export async function makeSmallCatalog(app: ContractApp): Promise<SmallCatalog> {
  const post = async (path: string, body: Body): Promise<Body> => {
    const answer = await app.send('POST', path, { body: { description: 'A shared thing', ...body } });
    if (answer.status !== 201) throw new Error(`POST ${path} → ${answer.text}`);
    return answer.body;
  };
  const label = (tagFQN: string) => ({ tagFQN, source: 'Classification', labelType: 'Manual', state: 'Confirmed' });
  const ref = (type: string, { id }: Body) => ({ type, id });
  await post('/v1/classifications', { name: 'Mark' });
  for (const fqn of TAGS) await post('/v1/tags', { name: fqn.slice(5), classification: 'Mark' });
  const domains = [await post('/v1/domains', { name: 'assetSea', domainType: 'Aggregate' })];
  domains.push(await post('/v1/domains', { name: 'assetBay', domainType: 'Aggregate', parent: 'assetSea' }));
  domains.push(await post('/v1/domains', { name: 'assetLand', domainType: 'Aggregate' }));
  const crew = await post('/v1/teams', { name: 'crew', teamType: 'Department' });
  const deck = await post('/v1/teams', { name: 'deck', teamType: 'Group', parents: [crew.id] });
  const teams = [crew, deck, await post('/v1/teams', { name: 'shore', teamType: 'Group' })];
  const users: Body[] = [];
  for (const name of ['asset-ann', 'asset-bob'])
    users.push(await post('/v1/users', { name, email: `${name}@example.com`, teams: [deck.id] }));
  const [ann, bob] = users as [Body, Body];
  const service = { serviceType: 'CustomDatabase' };
  await post('/v1/services/databaseServices', { name: 'assetOwned', ...service, owners: [ref('user', ann)] });
  await post('/v1/services/databaseServices', { name: 'assetFree', ...service, domains: ['assetSea.assetBay'] });
  for (const [i, name] of ['assetOwned', 'assetFree'].entries()) {
    await post('/v1/databases', { name: 'assetBase', service: name });
    await post('/v1/databaseSchemas', {
      name: 'assetSchema',
      database: `${name}.assetBase`,
      ...(i === 0 ? { domains: ['assetLand'] } : { tags: [label(TAGS[1])] }),
    });
    const schema = `${name}.assetBase.assetSchema`;
    const columns = [{ name: 'id', dataType: 'INT' }];
    const tables: Body[] = [
      {},
      { owners: [ref('user', bob)], tags: [label(TAGS[0])] },
      { owners: [ref('team', crew)], domains: ['assetSea'] },
      { columns: [{ name: 'id', dataType: 'INT', tags: [label(TAGS[0])] }] },
      { tags: TAGS.map(label), domains: ['assetLand'], owners: [ref('team', deck), ref('team', crew)] },
    ];
    for (const [n, more] of tables.entries())
      await post('/v1/tables', { name: `assetTable${n}`, databaseSchema: schema, columns, ...more });
    await post('/v1/storedProcedures', {
      name: 'assetRoutine',
      databaseSchema: schema,
      storedProcedureCode: { code: 'x', language: 'SQL' },
      tags: [label(TAGS[i] as string)],
    });
    await post('/v1/queries', { name: 'assetQuery', service: name, query: `select ${i}`, owners: [ref('user', bob)] });
  }
  await post('/v1/dataProducts', { name: 'assetProduct', domains: ['assetSea.assetBay'], owners: [ref('user', ann)] });
  await removeSome(app);
  return { users, teams, domains, tags: [...TAGS] };
}

/** Some things are soft deleted, with what inherits and what does not. */
async function removeSome(app: ContractApp): Promise<void> {
  for (const table of ['assetOwned.assetBase.assetSchema.assetTable4', 'assetFree.assetBase.assetSchema.assetTable1']) {
    const { status, text } = await app.send('DELETE', `/v1/tables/name/${table}`);
    if (status !== 200) throw new Error(text);
  }
}
