import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { createEngine, type Engine } from '../support/engine.js';
import { engineTypes, makeWorld, tableBody, type World } from '../support/engine-types.js';
import { forEachStore } from '../support/stores.js';

forEachStore('paging', (use) => {
  let engine: Engine;
  let world: World;
  const names = Array.from({ length: 57 }, (_, i) => `t${String(i * 7).padStart(4, '0')}`);

  beforeAll(async () => {
    engine = createEngine(use().store, engineTypes);
    world = await makeWorld(engine, 'paging');
    await engine.send(
      'PUT',
      '/v1/tables/bulk',
      names.map((name) => tableBody(world, name)),
    );
    for (const name of names.filter((_, i) => i % 10 === 3)) {
      const { json } = await engine.send('GET', `/v1/tables/name/paging.d.s.${name}`);
      await engine.send('DELETE', `/v1/tables/${json.id}`);
    }
  });

  const live = names.filter((_, i) => i % 10 !== 3);
  const page = async (query: Record<string, string>) => {
    const { status, json } = await engine.send('GET', '/v1/tables', undefined, { query });
    expect(status).toBe(200);
    return { names: json.data.map((each: { name: string }) => each.name) as string[], paging: json.paging };
  };

  it('shows every row once under changing limits, forward and back', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 6 }),
        fc.constantFrom('non-deleted', 'all', 'deleted'),
        async (limits, include) => {
          const expected =
            include === 'all' ? names : include === 'deleted' ? names.filter((name) => !live.includes(name)) : live;
          const seen: string[] = [];
          let next: string | undefined;
          let last: string | undefined;
          for (let i = 0; ; i++) {
            const limit = limits[i % limits.length] as number;
            const { names: part, paging } = await page({
              include,
              limit: `${limit}`,
              ...(next ? { after: next } : {}),
            });
            expect(paging.total).toBe(expected.length);
            expect(part.length).toBeLessThanOrEqual(limit);
            expect(paging.before === undefined).toBe(i === 0);
            seen.push(...part);
            last = paging.before;
            next = paging.after;
            if (!next) {
              const back: string[] = [...part];
              while (last) {
                const previous = await page({ include, limit: `${limit}`, before: last });
                expect(previous.paging.after).toBeDefined();
                back.unshift(...previous.names);
                last = previous.paging.before;
              }
              expect(back).toEqual(expected);
              break;
            }
          }
          expect(seen).toEqual(expected);
        },
      ),
      { numRuns: 40 },
    );
  }, 60_000);

  it('neither skips nor repeats rows when others come and go around the cursor', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 9 }),
        fc.infiniteStream(fc.integer({ min: 0, max: 400 })),
        async (limit, places) => {
          const seen: string[] = [];
          const added: string[] = [];
          let next: string | undefined;
          do {
            const { names: part, paging } = await page({ limit: `${limit}`, ...(next ? { after: next } : {}) });
            seen.push(...part);
            next = paging.after;
            const name = `t${String(places.next().value as number).padStart(4, '0')}x${added.length}`;
            added.push(name);
            await engine.send('POST', '/v1/tables', tableBody(world, name));
          } while (next);
          expect(new Set(seen).size).toBe(seen.length);
          expect([...seen].sort()).toEqual(seen);
          expect(seen.filter((name) => live.includes(name))).toEqual(live);
          for (const name of added) {
            const { json } = await engine.send('GET', `/v1/tables/name/paging.d.s.${name}`);
            await engine.send('DELETE', `/v1/tables/${json.id}`, undefined, { query: { hardDelete: 'true' } });
          }
        },
      ),
      { numRuns: 10 },
    );
  }, 60_000);

  it('of a long list is the same streamed', async () => {
    const whole = await page({ limit: '1000000' });
    expect(whole.names).toEqual(live);
    expect(whole.paging).toEqual({ total: live.length });
    const first = await page({ limit: '20' });
    expect((await page({ limit: '1000', after: first.paging.after })).names).toEqual(live.slice(20));
    const rest = await page({ limit: '20', after: first.paging.after });
    const back = await page({ limit: '1000', before: rest.paging.before });
    expect(back.names).toEqual(live.slice(0, 20));
    expect(back.paging.after).toBeDefined();
  });

  it('has limits, and cursors of its own only', async () => {
    const status = async (query: Record<string, string>) =>
      (await engine.send('GET', '/v1/tables', undefined, { query })).status;
    expect((await page({ limit: '0' })).paging).toEqual({ total: live.length });
    expect((await page({})).names).toHaveLength(10);
    const wrong: Record<string, string>[] = [
      { limit: '-1' },
      { limit: '1000001' },
      { limit: 'x' },
      { limit: '1.5' },
      { after: 'nonsense' },
      { before: 'W10' },
      { include: 'some' },
      { fields: 'nonsense' },
    ];
    for (const query of wrong) expect([query, await status(query)]).toEqual([query, 400]);
    const { paging } = await page({ limit: '1' });
    expect(await status({ after: paging.after, before: paging.after })).toBe(400);
  });

  it('tells names apart that differ after a thousand characters', async () => {
    const long = 'x'.repeat(256);
    await engine.send('POST', '/v1/services/databaseServices', { name: long, serviceType: 'Mysql' });
    await engine.send('POST', '/v1/databases', { name: long, service: long });
    await engine.send('POST', '/v1/databaseSchemas', { name: long, database: `${long}.${long}` });
    const databaseSchema = `${long}.${long}.${long}`;
    const own = ['a', 'b', 'c', 'd'].map((last) => `${'y'.repeat(250)}${last}`);
    for (const name of own)
      await engine.send('POST', '/v1/tables', { name, databaseSchema, columns: [{ name: 'a', dataType: 'INT' }] });
    const seen: string[] = [];
    let next: string | undefined;
    for (let pages = 0; pages < 4; pages++) {
      const part = await page({ databaseSchema, limit: '1', ...(next ? { after: next } : {}) });
      seen.push(...part.names);
      next = part.paging.after;
    }
    // Where index keys are short, such names are in the order of ids.
    expect(seen.sort()).toEqual(own);
    expect(next).toBeUndefined();
  });

  it('finds the few that a filter lets through, wherever they lie', async () => {
    const items = Array.from({ length: 4500 }, (_, i) => ({
      name: `u${String(i).padStart(5, '0')}`,
      email: `u${i}@x.io`,
      isAdmin: i === 4400 || i === 4401 || i === 4450,
    }));
    for (let at = 0; at < items.length; at += 900)
      await engine.send('PUT', '/v1/users/bulk', items.slice(at, at + 900));
    const users = async (query: Record<string, string>) => {
      const { json } = await engine.send('GET', '/v1/users', undefined, { query: { isAdmin: 'true', ...query } });
      return { names: json.data.map((user: { name: string }) => user.name), paging: json.paging };
    };
    const first = await users({ limit: '2' });
    expect(first.names).toEqual(['u04400', 'u04401']);
    expect(first.paging).toEqual({ total: 3, after: expect.any(String) });
    const rest = await users({ limit: '2', after: first.paging.after });
    expect(rest.names).toEqual(['u04450']);
    expect(rest.paging).toEqual({ total: 3, before: expect.any(String) });
    const back = await users({ limit: '2', before: rest.paging.before });
    expect([back.names, back.paging.before]).toEqual([first.names, undefined]);
    expect((await users({ limit: '1', before: rest.paging.before })).names).toEqual(['u04401']);
    expect((await users({ limit: '1000000' })).names).toHaveLength(3);
    expect((await users({ isAdmin: 'false', limit: '0' })).paging.total).toBe(4497);
  }, 60_000);
});
