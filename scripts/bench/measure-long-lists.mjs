// How long writes of a team with very many members, and of a table with very many followers, take, and how long requests
// wait beside them. On both databases, one after the other.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '../postgres-server.mjs';
import { createClient, DURABLE, measureWaits } from './measure-rename.mjs';
import { startServer } from './server-process.mjs';

const TOGETHER = 25;
const TABLES = 100;

export async function measureLongLists({ members, scratch, rounds, on = ['sqlite', 'postgres'] }) {
  const results = [];
  for (const database of on) {
    const postgres = database === 'postgres' ? await startPostgres({ settings: DURABLE }) : null;
    const server = await startServer(mkdtempSync(join(scratch, 'lists-')), { databaseUrl: postgres?.url ?? null });
    const client = createClient(server);
    try {
      const made = await fill(client, members);
      const changes = changesOf(made, { members, rounds }).map(([name, title, requests]) => ({
        name: `lists-${database}-${name}`,
        title: `longest wait of other requests on ${database === 'sqlite' ? 'SQLite' : 'PostgreSQL'} while ${title}`,
        requests,
      }));
      results.push(...(await measureWaits(client, made, changes)));
    } finally {
      client.close();
      await server.stop();
      await postgres?.stop();
    }
  }
  return results;
}

/** `[name, title, requests]`. */
function changesOf({ team, followed, users, newcomers }, { members, rounds }) {
  const count = members.toLocaleString('en');
  const each = (request) => Array.from({ length: rounds }, (_, i) => request(i));
  const describe = (path) =>
    each((i) => ['PATCH', path, [{ op: 'add', path: '/description', value: `Described ${i} ${performance.now()}` }]]);
  const ofTeam = `/v1/teams/${team}`;
  const reference = (id) => ({ id, type: 'user' });
  return [
    ['team', `a team of ${count} users is described`, describe(ofTeam)],
    [
      'member',
      `a user is added to a team of ${count}`,
      each((i) => ['PATCH', ofTeam, [{ op: 'add', path: '/users/-', value: reference(newcomers[i]) }]]),
    ],
    [
      'members',
      `the users of a team of ${count} are given anew`,
      each((i) => ['PUT', `${ofTeam}/users`, users.slice(i % 2).map(reference)]),
    ],
    ['followed', `a table with ${count} followers is described`, describe(`/v1/tables/${followed}`)],
    [
      'follower',
      `a follower is added to a table with ${count}`,
      each((i) => ['PUT', `/v1/tables/${followed}/followers`, newcomers[i]]),
    ],
  ];
}

async function fill({ put, send }, members) {
  const config = { type: 'Mysql', username: 'reader', authType: { password: 'x' }, hostPort: 'localhost:3306' };
  await put('/v1/services/databaseServices', { name: 's', serviceType: 'Mysql', connection: { config } });
  await put('/v1/databases', { name: 'd', service: 's' });
  for (const name of ['p', 'new']) await put('/v1/databaseSchemas', { name, database: 's.d' });
  const tableOf = (name) => ({ name, databaseSchema: 's.d.p', columns: [{ name: 'c', dataType: 'INT' }] });
  await put(
    '/v1/tables/bulk',
    Array.from({ length: TABLES }, (_, i) => tableOf(`t${i}`)),
  );
  const followed = await put('/v1/tables', tableOf('followed'));
  const ids = [];
  const bodies = Array.from({ length: members + 100 }, (_, i) => ({ name: `u${i}`, email: `u${i}@example.com` }));
  for (let at = 0; at < bodies.length; at += TOGETHER)
    for (const { id } of await Promise.all(bodies.slice(at, at + TOGETHER).map((body) => put('/v1/users', body))))
      ids.push(id);
  const users = ids.slice(0, members);
  const { id: team } = await put('/v1/teams', { name: 'many', teamType: 'Group', users });
  for (let at = 0; at < users.length; at += TOGETHER)
    await Promise.all(
      users.slice(at, at + TOGETHER).map((id) => send('PUT', `/v1/tables/${followed.id}/followers`, id)),
    );
  const table = (n) => `/v1/tables/name/s.d.p.t${n % TABLES}`;
  return { team, followed: followed.id, users, newcomers: ids.slice(members), table, into: 's.d.new' };
}
