// What users do to things beside writing them, where a type takes part: follow, vote, own, tag. And writes of many at once.
import { describe, expect, it } from 'vitest';
import { ownersAsPut } from '../../src/traits/index.js';
import { companyShape } from '../support/shapes.js';
import type { Body } from './fixtures/index.js';
import { expectEntity, expectError, forEachShape } from './support/subject.js';
import { classification, post } from './support/world.js';

const nobody = '00000000-0000-4000-8000-000000000000';

forEachShape('company', companyShape, (subject) => {
  const { type, send, make, patch, hasTrait } = subject;
  const person = () => {
    const world = subject.world();
    return world.once('follower', () => post(world, '/v1/users', { name: 'follower', email: 'follower@example.com' }));
  };

  describe(type.name, () => {
    it.runIf(hasTrait('followers'))('is followed and left, without a version', async () => {
      const { id, byId } = await make();
      const { id: userId } = await person();
      for (const text of [JSON.stringify(userId), userId]) {
        const followed = await send('PUT', `${byId}/followers`, { text });
        expect(followed.status, followed.text).toBe(200);
        expect(followed.body).toMatchObject({ entityId: id, eventType: 'entityUpdated', entity: { id } });
        expectEntity(subject, followed.body.entity);
        const shown = await send('GET', `${byId}?fields=followers`);
        expect(shown.body.followers.map((follower: Body) => follower.id)).toEqual([userId]);
        expect(shown.body.version).toBe(0.1);
        expectEntity(subject, shown.body);
      }
      const followed = await subject.app().send('GET', `/v1/users/${userId}?fields=follows`);
      expect(followed.body.follows.map((followed: Body) => followed.id)).toContain(id);
      const left = await send('DELETE', `${byId}/followers/${userId}`);
      expect(left.status, left.text).toBe(200);
      expect((await send('GET', `${byId}?fields=followers`)).body.followers ?? []).toEqual([]);
      expectError(await send('PUT', `${byId}/followers`, { text: JSON.stringify(nobody) }), 404, 'ENTITY_NOT_FOUND');
      expectError(await send('PUT', `${byId}/followers`, { text: '"no id"' }), 400, 'BAD_REQUEST');
      expectError(await send('PUT', `/${nobody}/followers`, { text: JSON.stringify(userId) }), 404, 'ENTITY_NOT_FOUND');
    });

    it.runIf(hasTrait('votes'))('is voted on, once by each user, without a version', async () => {
      const { byId } = await make();
      const counts = (body: Body) => {
        expectEntity(subject, body);
        expect(body.version).toBe(0.1);
        return [body.votes.upVotes, body.votes.downVotes, body.votes.upVoters.length, body.votes.downVoters.length];
      };
      for (const [vote, expected] of [
        ['votedUp', [1, 0, 1, 0]],
        ['votedUp', [1, 0, 1, 0]],
        ['votedDown', [0, 1, 0, 1]],
        ['unVoted', [0, 0, 0, 0]],
      ] as const) {
        const answer = await send('PUT', `${byId}/vote`, { body: { updatedVoteType: vote } });
        expect(answer.status, answer.text).toBe(200);
        expect(counts(answer.body.entity), vote).toEqual(expected);
        expect(counts((await send('GET', `${byId}?fields=votes`)).body), vote).toEqual(expected);
      }
      for (const body of [{ updatedVoteType: 'maybe' }, { updatedVoteType: 1 }, { nosuch: 1 }, []])
        expectError(await send('PUT', `${byId}/vote`, { body }), 400, 'BAD_REQUEST');
      const vote = { updatedVoteType: 'votedUp' };
      expectError(await send('PUT', `/${nobody}/vote`, { body: vote }), 404, 'ENTITY_NOT_FOUND');
    });

    it.runIf(subject.hasRoute('patch') && hasTrait('owners'))(
      'gets owners, who go on owning it through a PUT unless that replaces all',
      async () => {
        const { id, byId, request } = await make();
        const owner = { id: (await person()).id, type: 'user' };
        const owned = await patch(id, [{ op: 'add', path: '/owners', value: [owner] }]);
        expect(owned.status, owned.text).toBe(200);
        expectEntity(subject, owned.body);
        expect(owned.body.version).toBe(0.2);
        await send('PUT', '', { body: request });
        const replaced = type.traits?.includes(ownersAsPut);
        if (replaced) {
          expect((await send('GET', `${byId}?fields=owners`)).body.owners).toEqual([]);
          await patch(id, [{ op: 'add', path: '/owners', value: [owner] }]);
        }
        const shown = await send('GET', `${byId}?fields=owners`);
        expect(shown.body.owners.map((one: Body) => one.id)).toEqual([owner.id]);
        expect(shown.body.owners[0]).toMatchObject({ name: 'follower', type: 'user', fullyQualifiedName: 'follower' });
        const removed = await patch(id, [{ op: 'remove', path: '/owners/0' }]);
        expect(removed.status, removed.text).toBe(200);
        expect((await send('GET', `${byId}?fields=owners`)).body.owners ?? []).toEqual([]);
        expectError(await patch(id, [{ op: 'add', path: '/owners/0', value: { id: nobody, type: 'user' } }]), 404);
      },
    );

    it.runIf(hasTrait('tags'))('gets tags, also where there were none to see', async () => {
      const world = subject.world();
      const tag = await world.once('tag', async () => {
        const { fullyQualifiedName } = await classification(world);
        return post(world, '/v1/tags', { name: 'one', description: 'x', classification: fullyQualifiedName });
      });
      const { id, byId } = await make();
      const label = {
        tagFQN: tag.fullyQualifiedName,
        source: 'Classification',
        labelType: 'Manual',
        state: 'Confirmed',
      };
      const tagged = await patch(id, [{ op: 'add', path: '/tags/0', value: label }]);
      expect(tagged.status, tagged.text).toBe(200);
      const shown = await send('GET', `${byId}?fields=tags`);
      expectEntity(subject, shown.body);
      expect(shown.body.tags).toMatchObject([label]);
      expect(shown.body.version).toBe(0.2);
      expectError(await patch(id, [{ op: 'add', path: '/tags/-', value: { ...label, tagFQN: 'no.tag' } }]), 404);
      expect((await patch(id, [{ op: 'remove', path: '/tags/0' }])).status).toBe(200);
      expect((await send('GET', `${byId}?fields=tags`)).body.tags).toEqual([]);
    });

    it.runIf(type.with?.includes('bulk'))('is put in bulk, each item with its own result', async () => {
      const requests = [await subject.request(), await subject.request(), await subject.request()];
      const first = await send('PUT', '/bulk', { body: requests });
      expect(first.status, first.text).toBe(200);
      expect(first.body).toMatchObject({ status: 'success', numberOfRowsPassed: 3, numberOfRowsFailed: 0 });
      expect(first.body.successRequest.map((item: Body) => item.status)).toEqual([201, 201, 201]);
      const result = subject.app().contract.validator('type/bulkOperationResult')(first.body);
      expect(result.ok ? [] : result.errors).toEqual([]);
      const again = await send('PUT', '/bulk', { body: requests });
      expect(again.body.successRequest.map((item: Body) => item.status)).toEqual([200, 200, 200]);
      const [fqn] = first.body.successRequest.map((item: Body) => item.request);
      const entity = await send('GET', `/name/${encodeURIComponent(fqn)}`);
      expect(entity.body.version).toBe(0.1);
      expect(await subject.app().events(entity.body.id)).toEqual(['entityCreated 0.1']);
      const mixed = [
        { ...requests[0], displayName: 'Changed' },
        { ...requests[1], nosuch: 1 },
        5,
        requests[2],
        requests[2],
      ];
      const partly = await send('PUT', '/bulk', { body: mixed });
      expect(partly.body).toMatchObject({ status: 'partialSuccess', numberOfRowsPassed: 3, numberOfRowsFailed: 2 });
      expect(partly.body.failedRequest.map((item: Body) => item.status)).toEqual([400, 400]);
      expect((await send('GET', `/name/${encodeURIComponent(fqn)}`)).body.version).toBe(0.2);
      for (const text of ['{}', 'null', '', '[', '"x"']) expectError(await send('PUT', '/bulk', { text }), 400);
      const many = Array.from({ length: 1001 }, () => requests[0]);
      expectError(await send('PUT', '/bulk', { body: many }), 413, 'BULK_LIMIT_EXCEPTION');
    });

    const { scope } = subject.fixture;
    it.runIf(type.with?.includes('deleteStale') && scope)('loses what a crawl no longer saw', async () => {
      const { type: scopeEntityType, fqn: scopeFqn } = (await scope?.(subject.world())) ?? { type: '', fqn: '' };
      const [kept, lost] = [await make(), await make()];
      const { body: before } = await send('GET', '?limit=100000');
      const seen = (entities: Body[]) => entities.map((entity) => entity.fullyQualifiedName);
      const seenFqns = seen(before.data).filter((fqn) => fqn !== lost.entity.fullyQualifiedName);
      const body = { scopeEntityType, scopeFqn, seenFqns, recursive: true };
      const dry = await send('DELETE', '/deleteStale', { body: { ...body, dryRun: true } });
      expect(dry.body).toMatchObject({ dryRun: true, numberOfRowsPassed: 1 });
      expect((await send('GET', lost.byId)).status).toBe(200);
      const answer = await send('DELETE', '/deleteStale', { body });
      expect(answer.status, answer.text).toBe(200);
      expect(answer.body).toMatchObject({ dryRun: false, status: 'success', numberOfRowsPassed: 1 });
      expect((await send('GET', kept.byId)).status).toBe(200);
      expectError(await send('GET', lost.byId), 404);
      expect((await send('GET', `${lost.byId}?include=deleted`)).status).toBe(200);
      expect(await subject.app().events(lost.id)).toEqual(['entityCreated 0.1', 'entitySoftDeleted 0.1 → 0.2']);
      const back = await send('PUT', '/bulk', { body: [lost.request] });
      expect(back.body.status).toBe('success');
      expect((await send('GET', lost.byId)).body.deleted ?? false).toBe(false);
      for (const nothing of [{ scopeFqn: 'no.such' }, { seenFqns: [] }]) {
        const { body: swept } = await send('DELETE', '/deleteStale', { body: { ...body, ...nothing } });
        expect(swept).toMatchObject({ status: 'success', numberOfRowsProcessed: 0 });
      }
      expect((await send('GET', kept.byId)).status).toBe(200);
      for (const wrong of [{ scopeEntityType: 'nosuch' }, { seenFqns: 'all' }, { nosuch: 1 }, { scopeFqn: null }])
        expectError(await send('DELETE', '/deleteStale', { body: { ...body, ...wrong } }), 400);
    });
  });
});
