import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { joinFqn, splitFqn } from '../../src/catalog/index.js';
import { createEngine, type Engine } from '../support/engine.js';
import { engineTypes, made, tableBody } from '../support/engine-types.js';
import { anyName } from '../support/names.js';
import { forEachStore } from '../support/stores.js';

forEachStore('any allowed name', (use) => {
  let engine: Engine;

  beforeAll(() => {
    engine = createEngine(use().store, engineTypes);
  });

  const levels = [
    ['/v1/services/databaseServices', (name: string) => ({ name, serviceType: 'Mysql' })],
    ['/v1/databases', (name: string, service: string) => ({ name, service })],
    ['/v1/databaseSchemas', (name: string, database: string) => ({ name, database })],
    [
      '/v1/tables',
      (name: string, fullyQualifiedName: string) => tableBody({ schema: { fullyQualifiedName } } as never, name),
    ],
  ] as const;

  /** Ids seen on pages, forward and back. */
  const walk = async (path: string, query: Record<string, string>, limit: number) => {
    const seen: string[] = [];
    const follow = async (way: 'after' | 'before', from: Record<string, string>) => {
      let cursor = from;
      for (let pages = 0; pages < 10; pages++) {
        const all = { ...query, ...cursor, limit: `${limit}` };
        const { data, paging } = (await engine.send('GET', path, undefined, { query: all })).json;
        const ids = data.map((each: { id: string }) => each.id);
        way === 'after' ? seen.push(...ids) : seen.unshift(...ids);
        if (!paging[way]) return { ids, paging };
        cursor = { [way]: paging[way] };
      }
      throw new Error(`the pages have no end ${way === 'after' ? 'forward' : 'back'}`);
    };
    const { ids, paging } = await follow('after', {});
    const forward = [...seen];
    seen.splice(0, seen.length, ...ids);
    if (paging.before) await follow('before', { before: paging.before });
    return { forward, back: seen };
  };

  it('round-trips four levels deep: create, look up, list, delete', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(anyName, anyName, anyName, fc.uniqueArray(anyName, { minLength: 1, maxLength: 3 })),
        fc.integer({ min: 1, max: 3 }),
        async ([service, database, schema, tables], limit) => {
          const parts = [service, database, schema];
          let parent = '';
          let root = '';
          for (const [i, name] of parts.entries()) {
            const [path, body] = levels[i] as (typeof levels)[0];
            const { id, fullyQualifiedName } = await made(
              engine,
              'POST',
              path,
              (body as (...given: string[]) => object)(name, parent),
            );
            expect(fullyQualifiedName).toBe(parent === '' ? joinFqn(null, name) : joinFqn(parent, name));
            parent = fullyQualifiedName;
            if (i === 0) root = id;
          }
          expect(splitFqn(parent)).toEqual(parts);
          const ids: string[] = [];
          for (const name of tables) {
            const fqn = joinFqn(parent, name);
            const answer = await engine.send('POST', '/v1/tables', levels[3][1](name, parent));
            if (fqn.length > 3072) {
              expect(answer.status).toBe(400);
              continue;
            }
            expect(answer).toMatchObject({ status: 201, json: { name, fullyQualifiedName: fqn } });
            ids.push(answer.json.id);
            const found = await engine.send('GET', `/v1/tables/name/${encodeURIComponent(fqn)}`);
            expect(found.json).toMatchObject({ id: answer.json.id, name });
            expect((await engine.send('POST', '/v1/tables', levels[3][1](name, parent))).status).toBe(409);
          }
          const { forward, back } = await walk('/v1/tables', { databaseSchema: parent }, limit);
          expect([...forward].sort()).toEqual([...ids].sort());
          expect(back).toEqual(forward);
          for (const id of ids.slice(1))
            expect(
              (await engine.send('DELETE', `/v1/tables/${id}`, undefined, { query: { hardDelete: 'true' } })).status,
            ).toBe(200);
          const query = { recursive: 'true', hardDelete: 'true' };
          expect((await engine.send('DELETE', `${levels[0][0]}/${root}`, undefined, { query })).status).toBe(200);
          expect(await use().store.read((sql) => sql.all('select id from entity'))).toEqual([]);
        },
      ),
      { numRuns: 60, endOnFailure: true },
    );
  }, 120_000);
});
