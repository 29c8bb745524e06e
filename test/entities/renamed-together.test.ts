// Renames while others read, label and create below what is renamed; on PostgreSQL through two servers.
import { expect, it } from 'vitest';
import { forEachStore } from '../support/stores.js';
import { addSchema, addTable, createTestCatalog, freshName } from './support/catalog.js';

const ROUNDS = 6;
const TAGS = 12;

forEachStore('renames beside other requests', (use, database) => {
  it('are never seen half done, and reach what is created meanwhile', async () => {
    const first = createTestCatalog(use());
    const second = database === 'postgres' ? createTestCatalog({ ...use(), store: use().another() }) : first;
    const name = freshName('many');
    const top = await first.expect(201, 'POST', '/v1/classifications', { name, description: '-' });
    const upper = await first.expect(201, 'POST', '/v1/tags', { name: 'up', classification: name, description: '-' });
    for (let i = 0; i < TAGS; i++)
      await first.expect(201, 'POST', '/v1/tags', {
        ...{ name: `t${i}`, classification: name, description: '-' },
        ...(i % 2 ? { parent: `${name}.up` } : {}),
      });
    const { fqn } = await addSchema(first);
    const tags = [`${name}.t0`, `${name}.up.t1`, `${name}.t2`].map((tagFQN) => ({ tagFQN, source: 'Classification' }));
    const table = await addTable(first, fqn, { tags });
    const ofTop = (fqns: string[]) => new Set(fqns.map((one) => one.split('.')[0]));

    let over = false;
    const reads = { labels: 0, lists: 0 };
    const readLabels = async () => {
      while (!over) {
        const { tags: shown } = await second.expect(200, 'GET', `/v1/tables/${table.id}`, undefined, {
          query: { fields: 'tags' },
        });
        expect(shown).toHaveLength(3);
        expect(ofTop(shown.map((one: { tagFQN: string }) => one.tagFQN)).size).toBe(1);
        reads.labels += 1;
      }
    };
    const readLists = async () => {
      while (!over) {
        const { data } = await second.expect(200, 'GET', '/v1/tags', undefined, { query: { limit: '1000' } });
        const mine = data.filter((one: { fullyQualifiedName: string }) => one.fullyQualifiedName.startsWith(name));
        expect(mine.length).toBeGreaterThan(TAGS);
        expect(ofTop(mine.map((one: { fullyQualifiedName: string }) => one.fullyQualifiedName)).size).toBe(1);
        reads.lists += 1;
      }
    };
    let added = 0;
    const create = async () => {
      while (!over) {
        const { fullyQualifiedName } = await second.expect(200, 'GET', `/v1/tags/${upper.id}`);
        const [classification] = fullyQualifiedName.split('.');
        const body = { name: `new${added}`, classification, parent: fullyQualifiedName, description: '-' };
        const { status } = await second.send('POST', '/v1/tags', body);
        expect([201, 404]).toContain(status); // 404: renamed since it was read
        if (status === 201) added += 1;
      }
    };
    const rename = async () => {
      try {
        for (let i = 0; i < ROUNDS; i++) {
          const value = `${name}_${i}`;
          await first.expect(200, 'PATCH', `/v1/classifications/${top.id}`, [{ op: 'replace', path: '/name', value }]);
        }
      } finally {
        over = true;
      }
    };
    await Promise.all([readLabels(), readLists(), create(), rename()]);
    expect(Math.min(reads.labels, reads.lists)).toBeGreaterThan(0);

    const last = `${name}_${ROUNDS - 1}`;
    for (const [parent, names] of [
      [last, ['up', ...Array.from({ length: TAGS / 2 }, (_, i) => `t${2 * i}`)]],
      [
        `${last}.up`,
        [
          ...Array.from({ length: TAGS / 2 }, (_, i) => `t${2 * i + 1}`),
          ...Array.from({ length: added }, (_, i) => `new${i}`),
        ],
      ],
    ] as const)
      for (const each of names) {
        const found = await second.expect(200, 'GET', `/v1/tags/name/${parent}.${each}`);
        expect(found.classification.name).toBe(last);
      }
  });
});
