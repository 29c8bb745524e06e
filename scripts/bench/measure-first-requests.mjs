// What the first requests of each type cost a new server, when nothing of the type is loaded or compiled yet; and the memory after
// them. The programs are new in each round; the figure of a request is the least of the rounds, since other programs only add to it.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { loadProgram } from '../load-program.mjs';
import { startServer } from './server-process.mjs';

const ROUNDS = 3;
const PATCH = [{ op: 'add', path: '/description', value: 'Said in other words' }];

export async function measureFirstRequests({ scratch }) {
  const program = await loadProgram('scripts/types-and-fixtures.ts');
  const rounds = [];
  for (let i = 0; i < ROUNDS; i++) rounds.push(await playRound(program, mkdtempSync(join(scratch, 'first-'))));
  const requests = [...rounds[0].times.keys()].map((name) => ({
    name,
    ...leastOf(rounds.flatMap(({ times }) => times.get(name) ?? [])),
  }));
  requests.sort((a, b) => b.ms - a.ms);
  const [longest] = requests;
  const least = (name) => {
    const [first, ...others] = rounds.map(({ memory }) => memory[name]);
    return others.reduce((a, b) => (a.own < b.own ? a : b), first);
  };
  return [
    {
      name: 'first-requests',
      title: `longest of ${requests.length} first requests, ${longest.name}`,
      value: longest.ms,
      unit: 'ms',
      goal: 50,
      most: true,
      met: longest.ms < 50,
      detail: { requests: requests.length, busy: longest.busy, longest: requests.slice(0, 20) },
    },
    memoryResult('memory-types', 'own memory after the first requests of every type', least('types')),
    memoryResult('memory-docs', 'own memory after them, /docs and /openapi.json', least('docs')),
  ];
}

function leastOf(figures) {
  return { ms: Math.min(...figures.map(({ ms }) => ms)), busy: Math.min(...figures.map(({ busy }) => busy)) };
}

function memoryResult(name, title, memory) {
  return { name, title, value: memory.own, unit: 'MB', goal: 150, most: true, met: memory.own < 150, detail: memory };
}

async function playRound({ entityTypes, fixtures, createWorld }, data) {
  const server = await startServer(data);
  try {
    const times = new Map();
    const send = senderOf(server, times);
    const world = createWorld({ send });
    for (const { name, path } of entityTypes) {
      const fixture = fixtures.find(({ type }) => type === name);
      if (!fixture?.create) continue;
      await playType({ name, path, body: await fixture.create(world.unique('first'), world), send });
    }
    const types = await settled(server);
    await send('GET', '/openapi.json', { kind: '/openapi.json' });
    await send('GET', '/docs', { kind: '/docs' });
    return { times, memory: { types, docs: await settled(server) } };
  } finally {
    await server.stop();
  }
}

async function playType({ name, path, body, send }) {
  const { body: made } = await send('POST', path, { body, required: true });
  const byId = `${path}/${made.id}`;
  await send('GET', byId, { kind: `GET ${path}/{id}`, required: true });
  await send('GET', `${path}?limit=50`, { kind: `GET ${path}` });
  await send('GET', `/v1/search/query?q=${name}&index=${name}`, { kind: `search for ${name}` });
  await send('PATCH', byId, { body: PATCH, kind: `PATCH ${path}/{id}` });
}

/** A function that sends requests one after another and notes in `times` what the first of each kind takes. */
function senderOf({ url, token, busy }, times) {
  return async (method, path, { body, kind = `${method} ${path}`, required = false } = {}) => {
    const type = method === 'PATCH' ? 'application/json-patch+json' : 'application/json';
    const [before, began] = [busy(), performance.now()];
    const answer = await fetch(`${url}${path.startsWith('/v1') ? '/api' : ''}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': type } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    const ms = performance.now() - began;
    if (!times.has(kind)) times.set(kind, { ms, busy: busy() - before });
    if (answer.status >= 500 || (required && !answer.ok)) throw new Error(`${kind}: ${answer.status} ${text}`);
    return { status: answer.status, text, body: text.startsWith('{') ? JSON.parse(text) : undefined };
  };
}

async function settled(server) {
  await new Promise((done) => setTimeout(done, 2000));
  return server.memory();
}
