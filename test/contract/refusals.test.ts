// What is refused, for every type: bodies, names, patches, parents. Nothing refused leaves a trace.
import { describe, expect, it } from 'vitest';
import { writeShape } from '../support/shapes.js';
import { expectEntity, expectError, forEachShape, nameBelow } from './support/subject.js';

const jsonPatch = { 'content-type': 'application/json-patch+json' };

forEachShape('refusals', writeShape, (subject) => {
  const { type, send, make, request, patch } = subject;

  describe(type.name, () => {
    it('refuses unknown properties, naming them', async () => {
      const body = { ...(await request()), nosuchproperty: 1 };
      for (const method of ['POST', 'PUT']) {
        const answer = await send(method, '', { body });
        expectError(answer, 400, 'BAD_REQUEST');
        expect(answer.body.message).toContain('nosuchproperty');
      }
    });

    it('refuses what does not fit its schema', async () => {
      for (const wrong of [
        { name: 1 },
        { name: [] },
        { description: 5 },
        { displayName: {} },
        ...subject.fixture.wrong,
      ])
        for (const method of ['POST', 'PUT']) {
          const answer = await send(method, '', { body: { ...(await request()), ...wrong } });
          expect(answer.status, `${method} ${JSON.stringify(wrong)}: ${answer.text}`).toBe(400);
          expectError(answer, 400, 'BAD_REQUEST');
        }
      for (const text of ['', '{', 'null', '[]', '"text"', '7', '{"name":"x"', '{"name":"x"}}', '\u0000', 'undefined'])
        for (const method of ['POST', 'PUT']) expectError(await send(method, '', { text }), 400, 'BAD_REQUEST');
    });

    if (subject.fixture.missing)
      it('refuses to refer to what does not exist', async () => {
        for (const method of ['POST', 'PUT'])
          expectError(
            await send(method, '', { body: { ...(await request()), ...subject.fixture.missing } }),
            404,
            'ENTITY_NOT_FOUND',
          );
      });

    it.skipIf(type.nameOf)('refuses to be without a name', async () => {
      const { name, ...body } = await request();
      for (const nameless of [body, { ...body, name: null }])
        expectError(await send('POST', '', { body: nameless }), 400, 'BAD_REQUEST');
    });

    it('refuses names that are none', async () => {
      for (const name of ['', 'a::b', 'a"b', 'line\nbreak', 'tab\t', 'nul\u0000', '\u0085', 'x'.repeat(257), '\ud800'])
        expectError(await send('POST', '', { body: { ...(await request()), name } }), 400, 'BAD_REQUEST');
    });

    it.runIf(subject.hasRoute('delete') && !subject.fixture.ownNames)('keeps every other name as it is', async () => {
      const names = [
        'dot.in.name',
        "o'clock",
        'slash/and\\back',
        ' around ',
        'per%cent%2F',
        'plus+and&more?#',
        '名前 ñandú 🦆',
        'e\u0301 and é',
        '..',
        '__proto__',
        'constructor',
        'versions',
        'name',
        'null',
        'x'.repeat(256),
        '👩‍👩‍👧'.repeat(32),
      ];
      for (const name of names) {
        const { entity, byId, byName } = await make(name);
        expect(entity.name).toBe(name);
        const found = await send('GET', byName);
        expect(found.status, `${name}: ${found.text}`).toBe(200);
        expect(found.body.id).toBe(entity.id);
        expectEntity(subject, found.body);
        expect((await send('DELETE', `${byId}?hardDelete=true&recursive=true`)).status).toBe(200);
        expectError(await send('GET', nameBelow(entity.fullyQualifiedName)), 404, 'ENTITY_NOT_FOUND');
      }
    });

    it.runIf(subject.hasRoute('patch'))('refuses patches that are none, and leaves the entity alone', async () => {
      const { id, byId } = await make();
      const before = await send('GET', byId);
      const patches: unknown[] = [
        {},
        null,
        'text',
        [1],
        [{}],
        [{ op: 'add', path: '/description' }],
        [{ op: 'fly', path: '/description', value: 'x' }],
        [{ op: 'replace', path: 'description', value: 'x' }],
        [{ op: 'replace', path: '/nosuch/field', value: 'x' }],
        [{ op: 'add', path: '/nosuchfield', value: 'x' }],
        [{ op: 'replace', path: '/description', value: 7 }],
        [{ op: 'add', path: '/__proto__/polluted', value: 1 }],
        [{ op: 'add', path: '/constructor/prototype/polluted', value: 1 }],
        [{ op: 'test', path: '/name', value: 'another' }],
        [{ op: 'replace', path: '', value: [] }],
        [{ op: 'replace', path: '', value: null }],
        [{ op: 'copy', from: '/nosuch', path: '/description' }],
        [{ op: 'move', from: '/name', path: '/description/deep/er' }],
        [
          { op: 'add', path: '/description', value: 'half' },
          { op: 'replace', path: '/displayName', value: {} },
        ],
      ];
      for (const steps of patches)
        expectError(await send('PATCH', byId, { body: steps, headers: jsonPatch }), 400, 'BAD_REQUEST');
      expectError(await send('PATCH', byId, { text: '[{', headers: jsonPatch }), 400, 'BAD_REQUEST');
      expectError(await send('PATCH', byId, { text: 'x', headers: { 'content-type': 'text/plain' } }), 415);
      expect((await send('GET', byId)).body).toEqual(before.body);
      expect(await subject.app().events(id)).toEqual(['entityCreated 0.1']);
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    });

    it.runIf(subject.hasRoute('patch'))('refuses to patch what is not there', async () => {
      const steps = [{ op: 'add', path: '/description', value: 'x' }];
      expectError(await patch('00000000-0000-4000-8000-000000000000', steps), 404, 'ENTITY_NOT_FOUND');
      expectError(await patch('no-uuid', steps), 400, 'BAD_REQUEST');
      expectError(await send('DELETE', '/00000000-0000-4000-8000-000000000000'), 404, 'ENTITY_NOT_FOUND');
    });

    it('refuses methods and paths that it does not have', async () => {
      expectError(await send('PATCH', ''), 405, 'METHOD_NOT_ALLOWED');
      const { byId } = await make();
      expectError(await send('POST', byId, { body: {} }), 405, 'METHOD_NOT_ALLOWED');
      expectError(await send('GET', `${byId}/no/such/path`), 404, 'ENTITY_NOT_FOUND');
    });
  });
});
