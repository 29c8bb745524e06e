// Who may do what, for every type: without a token, without rights, with some, with a denial, and with a condition.
import { describe, expect, it } from 'vitest';
import { rightsShape } from '../support/shapes.js';
import type { Body } from './fixtures/index.js';
import { expectError, forEachShape } from './support/subject.js';
import { post, type World } from './support/world.js';

const everything = [{ name: 'nothing', effect: 'deny', resources: ['all'], operations: ['All'] }];

forEachShape('rights', rightsShape, (subject) => {
  const { type, send, make, request, patch, hasRoute, hasTrait } = subject;
  const rule = (effect: 'allow' | 'deny', operations: string[], condition?: string) => ({
    name: `${effect} ${operations.join()}`.slice(0, 100),
    effect,
    resources: [type.name],
    operations,
    ...(condition ? { condition } : {}),
  });

  describe(type.name, () => {
    it.runIf(subject.hasRoute('patch'))('answers nobody without a token', async () => {
      const { id, byId, byName, request: body } = await make();
      const steps = [{ op: 'add', path: '/description', value: 'x' }];
      for (const token of [null, 'no.token.atall', '']) {
        for (const below of ['', byId, byName, `${byId}/versions`])
          expectError(await send('GET', below, { token }), 401, 'UNAUTHORIZED');
        for (const method of ['POST', 'PUT']) {
          expectError(await send(method, '', { token, body }), 401, 'UNAUTHORIZED');
          expectError(await send(method, '', { token, text: '{' }), 401, 'UNAUTHORIZED');
        }
        expectError(await patch(id, steps, { token }), 401, 'UNAUTHORIZED');
        expectError(await send('DELETE', byId, { token }), 401, 'UNAUTHORIZED');
      }
    });

    it.runIf(subject.hasRoute('patch'))('refuses who has no right before it looks at what was sent', async () => {
      const { token } = await userWith(subject.world(), 'powerless', everything);
      const { byId, byName, request: body, id } = await make();
      for (const below of ['', byId, byName, `${byId}/versions`, `${byId}/versions/0.1`])
        expectError(await send('GET', below, { token }), 403, 'FORBIDDEN');
      for (const method of ['POST', 'PUT'])
        for (const sent of [body, await request(), { nosuch: 1 }, []])
          expectError(await send(method, '', { token, body: sent }), 403, 'FORBIDDEN');
      expectError(await send('POST', '', { token, text: '{' }), 403, 'FORBIDDEN');
      expectError(await patch(id, [{ op: 'add', path: '/description', value: 'x' }], { token }), 403, 'FORBIDDEN');
      expectError(await patch(id, [{ op: 'fly' }], { token }), 403, 'FORBIDDEN');
      expectError(await send('DELETE', byId, { token }), 403, 'FORBIDDEN');
      expectError(await send('DELETE', `${byId}?hardDelete=perhaps`, { token }), 403, 'FORBIDDEN');
      if (hasRoute('restore')) {
        expectError(await send('PUT', '/restore', { token, body: { id } }), 403, 'FORBIDDEN');
        expectError(await send('PUT', '/restore', { token, body: {} }), 403, 'FORBIDDEN');
      }
      if (hasTrait('followers')) {
        const text = JSON.stringify(id);
        expectError(await send('PUT', `${byId}/followers`, { token, text }), 403, 'FORBIDDEN');
        expectError(await send('DELETE', `${byId}/followers/${id}`, { token }), 403, 'FORBIDDEN');
      }
      if (hasTrait('votes'))
        expectError(
          await send('PUT', `${byId}/vote`, { token, body: { updatedVoteType: 'votedUp' } }),
          403,
          'FORBIDDEN',
        );
      if (type.with?.includes('bulk')) {
        expectError(await send('PUT', '/bulk', { token, body: [body] }), 403, 'FORBIDDEN');
        expectError(await send('PUT', '/bulk', { token, body: {} }), 403, 'FORBIDDEN');
      }
      if (type.with?.includes('deleteStale'))
        expectError(await send('DELETE', '/deleteStale', { token, body: {} }), 403, 'FORBIDDEN');
      expect((await send('GET', byId)).body.version).toBe(0.1);
    });

    // Types whose description is no description need more for it.
    it.runIf(subject.hasRoute('patch') && !type.edits)('lets edit what a policy names, and nothing else', async () => {
      const name = `describes-${type.name}`;
      const { token } = await userWith(subject.world(), name, [rule('allow', ['ViewAll', 'EditDescription'])]);
      const { byId, id, request: body } = await make();
      expect((await send('GET', byId, { token })).status).toBe(200);
      const described = await patch(id, [{ op: 'add', path: '/description', value: 'By one who may' }], { token });
      expect(described.status, described.text).toBe(200);
      expect(described.body.updatedBy).toBe(name.toLowerCase());
      const steps = [{ op: 'add', path: '/displayName', value: 'No' }];
      expectError(await patch(id, steps, { token }), 403, 'FORBIDDEN');
      const both = [{ op: 'replace', path: '/description', value: 'Half' }, ...steps];
      expectError(await patch(id, both, { token }), 403, 'FORBIDDEN');
      expectError(await send('PUT', '', { body, token }), 403, 'FORBIDDEN');
      expectError(await send('POST', '', { body: await request(), token }), 403, 'FORBIDDEN');
      expectError(await send('DELETE', byId, { token }), 403, 'FORBIDDEN');
      expect((await send('GET', byId)).body.description).toBe('By one who may');
    });

    it.runIf(subject.hasRoute('patch'))('lets a denial win', async () => {
      const { token } = await userWith(subject.world(), `denied-${type.name}`, [
        rule('allow', ['All']),
        rule('deny', ['EditDescription', 'Delete']),
      ]);
      const { byId, id } = await make();
      const steps = [{ op: 'add', path: '/displayName', value: 'Yes' }];
      const named = await patch(id, steps, { token });
      expect(named.status, named.text).toBe(200);
      expectError(await patch(id, [{ op: 'add', path: '/description', value: 'No' }], { token }), 403, 'FORBIDDEN');
      expectError(await send('DELETE', byId, { token }), 403, 'FORBIDDEN');
    });

    it.runIf(subject.hasRoute('patch') && hasTrait('owners'))(
      'lists and counts what may be seen, no more',
      async () => {
        const name = `owner-${type.name}`;
        const rules = [rule('allow', ['All'], 'isOwner()'), rule('deny', ['ViewAll'], '!isOwner()')];
        const { token, user } = await userWith(subject.world(), name, rules);
        const [mine, other] = [await make(), await make()];
        expectError(await send('GET', mine.byId, { token }), 403, 'FORBIDDEN');
        const owner = { id: user.id, type: 'user' };
        await patch(mine.id, [{ op: 'add', path: '/owners', value: [owner] }]);
        expect((await send('GET', mine.byId, { token })).status).toBe(200);
        expectError(await send('GET', other.byId, { token }), 403, 'FORBIDDEN');
        expectError(await send('GET', `${other.byId}/versions`, { token }), 403, 'FORBIDDEN');
        for (const query of ['', '?limit=1000&include=all', '?fields=owners', '?limit=1']) {
          const { body } = await send('GET', query, { token });
          expect(
            body.data.map((entity: Body) => entity.id),
            query,
          ).toEqual([mine.id]);
          expect(body.paging).toEqual({ total: 1 });
        }
        const owners = [subject.fixture.namedOwners ? user.name : owner];
        // A parent of the same type would be hidden.
        const [forMe, forOthers] = [await request(), await request()].map(({ parent: _, ...body }) => body);
        const mineToo = await send('POST', '', { body: { ...forMe, owners }, token });
        expect(mineToo.status, mineToo.text).toBe(201);
        expect((await send('GET', '?limit=0', { token })).body.paging.total).toBe(2);
        expectError(await send('POST', '', { body: forOthers, token }), 403, 'FORBIDDEN');
        expect((await send('DELETE', `/${mineToo.body.id}`, { token })).status).toBe(200);
        expectError(await send('DELETE', other.byId, { token }), 403, 'FORBIDDEN');
      },
    );
  });
});

/** A user with a role of these rules; the same when asked for again. */
async function userWith(world: World, word: string, rules: Body[]): Promise<{ token: string; user: Body }> {
  const name = word.toLowerCase();
  const user = await world.once(name, async () => {
    const policy = await post(world, '/v1/policies', { name: `${name} policy`, rules });
    const role = await post(world, '/v1/roles', { name: `${name} role`, policies: [policy.name] });
    return post(world, '/v1/users', { name, email: `${name}@example.com`, roles: [role.id] });
  });
  return { token: await world.app.tokenOf(name), user };
}
