// From birth to deletion: what every type answers, and the events that tell of it.
import { describe, expect, it } from 'vitest';
import { entityTypes } from '../../src/entities/index.js';
import { memoFeature } from '../features/sample/memo-feature.js';
import { memoFixture } from '../features/sample/memo-fixture.js';
import { fixtures } from './fixtures/index.js';
import { expectEntity, expectError, forEachTypeWith, settled } from './support/subject.js';

it('knows every registered type, and no other', () => {
  expect(fixtures.map(({ type }) => type).sort()).toEqual(entityTypes.map(({ name }) => name).sort());
});

forEachTypeWith('life', { feature: memoFeature(), fixtures: [memoFixture] }, (subject) => {
  const { type, send, make, request, different, patch, hasRoute, hides } = subject;

  describe(type.name, () => {
    it('is created', async () => {
      const body = await request();
      const created = await send('POST', '', { body });
      expect(created.status, created.text).toBe(201);
      expectEntity(subject, created.body);
      expect(created.body).toMatchObject({ name: body.name, version: 0.1, description: body.description });
      expect(created.body.id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      expect(created.headers.location).toBe(`${subject.app().publicUrl}/api${subject.path}/${created.body.id}`);
      expect(created.body.href).toBe(created.headers.location);
      expect(created.body.updatedBy).toBe('admin');
      expect(Math.abs(created.body.updatedAt - Date.now())).toBeLessThan(60_000);
      expectError(await send('POST', '', { body }), 409, 'ENTITY_ALREADY_EXISTS');
    });

    it('is read by id and by name, and both agree', async () => {
      const { byId, byName, entity } = await make();
      const one = await send('GET', byId);
      expect(one.status).toBe(200);
      expectEntity(subject, one.body);
      expect(one.body).toMatchObject({ id: entity.id, fullyQualifiedName: entity.fullyQualifiedName, version: 0.1 });
      const same = await send('GET', byName);
      expect(same.body).toEqual(one.body);
      expect(same.headers.etag).toBe(one.headers.etag);
      expectError(await send('GET', '/00000000-0000-4000-8000-000000000000'), 404, 'ENTITY_NOT_FOUND');
      expectError(await send('GET', '/name/no-such-thing'), 404, 'ENTITY_NOT_FOUND');
      expectError(await send('GET', '/no-uuid'), 400, 'BAD_REQUEST');
      expectError(await send('GET', `${byId}?include=some`), 400, 'BAD_REQUEST');
    });

    it('shows each field when asked for, and only then', async () => {
      const { byId } = await make();
      const traits = type.traits ?? [];
      const optional = [
        ...traits.filter((trait) => !trait.always).map(({ field }) => field),
        ...(type.onRequest ?? []),
      ];
      const plain = await send('GET', byId);
      expect(optional.filter((field) => field in plain.body)).toEqual([]);
      for (const field of optional) {
        const { status, body } = await send('GET', `${byId}?fields=${field}`);
        expect(status, field).toBe(200);
        expectEntity(subject, body);
        const allowed = traits.filter((trait) => trait.field === field || trait.with?.includes(field));
        const others = optional.filter((other) => other !== field && !allowed.some((trait) => trait.field === other));
        expect(others.filter((other) => other in body)).toEqual([]);
      }
      for (const trait of traits)
        if (trait.empty !== undefined && trait.empty !== null)
          expect((await send('GET', `${byId}?fields=${trait.field}`)).body).toHaveProperty(trait.field);
      for (const query of ['fields=*', `fields=${optional.join(',')}`, `fields=%20${optional.join('%20,%20')}`]) {
        const all = await send('GET', `${byId}?${query}`);
        expect(all.status, query).toBe(200);
        expectEntity(subject, all.body);
      }
      expectError(await send('GET', `${byId}?fields=nosuchfield`), 400, 'BAD_REQUEST');
      expectError(await send('GET', `?fields=nosuchfield`), 400, 'BAD_REQUEST');
      const listed = await send('GET', '?fields=*&limit=1000');
      expect(listed.status).toBe(200);
      for (const entity of listed.body.data) expectEntity(subject, entity);
    });

    it('stays as it is when the same is put again', async () => {
      const { request: body, id, byId } = await make();
      const before = await send('GET', `${byId}?fields=*`);
      const again = await send('PUT', '', { body });
      expect(again.status, again.text).toBe(200);
      expectEntity(subject, again.body);
      expect(again.body.id).toBe(id);
      const after = await send('GET', `${byId}?fields=*`);
      expect(after.body).toEqual(before.body);
      expect(after.headers.etag).toBe(before.headers.etag);
      expect(await subject.app().events(id)).toEqual(['entityCreated 0.1']);
    });

    it('is created by PUT', async () => {
      const body = await request();
      const created = await send('PUT', '', { body });
      expect(created.status, created.text).toBe(201);
      expectEntity(subject, created.body);
      expect(created.body.version).toBe(0.1);
    });

    it('changes by PUT', async () => {
      const { request: body, id, byId } = await make();
      const changed = await send('PUT', '', { body: different(body) });
      expect(changed.status, changed.text).toBe(200);
      expectEntity(subject, changed.body);
      expect(changed.body.version).toBe(0.2);
      expect(changed.body.changeDescription.previousVersion).toBe(0.1);
      const read = await send('GET', byId);
      expect(read.body.version).toBe(0.2);
      expect(settled(read.body)).not.toEqual(settled((await send('GET', `${byId}/versions/0.1`)).body));
      expect(await subject.app().events(id)).toEqual(['entityCreated 0.1', 'entityUpdated 0.1 → 0.2']);
    });

    it.runIf(hasRoute('patch'))('changes by PATCH, and changes of one user flow together', async () => {
      const { id, byId, byName } = await make();
      const first = await patch(id, [{ op: 'add', path: '/description', value: 'Patched' }]);
      expect(first.status, first.text).toBe(200);
      expectEntity(subject, first.body);
      expect(first.body).toMatchObject({ version: 0.2, description: 'Patched' });
      const second = await patch(id, [{ op: 'add', path: '/displayName', value: 'Shown' }]);
      expect(second.body).toMatchObject({ version: 0.2, description: 'Patched', displayName: 'Shown' });
      expect(second.body.changeDescription.previousVersion).toBe(0.1);
      const same = await patch(id, [{ op: 'replace', path: '/displayName', value: 'Shown' }]);
      expect(same.status).toBe(200);
      expect(same.body.version).toBe(0.2);
      expect(same.headers.etag).toBe(second.headers.etag);
      const events = ['entityCreated 0.1', 'entityUpdated 0.1 → 0.2', 'entityUpdated 0.2 → 0.2'];
      expect(await subject.app().events(id)).toEqual(events);
      expect((await send('GET', byId)).body).toMatchObject({ description: 'Patched', displayName: 'Shown' });
      if (hasRoute('patchByName')) {
        const steps = [{ op: 'replace', path: '/description', value: 'By name' }];
        const headers = { 'content-type': 'application/json-patch+json' };
        const named = await send('PATCH', byName, { body: steps, headers });
        expect(named.status, named.text).toBe(200);
        expect(named.body.description).toBe('By name');
      }
    });

    it.runIf(hasRoute('patch'))('does not let a PATCH move what the server owns', async () => {
      const { id, byId } = await make();
      const before = await send('GET', byId);
      for (const field of ['id', 'version', 'fullyQualifiedName', 'updatedAt', 'updatedBy', 'href']) {
        const value = typeof before.body[field] === 'number' ? 7 : '00000000-0000-4000-8000-000000000000';
        const answer = await patch(id, [{ op: 'replace', path: `/${field}`, value }]);
        expect([200, 400], `${field}: ${answer.text}`).toContain(answer.status);
      }
      expect((await send('GET', byId)).body).toEqual(before.body);
    });

    if (subject.fixture.major)
      it('makes a major version of an incompatible change', async () => {
        const { id } = await make();
        const changed = await patch(id, subject.fixture.major ?? []);
        expect(changed.status, changed.text).toBe(200);
        expect(changed.body.version).toBe(1.1);
        expect(await subject.app().events(id)).toEqual(['entityCreated 0.1', 'entityUpdated 0.1 → 1.1']);
      });

    it.runIf(hasRoute('versions'))('keeps its versions', async () => {
      const { request: body, entity, id, byId } = await make();
      await patch(id, [{ op: 'add', path: '/description', value: 'Second' }]);
      await send('PUT', '', { body: { ...different(body), description: 'Third' } });
      const listed = await send('GET', `${byId}/versions`);
      expect(listed.status).toBe(200);
      expect(listed.body.entityType).toBe(type.name);
      const versions = listed.body.versions.map((text: string) => JSON.parse(text));
      expect(versions.map(({ version }: { version: number }) => version)).toEqual([0.3, 0.2, 0.1]);
      const described = [0.3, 0.2, 0.1].map((version, i) => [version, versions[i].description]);
      expect(described).toEqual([
        [0.3, 'Third'],
        [0.2, 'Second'],
        [0.1, entity.description],
      ]);
      for (const version of versions) {
        expectEntity(subject, version);
        const one = await send('GET', `${byId}/versions/${version.version}`);
        expect(one.status).toBe(200);
        expect(one.body).toEqual(version);
      }
      expectError(await send('GET', `${byId}/versions/7.7`), 404, 'ENTITY_NOT_FOUND');
      expectError(await send('GET', `${byId}/versions/latest`), 400, 'BAD_REQUEST');
      expectError(await send('GET', '/00000000-0000-4000-8000-000000000000/versions'), 404, 'ENTITY_NOT_FOUND');
    });

    it.runIf(hasRoute('delete'))('is deleted softly, shown when asked for, and restored', async () => {
      const { id, byId, byName, request: body } = await make();
      if (!hides()) return;
      const before = await send('GET', `${byId}?fields=*`);
      const deleted = await send('DELETE', byId);
      expect(deleted.status, deleted.text).toBe(200);
      expectEntity(subject, deleted.body);
      for (const below of [byId, byName, `${byId}?include=non-deleted`])
        expectError(await send('GET', below), 404, 'ENTITY_NOT_FOUND');
      expectError(await send('DELETE', byId), 404, 'ENTITY_NOT_FOUND');
      expectError(await send('POST', '', { body }), 409, 'ENTITY_ALREADY_EXISTS');
      for (const include of ['deleted', 'all']) {
        const shown = await send('GET', `${byName}?include=${include}`);
        expect(shown.status).toBe(200);
        expectEntity(subject, shown.body);
        expect(await idsOf(`include=${include}`)).toContain(id);
      }
      expect(await idsOf('')).not.toContain(id);
      expect(await idsOf('include=non-deleted')).not.toContain(id);
      if (!hasRoute('restore')) return;
      const restored = await send('PUT', '/restore', { body: { id } });
      expect(restored.status, restored.text).toBe(200);
      expectEntity(subject, restored.body);
      const after = await send('GET', `${byId}?fields=*`);
      expect(settled(after.body)).toEqual(settled(before.body));
      expect(await idsOf('')).toContain(id);
      expect(await idsOf('include=deleted')).not.toContain(id);
      expectError(await send('PUT', '/restore', { body: { id } }), 400, 'BAD_REQUEST');
      expect(await subject.app().events(id)).toEqual([
        'entityCreated 0.1',
        'entitySoftDeleted 0.1 → 0.2',
        'entityRestored 0.2 → 0.3',
      ]);
    });

    it.runIf(hasRoute('delete'))('is deleted for good, and its name is free again', async () => {
      const { id, byId, byName, request: body } = await make();
      await patch(id, [{ op: 'add', path: '/description', value: 'Soon gone' }]);
      const deleted = await send('DELETE', `${byId}?hardDelete=true&recursive=true`);
      expect(deleted.status, deleted.text).toBe(200);
      expectEntity(subject, deleted.body);
      for (const below of [byId, byName, `${byId}?include=all`, `${byId}/versions`])
        expectError(await send('GET', below), 404, 'ENTITY_NOT_FOUND');
      expect(await idsOf('include=all')).not.toContain(id);
      expect(await subject.app().events(id)).toEqual([
        'entityCreated 0.1',
        'entityUpdated 0.1 → 0.2',
        'entityDeleted 0.2 → 0.2',
      ]);
      const afresh = await subject.fixture.afresh?.(subject.world());
      const again = await send('POST', '', { body: { ...body, ...afresh } });
      expect(again.status, again.text).toBe(201);
      expect(again.body.version).toBe(0.1);
      expect(again.body.id).not.toBe(id);
    });

    it.runIf(hasRoute('delete'))('is deleted by name, and from the soft deleted state', async () => {
      const { byName, byId, id } = await make();
      if (hasRoute('deleteByName')) expect((await send('DELETE', byName)).status).toBe(200);
      else expect((await send('DELETE', byId)).status).toBe(200);
      if (hides()) {
        const gone = await send('DELETE', `${byId}?hardDelete=true`);
        expect(gone.status, gone.text).toBe(200);
      } else expect((await subject.app().events(id)).at(-1)).toBe('entityDeleted 0.1 → 0.1');
      expectError(await send('GET', `${byId}?include=all`), 404, 'ENTITY_NOT_FOUND');
      expectError(await send('DELETE', `${byId}?hardDelete=true`), 404, 'ENTITY_NOT_FOUND');
      expectError(await send('DELETE', `${byId}?hardDelete=perhaps`), 400, 'BAD_REQUEST');
    });

    it.runIf(hasRoute('deleteAsync'))('is deleted while the client does not wait', async () => {
      const { byId } = await make();
      const accepted = await send('DELETE', `/async/${byId.slice(1)}?hardDelete=true&recursive=true`);
      expect(accepted.status).toBe(202);
      expect(accepted.body).toEqual({ jobId: expect.any(String), message: expect.any(String) });
      expectError(await send('GET', `${byId}?include=all`), 404, 'ENTITY_NOT_FOUND');
    });

    async function idsOf(query: string): Promise<string[]> {
      const { body } = await send('GET', `?limit=100000&${query}`);
      return body.data.map(({ id }: { id: string }) => id);
    }
  });
});
