// How long readers wait while a service with many tables is permanently deleted.
import { join } from 'node:path';
import { runLoad } from './load.mjs';
import { copyOf, dataOf, openDatabase } from './make-data.mjs';
import { startServer } from './server-process.mjs';

const GOAL = 50;
const window = 2;

export async function measureDeletion({ tables, kept, scratch }) {
  const data = copyOf(await dataOf(tables, kept), join(scratch, 'deletion'));
  const server = await startServer(data);
  const db = openDatabase(join(data, 'cairn.db'), { readOnly: true });
  const left = () => db.prepare("select count(*) as count from entity where type = 'table'").get().count;
  const request = { method: 'GET', path: '/api/v1/tables/name/keep.d.s00000.{table}', tables: 1000, seed: 1 };
  try {
    await runLoad(server.url, server.token, request, { seconds: window });
    const idle = await runLoad(server.url, server.token, request, { seconds: window });
    const began = performance.now();
    const answered = remove(server).then((status) => ({ status, after: performance.now() - began }));
    const windows = [];
    let gone;
    do {
      windows.push(await runLoad(server.url, server.token, request, { seconds: window }));
      gone = left() <= 1000;
    } while (!gone && windows.length < 150);
    const { status, after } = await answered;
    const worst = Math.max(...windows.map(({ p99 }) => p99));
    return [
      {
        name: 'delete',
        title: `GET p99 while ${tables.toLocaleString('en')} tables are deleted`,
        value: worst,
        unit: 'ms',
        goal: GOAL,
        most: true,
        met: worst < GOAL && gone && status === 200,
        detail: {
          windows: windows.map(({ rate, p99, max }) => ({ rate, p99, max })),
          idle: { rate: idle.rate, p99: idle.p99 },
          seconds: windows.length * window,
          answeredAfter: after,
          failed: windows.reduce((sum, { failed }) => sum + failed, 0),
        },
      },
    ];
  } finally {
    db.close();
    await server.stop();
  }
}

async function remove({ url, token }) {
  const path = '/api/v1/services/databaseServices/name/bench?recursive=true&hardDelete=true';
  const response = await fetch(url + path, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } });
  await response.arrayBuffer();
  return response.status;
}
