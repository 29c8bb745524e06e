// Lists: order, totals, and walks forth and back under several limits.
import { beforeAll, describe, expect, it } from 'vitest';
import { listShape } from '../support/shapes.js';
import type { Body } from './fixtures/index.js';
import { expectEntity, expectError, forEachShape } from './support/subject.js';

forEachShape('paging', listShape, (subject) => {
  const { type, send, make } = subject;

  describe(type.name, () => {
    let all: Body[] = [];
    let fqns: string[] = [];

    beforeAll(async () => {
      const names = ['a one', 'B two', 'c-three', 'Ünder', 'zz.dotted', '东京', '9'];
      for (const name of subject.fixture.ownNames ? ['a', 'b', 'c', 'd', 'e', 'f'] : names)
        await make(subject.world().unique(name));
      const list = await send('GET', '?limit=1000000');
      expect(list.status, list.text.slice(0, 300)).toBe(200);
      all = list.body.data;
      expect(list.body.paging).toEqual({ total: all.length });
      fqns = all.map((entity) => entity.fullyQualifiedName);
    });

    it('lists everything once, in one order', async () => {
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
      expect(all.length).toBeGreaterThan(5);
      for (const entity of all) expectEntity(subject, entity);
      const byDefault = await send('GET', '');
      expect(byDefault.body.data.map(fqnOf)).toEqual(fqns.slice(0, 10));
      expect(byDefault.body.paging.total).toBe(all.length);
    });

    it.each([1, 2, 3, 7, 500])('is walked forth and back by %i', async (limit) => {
      if (limit < 3 && all.length > 60) return;
      const forth: string[] = [];
      const pages: Body[] = [];
      for (let after = ''; ; ) {
        const { body } = await send('GET', `?limit=${limit}${after && `&after=${after}`}`);
        expect(body.paging.total).toBe(all.length);
        forth.push(...body.data.map(fqnOf));
        pages.push(body);
        expect(body.data.length).toBeLessThanOrEqual(limit);
        if (!body.paging.after) break;
        after = body.paging.after;
        expect(after).toMatch(/^[\w-]+$/);
      }
      expect(forth).toEqual(fqns);
      expect(pages[0]?.paging).not.toHaveProperty('before');
      const back: string[][] = [];
      let before: string | undefined = pages.at(-1)?.paging.before;
      while (before) {
        const { body } = await send('GET', `?limit=${limit}&before=${before}`);
        back.unshift(body.data.map(fqnOf));
        expect(body.paging.after).toBeDefined();
        before = body.paging.before;
      }
      expect([...back.flat(), ...(pages.at(-1)?.data ?? []).map(fqnOf)]).toEqual(fqns);
    });

    it('tells only the total when nothing is wanted', async () => {
      const { status, body } = await send('GET', '?limit=0');
      expect([status, body]).toEqual([200, { data: [], paging: { total: all.length } }]);
    });

    it('refuses limits and cursors that are none', async () => {
      for (const query of [
        'limit=-1',
        'limit=1000001',
        'limit=1e9',
        'limit=ten',
        'limit=1.5',
        'after=garbage',
        'before=%F0%9F%92%A9',
        'after=e30',
        'after=bnVsbA&before=bnVsbA',
        'include=everything',
      ])
        expectError(await send('GET', `?${query}`), 400, 'BAD_REQUEST');
    });
  });
});

const fqnOf = (entity: Body): string => entity.fullyQualifiedName;
