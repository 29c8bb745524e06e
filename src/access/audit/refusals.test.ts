import { describe, expect, it } from 'vitest';
import { createSystemContext } from '../../context/index.js';
import { createRefusalLog, type Refusal, type RefusedRequest } from './refusals.js';

const request = (path: string): RefusedRequest => ({
  actor: { id: 'one', name: 'mallory', isBot: false, isAdmin: false } as RefusedRequest['actor'],
  route: '/v1/tables/{id}',
  method: 'GET',
  path,
  from: '127.0.0.1',
  entity: { entityType: 'table' },
  count: 1,
});

describe('refused requests', () => {
  it('are counted if they repeat', async () => {
    const rows = await stored(['/v1/tables/a', '/v1/tables/a', '/v1/tables/a', '/v1/tables/b']);
    expect(rows).toMatchObject([
      { path: '/v1/tables/a', entityType: 'table', count: 3 },
      { path: '/v1/tables/b', entityType: 'table', count: 1 },
    ]);
  });

  it('are counted by route beyond 500 paths, so that rows do not grow with their number', async () => {
    const rows = await stored(Array.from({ length: 700 }, (_, i) => `/v1/tables/${i}`));
    expect(rows).toHaveLength(501);
    expect(rows.at(-1)).toMatchObject({ path: '/v1/tables/{id}', count: 200 });
  });
});

/** The rows of one batch. */
async function stored(paths: readonly string[]): Promise<Refusal[]> {
  const rows: Refusal[] = [];
  const log = createRefusalLog({
    context: createSystemContext('silent'),
    command: async (_name, data) => {
      rows.push(...(data as Refusal[]));
    },
  });
  for (const path of paths) log.note(request(path));
  await log.close();
  return rows;
}
