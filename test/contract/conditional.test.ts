// Conditional requests: who reads, then writes, never overwrites what came between.
import { describe, expect, it } from 'vitest';
import { writeShape } from '../support/shapes.js';
import { expectError, forEachShape } from './support/subject.js';

forEachShape('conditional', writeShape, (subject) => {
  const { type, send, make, patch, different } = subject;

  describe(type.name, () => {
    it.runIf(subject.hasRoute('patch'))('answers 304 when nothing changed', async () => {
      const { id, byId, byName } = await make();
      const { headers } = await send('GET', byId);
      expect(headers.etag).toMatch(/^"0\.1\.\d+"$/);
      const tag = headers.etag as string;
      for (const below of [byId, byName, `${byId}?fields=*`]) {
        expect((await send('GET', below)).headers.etag).toBe(tag);
        const same = await send('GET', below, { headers: { 'if-none-match': tag } });
        expect([same.status, same.text]).toEqual([304, '']);
        expect(same.headers.etag).toBe(tag);
      }
      for (const header of [`"x", ${tag}`, `W/${tag}`, '*'])
        expect((await send('GET', byId, { headers: { 'if-none-match': header } })).status, header).toBe(304);
      expect((await send('GET', byId, { headers: { 'if-none-match': '"0.1.99"' } })).status).toBe(200);
      await patch(id, [{ op: 'add', path: '/displayName', value: 'Moved' }]);
      const moved = await send('GET', byId, { headers: { 'if-none-match': tag } });
      expect(moved.status).toBe(200);
      expect(moved.headers.etag).not.toBe(tag);
    });

    it.runIf(subject.hasRoute('patch'))('patches only what If-Match names', async () => {
      const { id, byId } = await make();
      let n = 0;
      for (const form of ['tag', 'version', 'weak', 'star', 'list']) {
        const { headers, body } = await send('GET', byId);
        const forms: Record<string, string> = {
          tag: String(headers.etag),
          version: `"${body.version.toFixed(1)}"`,
          weak: `W/"${body.version.toFixed(1)}"`,
          star: '*',
          list: `"7.7", ${headers.etag}`,
        };
        const steps = [{ op: 'add', path: '/displayName', value: `Name ${++n}` }];
        const answer = await patch(id, steps, { headers: { 'if-match': forms[form] as string } });
        expect(answer.status, `${form}: ${answer.text}`).toBe(200);
        expect(answer.headers.etag).not.toBe(headers.etag);
      }
      for (const wrong of ['"7.7"', 'W/"0.1"', '"0.1.1"', 'nonsense', '""']) {
        const answer = await patch(id, [{ op: 'add', path: '/displayName', value: 'No' }], {
          headers: { 'if-match': wrong },
        });
        expectError(answer, 412, 'PRECONDITION_FAILED');
      }
      expect((await send('GET', byId)).body.displayName).toBe(`Name ${n}`);
    });

    it.runIf(subject.hasRoute('patch'))(
      'moves the tag with every conditional write, also one that changes nothing',
      async () => {
        const { id, byId, entity } = await make();
        const { headers } = await send('GET', byId);
        const tag = headers.etag as string;
        const steps = [{ op: 'add', path: '/description', value: entity.description }];
        const first = await patch(id, steps, { headers: { 'if-match': tag } });
        expect(first.status).toBe(200);
        expect(first.body.version).toBe(0.1);
        expectError(await patch(id, steps, { headers: { 'if-match': tag } }), 412);
      },
    );

    it('puts only what If-Match names', async () => {
      const { request, byId } = await make();
      const tag = (await send('GET', byId)).headers.etag as string;
      const body = different(request);
      expectError(await send('PUT', '', { body, headers: { 'if-match': '"7.7"' } }), 412);
      expect((await send('PUT', '', { body, headers: { 'if-match': tag } })).status).toBe(200);
      expectError(await send('PUT', '', { body: request, headers: { 'if-match': tag } }), 412);
      const unborn = await subject.request();
      expectError(await send('PUT', '', { body: unborn, headers: { 'if-match': '"0.1"' } }), 412);
    });

    it.runIf(subject.hasRoute('patch'))('deletes only what If-Match names', async () => {
      const { byId } = await make();
      const tag = (await send('GET', byId)).headers.etag as string;
      expectError(await send('DELETE', byId, { headers: { 'if-match': '"7.7"' } }), 412);
      expect((await send('GET', byId)).headers.etag).toBe(tag);
      expect((await send('DELETE', byId, { headers: { 'if-match': tag } })).status).toBe(200);
    });
  });
});
