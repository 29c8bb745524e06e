// Writers and readers of a few tables. Recorded of each request: when it was sent, when its response arrived, and what
// the response showed. A write without a response is recorded as well: it may or may not have been applied.
import { createChance } from './chance.mjs';
import { createClient } from './client.mjs';
import { seen } from './states.mjs';

const WRITERS = 8;
const READERS = 4;
const TABLES = 4;
const MOST_TABLES = 24;
const schema = 'history.db.s';
const columns = [{ name: 'id', dataType: 'INT' }];

/** Runs for the given time and resolves to `{ operations, events, expected }`. */
export async function runLoad({ url, token, seconds, seed, disturb }) {
  const chance = createChance(seed);
  const operations = [];
  const client = createClient({ url, operations });
  const admin = token('admin');
  const world = await prepare(client, admin, token);
  const end = performance.now() + seconds * 1000;
  const going = () => performance.now() < end;
  const loops = [
    ...world.writers.map((writer) => write({ client, writer, world, chance: chance.branch(), going })),
    ...Array.from({ length: READERS }, (_, i) =>
      read({ client, i, world, token: admin, chance: chance.branch(), going }),
    ),
  ];
  const streamed = followEvents(client, admin, going);
  await Promise.all([...loops, disturb(going)]);
  return { operations, tables: world.tables, streamed: await streamed, events: await allEvents(client, admin) };
}

async function prepare(client, admin, token) {
  const make = async (path, body) => {
    const { status, json } = await client.send({ method: 'PUT', path, body, token: admin });
    if (status !== 200 && status !== 201) throw new Error(`PUT ${path}: ${status} ${JSON.stringify(json)}`);
    return json;
  };
  await make('/v1/services/databaseServices', { name: 'history', serviceType: 'CustomDatabase' });
  await make('/v1/databases', { name: 'db', service: 'history' });
  await make('/v1/databaseSchemas', { name: 's', database: 'history.db' });
  const writers = [];
  for (let i = 0; i < WRITERS; i++) {
    const name = `writer-${i}`;
    const user = await make('/v1/users', { name, email: `${name}@example.com`, isAdmin: true });
    writers.push({ i, id: user.id, token: token(name), count: 0, made: 0 });
  }
  const tables = [];
  const world = { writers, tables };
  for (let i = 0; i < TABLES; i++) await create(client, admin, world, { name: `t${i}`, text: null });
  return world;
}

async function write({ client, writer, world, chance, going }) {
  const { token } = writer;
  while (going()) {
    const table = chance.pick(world.tables);
    const text = `w${writer.i}-${++writer.count}`;
    const send = (method, path, more) =>
      client.record({ kind: 'write', id: table.id, text: null, method, path, token, ...more });
    const patch = [{ op: 'add', path: '/description', value: text }];
    switch (
      chance.pick(['patch', 'patch', 'patch', 'if', 'if', 'put', 'follow', 'unfollow', 'delete', 'restore', 'create'])
    ) {
      case 'patch':
        await send('PATCH', `/v1/tables/${table.id}`, { body: patch, text });
        break;
      case 'if': {
        const found = await client.record({
          kind: 'read',
          id: table.id,
          path: `/v1/tables/${table.id}?include=all`,
          token,
        });
        const tag = found.answer?.tag;
        if (tag) await send('PATCH', `/v1/tables/${table.id}`, { body: patch, text, ifMatch: tag });
        break;
      }
      case 'put':
        await send('PUT', '/v1/tables', {
          body: { name: table.name, databaseSchema: schema, columns, description: text },
          text,
        });
        break;
      case 'follow':
        await send('PUT', `/v1/tables/${table.id}/followers`, {
          kind: 'follow',
          user: writer.id,
          on: true,
          body: writer.id,
        });
        break;
      case 'unfollow':
        await send('DELETE', `/v1/tables/${table.id}/followers/${writer.id}`, {
          kind: 'follow',
          user: writer.id,
          on: false,
        });
        break;
      case 'delete':
        if (chance.below(3) === 0) await send('DELETE', `/v1/tables/${table.id}`, { turned: true });
        break;
      case 'restore':
        await send('PUT', '/v1/tables/restore', { body: { id: table.id }, turned: false });
        break;
      default:
        if (world.tables.length < MOST_TABLES && chance.below(20) === 0)
          await create(client, token, world, { name: `w${writer.i}t${++writer.made}`, text });
    }
  }
}

async function create(client, token, world, { name, text }) {
  const body = { name, databaseSchema: schema, columns, ...(text ? { description: text } : {}) };
  const { answer, id } = await client.record({
    kind: 'create',
    id: null,
    method: 'POST',
    path: '/v1/tables',
    body,
    text,
    token,
  });
  if (answer) world.tables.push({ id, name, fqn: `${schema}.${name}` });
}

async function read({ client, i, world, token, chance, going }) {
  const list = `/v1/tables?databaseSchema=${schema}&include=all&limit=500&fields=followers`;
  const search = `/v1/search/query?q=*&index=table&size=100&deleted=false`;
  while (going()) {
    const { id, fqn } = chance.pick(world.tables);
    const ask = (kind, path) => client.record({ kind, id, path, token });
    switch (chance.pick(['id', 'name', 'list', 'versions', 'search'])) {
      case 'id':
        await ask('read', `/v1/tables/${id}?include=all&fields=followers`);
        break;
      case 'name':
        await ask('read', `/v1/tables/name/${fqn}?include=all`);
        break;
      case 'list':
        await ask('list', list);
        break;
      case 'versions':
        await ask('versions', `/v1/tables/${id}/versions`);
        break;
      default:
        await ask('search', search);
    }
    if (i % 2 === 1) await new Promise((done) => setTimeout(done, chance.below(5)));
  }
}

/** Continues with the cursor of the last page, as a consumer does. */
async function followEvents(client, token, going) {
  const streamed = [];
  for (let after = ''; going(); ) {
    const { json } = await client.send({ path: `/v1/events?limit=1000${after && `&after=${after}`}`, token });
    for (const event of json?.data ?? []) streamed.push(event.id);
    after = json?.paging?.after ?? after;
    await new Promise((done) => setTimeout(done, 20));
  }
  return streamed;
}

/** All events, once each has its position: a final write is waited for, which comes after all others. */
async function allEvents(client, token) {
  const mark = await untilAnswered(() =>
    client.send({
      method: 'PUT',
      path: '/v1/classifications',
      body: { name: `end-${Date.now()}`, description: 'x' },
      token,
    }),
  );
  const events = [];
  const end = Date.now() + 30_000;
  for (let after = ''; Date.now() < end; ) {
    const { json } = await client.send({ path: `/v1/events?limit=1000${after && `&after=${after}`}`, token });
    for (const event of json?.data ?? []) events.push(event);
    after = json?.paging?.after ?? after;
    if (events.some(({ entityId }) => entityId === mark.json.id)) return events.map(shortEvent);
  }
  throw new Error('the events of all writes were not there after 30 s');
}

async function untilAnswered(send) {
  for (let tries = 0; tries < 100; tries++) {
    const answer = await send();
    if (answer.status === 200 || answer.status === 201) return answer;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error('no server answers');
}

function shortEvent({ id, entityId, entityType, eventType, timestamp, entity, changeDescription: change }) {
  const state = entity && entityType === 'table' ? seen(JSON.parse(entity)) : null;
  const fields = [...(change?.fieldsAdded ?? []), ...(change?.fieldsDeleted ?? []), ...(change?.fieldsUpdated ?? [])];
  const quiet = fields.length > 0 && fields.every(({ name }) => name === 'followers');
  return { id, entityId, eventType, timestamp, state, quiet };
}
