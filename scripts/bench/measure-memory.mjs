// Memory of the server alone, and its start.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { runLoad } from './load.mjs';
import { copyOf, dataOf } from './make-data.mjs';
import { median } from './median.mjs';
import { firstPage, getByName, page } from './requests.mjs';
import { measureStart, startServer } from './server-process.mjs';

const STARTS = 5;

export async function measureMemory({ tables, kept, scratch }) {
  const empty = () => mkdtempSync(join(scratch, 'empty-'));
  const times = [];
  for (let i = 0; i < STARTS; i++) times.push(await measureStart(empty()));
  const afterStart = await memoryAfter(empty(), async () => {});
  const size = { schemas: Math.max(1, Math.floor(tables / 1000)), tables: 1000, seed: 1 };
  const full = copyOf(await dataOf(tables, kept), join(scratch, 'memory'));
  const used = await memoryAfter(full, async ({ url, token }) => {
    for (const request of [getByName, page, firstPage])
      await runLoad(url, token, { ...request, ...size }, { seconds: 5 });
  });
  return [
    result('start', 'process start to /readyz on an empty folder', median(times), 'ms', 1000, { times }),
    result('memory-start', 'own memory after start', afterStart.own, 'MB', 150, afterStart),
    result(
      'memory-full',
      `own memory with ${tables.toLocaleString('en')} tables, read under load`,
      used.own,
      'MB',
      400,
      used,
    ),
  ];
}

async function memoryAfter(data, work) {
  const server = await startServer(data);
  try {
    await work(server);
    await new Promise((done) => setTimeout(done, 2000));
    return server.memory();
  } finally {
    await server.stop();
  }
}

function result(name, title, value, unit, goal, detail) {
  return { name, title, value, unit, goal, most: true, met: value < goal, detail };
}
