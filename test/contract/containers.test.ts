// Things inside things: a container is deleted, restored and found with what it holds.
import { describe, expect, it } from 'vitest';
import type { Body } from './fixtures/index.js';
import { forEachApp } from './support/contract-app.js';
import { expectError } from './support/subject.js';
import { createWorld, post } from './support/world.js';

interface Level {
  path: string;
  /** The create request of one inside the container. */
  request(container: Body | undefined, name: string): Body;
}

const description = 'x';
const lines: Record<string, Level[]> = {
  databases: [
    { path: '/v1/services/databaseServices', request: (_, name) => ({ name, serviceType: 'CustomDatabase' }) },
    { path: '/v1/databases', request: (above, name) => ({ name, service: above?.fullyQualifiedName }) },
    { path: '/v1/databaseSchemas', request: (above, name) => ({ name, database: above?.fullyQualifiedName }) },
    {
      path: '/v1/tables',
      request: (above, name) => ({
        name,
        databaseSchema: above?.fullyQualifiedName,
        columns: [{ name: 'a', dataType: 'INT' }],
      }),
    },
  ],
  classifications: [
    { path: '/v1/classifications', request: (_, name) => ({ name, description }) },
    {
      path: '/v1/tags',
      request: (above, name) => ({ name, description, classification: above?.fullyQualifiedName }),
    },
    { path: '/v1/tags', request: (above, name) => ({ name, description, parent: above?.fullyQualifiedName }) },
  ],
  domains: [
    { path: '/v1/domains', request: (_, name) => ({ name, description, domainType: 'Aggregate' }) },
    {
      path: '/v1/domains',
      request: (above, name) => ({
        name,
        description,
        domainType: 'Source-aligned',
        parent: above?.fullyQualifiedName,
      }),
    },
  ],
};

forEachApp('containers', (use) => {
  describe.each(Object.entries(lines))('%s', (word, levels) => {
    const get = ({ path, entity }: Placed, query = '') => use().send('GET', `${path}/${entity.id}${query}`);

    it('are not deleted while they hold something, unless with all of it', async () => {
      const [top, ...below] = (await build()) as [Placed, ...Placed[]];
      expectError(await use().send('DELETE', `${top.path}/${top.entity.id}`), 400, 'BAD_REQUEST');
      expectError(await use().send('DELETE', `${top.path}/${top.entity.id}?hardDelete=true`), 400, 'BAD_REQUEST');
      for (const one of below) expect((await get(one)).status).toBe(200);
      const deleted = await use().send('DELETE', `${top.path}/${top.entity.id}?recursive=true`);
      expect(deleted.status, deleted.text).toBe(200);
      for (const one of [top, ...below]) expectError(await get(one), 404, 'ENTITY_NOT_FOUND');
      if (!('deleted' in top.entity)) return; // deleted for good at once
      for (const one of [top, ...below]) expect((await get(one, '?include=deleted')).status).toBe(200);
      const restored = await use().send('PUT', `${top.path}/restore`, { body: { id: top.entity.id } });
      expect(restored.status, restored.text).toBe(200);
      for (const one of [top, ...below]) expect((await get(one)).status).toBe(200);
    });

    it('are gone for good with all they held, and their names are free', async () => {
      const line = (await build('again')) as [Placed, ...Placed[]];
      const [top] = line;
      const deleted = await use().send('DELETE', `${top.path}/${top.entity.id}?recursive=true&hardDelete=true`);
      expect(deleted.status, deleted.text).toBe(200);
      for (const one of line) expectError(await get(one, '?include=all'), 404, 'ENTITY_NOT_FOUND');
      const second = await build('again');
      expect(second.map(({ entity }) => entity.fullyQualifiedName)).toEqual(
        line.map(({ entity }) => entity.fullyQualifiedName),
      );
    });

    it('that are deleted take nothing in', async () => {
      const line = await build();
      const container = line.at(-2) as Placed;
      const level = levels.at(-1) as Level;
      await use().send('DELETE', `${container.path}/${container.entity.id}?recursive=true`);
      const body = level.request(container.entity, 'late');
      expectError(await use().send('POST', level.path, { body }), 404, 'ENTITY_NOT_FOUND');
      expectError(await use().send('PUT', level.path, { body }), 404, 'ENTITY_NOT_FOUND');
    });

    let count = 0;
    async function build(name = `${word} ${++count}.x`): Promise<Placed[]> {
      const world = createWorld(use());
      const line: Placed[] = [];
      for (const level of levels)
        line.push({
          path: level.path,
          entity: await post(world, level.path, level.request(line.at(-1)?.entity, name)),
        });
      return line;
    }
  });
});

interface Placed {
  path: string;
  entity: Body;
}
