// A sample of everything that a catalog stores, written over HTTP, and the responses that a later build must give about it.

const COLUMNS = [
  { name: 'id', dataType: 'BIGINT', constraint: 'PRIMARY_KEY' },
  { name: 'email', dataType: 'VARCHAR', dataLength: 200, tags: [tag('Handling.Restricted')] },
  { name: 'place', dataType: 'STRUCT', children: [{ name: 'street.name', dataType: 'STRING' }] },
];
const SECRET = 'the secret of the shop';

/** Resolves to `{ answers: { path: body }, events, versions, person, botToken, secret }`. */
export async function fillRelease({ send, token }) {
  const must = async (method, path, body) => {
    const { status, json } = await send(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(json)}`);
    return json;
  };
  const put = (path, body) => must('PUT', path, body);
  const patch = (path, ...operations) => must('PATCH', path, operations);
  const set = (path, value) => ({ op: 'add', path, value });

  const person = { name: 'rosa', password: 'Correct-Horse-7' };
  const team = await put('/v1/teams', { name: 'Shop', teamType: 'Group', description: 'Sells things' });
  const rosa = await must('POST', '/v1/users', {
    name: person.name,
    email: 'rosa@shop.example',
    teams: [team.id],
    createPasswordType: 'ADMIN_CREATE',
    password: person.password,
    confirmPassword: person.password,
  });
  await put('/v1/classifications', { name: 'Handling', description: 'How to treat it', mutuallyExclusive: true });
  for (const name of ['Open', 'Restricted'])
    await put('/v1/tags', { name, classification: 'Handling', description: name });
  await put('/v1/domains', { name: 'Sales', domainType: 'Aggregate', description: 'Everything sold' });
  await put('/v1/policies', {
    name: 'NoRestricted',
    rules: [
      {
        name: 'hide',
        resources: ['table'],
        operations: ['ViewSampleData'],
        effect: 'deny',
        condition: "matchAnyTag('Handling.Restricted')",
      },
    ],
  });
  await put('/v1/roles', { name: 'Careful', policies: ['NoRestricted'] });
  await put('/v1/services/databaseServices', {
    name: 'shop',
    serviceType: 'Postgres',
    connection: {
      config: {
        type: 'Postgres',
        username: 'reader',
        hostPort: 'db:5432',
        database: 'shop',
        authType: { password: SECRET },
      },
    },
  });
  await put('/v1/databases', { name: 'orders', service: 'shop' });
  await put('/v1/databaseSchemas', { name: 'public', database: 'shop.orders', domains: ['Sales'] });
  const tables = [];
  for (let n = 0; n < 30; n++)
    tables.push(
      await put('/v1/tables', {
        name: n === 0 ? 'parcels.2026' : `orders_${n}`,
        databaseSchema: 'shop.orders.public',
        description: `Orders of region ${n}`,
        columns: COLUMNS,
        owners: [{ id: n % 2 ? rosa.id : team.id, type: n % 2 ? 'user' : 'team' }],
      }),
    );
  const [parcels, first, second, third] = tables;
  await patch(
    `/v1/tables/${parcels.id}`,
    set('/description', 'What left the house.'),
    set('/tags/0', tag('Handling.Open')),
  );
  await put('/v1/tables', {
    name: 'parcels.2026',
    databaseSchema: 'shop.orders.public',
    columns: [...COLUMNS, { name: 'weight', dataType: 'DOUBLE' }],
  });
  await put(`/v1/tables/${first.id}/sampleData`, { columns: ['id', 'email'], rows: [[1, 'a@b.example']] });
  await put(`/v1/tables/${first.id}/tableProfile`, {
    tableProfile: { timestamp: 1_700_000_000_000, rowCount: 12, columnCount: 3 },
  });
  await put(`/v1/tables/${first.id}/followers`, rosa.id);
  await put(`/v1/tables/${first.id}/vote`, { updatedVoteType: 'votedUp' });
  await must('DELETE', `/v1/tables/${second.id}`);
  await must('DELETE', `/v1/tables/${third.id}?hardDelete=true`);
  await put('/v1/queries', {
    query: 'select * from orders_1',
    service: 'shop',
    queryUsedIn: [{ id: first.id, type: 'table' }],
  });
  await put('/v1/dataProducts', { name: 'Parcels', domains: ['Sales'], description: 'All parcels' });
  await must('PUT', '/v1/services/ingestionPipelines', {
    name: 'nightly',
    pipelineType: 'metadata',
    service: { id: (await must('GET', '/v1/services/databaseServices/name/shop')).id, type: 'databaseService' },
    sourceConfig: { config: { type: 'DatabaseMetadata' } },
    airflowConfig: { scheduleInterval: '0 3 * * *' },
  });

  const paths = [
    `/v1/tables/${parcels.id}?fields=owners,tags,columns,domains`,
    `/v1/tables/${parcels.id}/versions`,
    `/v1/tables/${first.id}?fields=owners,followers,votes,columns`,
    `/v1/tables/${first.id}/sampleData`,
    `/v1/tables/${second.id}?include=deleted`,
    '/v1/tables/name/shop.orders.public.%22parcels.2026%22?fields=tags',
    '/v1/users/name/rosa?fields=teams,roles',
    '/v1/tags/name/Handling.Restricted',
    '/v1/policies/name/NoRestricted',
    '/v1/services/databaseServices/name/shop',
    '/v1/services/ingestionPipelines/name/shop.nightly',
    '/v1/dataProducts/name/Parcels?fields=domains',
  ];
  const answers = {};
  for (const path of paths) answers[path] = await must('GET', path);
  const listed = await must('GET', '/v1/tables?limit=100&database=shop.orders');
  const events = await must(
    'GET',
    '/v1/events?entityCreated=table&entityUpdated=table&entityDeleted=table&timestamp=0&limit=1000',
  );
  return {
    answers,
    gone: `/v1/tables/${third.id}`,
    tables: listed.data.map(({ fullyQualifiedName }) => fullyQualifiedName),
    eventIds: events.data.map(({ id }) => id),
    person,
    botToken: token('ingestion-bot'),
  };
}

function tag(tagFQN) {
  return { tagFQN, source: 'Classification', labelType: 'Manual', state: 'Confirmed' };
}
