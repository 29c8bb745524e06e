import { expect, it } from 'vitest';
import { createRegistry } from '../../src/catalog/index.js';
import { entityTypes } from '../../src/entities/index.js';
import { createSearchIndex, searchRoutes } from '../../src/search/index.js';
import { createEngine } from '../support/engine.js';
import { made } from '../support/engine-types.js';
import { countingStore, forEachStore } from '../support/stores.js';

forEachStore('search below what is renamed', (use) => {
  const open = () => {
    const log = countingStore(use().store);
    const index = createSearchIndex({ registry: createRegistry(entityTypes) });
    return { log, engine: createEngine(log.store, entityTypes, { more: searchRoutes(), search: () => index }) };
  };
  const rename = (name: string) => [{ op: 'replace', path: '/name', value: name }];

  it('finds the new FQNs in any case, and not the old ones', async () => {
    const { engine } = open();
    const top = await made(engine, 'POST', '/v1/classifications', { name: 'Früher', description: '-' });
    for (const name of ['Élan', 'lo.wer', 'per_cent%'])
      await made(engine, 'POST', '/v1/tags', { name, classification: 'Früher', description: '-' });
    const found = async (fqn: string) => {
      const query_filter = JSON.stringify({ query: { term: { 'fullyQualifiedName.keyword': fqn } } });
      const { json } = await engine.send('GET', '/v1/search/query', undefined, {
        query: { q: '*', index: 'tag_search_index', query_filter },
      });
      return json.hits.hits.map((hit: { _source: { fullyQualifiedName: string } }) => hit._source.fullyQualifiedName);
    };
    expect(await found('FRÜHER.élan')).toEqual(['Früher.Élan']);
    expect(await found('früher."LO.wer"')).toEqual(['Früher."lo.wer"']);
    expect(await found('früher.per_cent%')).toEqual(['Früher.per_cent%']);
    expect(await found('früher.perXcent%')).toEqual([]);
    expect((await engine.send('PATCH', `/v1/classifications/${top.id}`, rename('Später'))).status).toBe(200);
    expect(await found('Früher.Élan')).toEqual([]);
    expect(await found('SPÄTER.ÉLAN')).toEqual(['Später.Élan']);
    expect(await found('Später."lo.wer"')).toEqual(['Später."lo.wer"']);
  });

  it('takes as many statements for many entities as for few', async () => {
    const { engine, log } = open();
    const statements = async (name: string, tags: number) => {
      const top = await made(engine, 'POST', '/v1/classifications', { name, description: '-' });
      for (let i = 0; i < tags; i++)
        await made(engine, 'POST', '/v1/tags', { name: `t${i}`, classification: name, description: '-' });
      await engine.send('PATCH', `/v1/classifications/${top.id}`, rename(`${name}1`));
      log.clear();
      expect((await engine.send('PATCH', `/v1/classifications/${top.id}`, rename(`${name}2`))).status).toBe(200);
      return log.statements.length;
    };
    expect(await statements('many', 30)).toBe(await statements('few', 2));
  });
});
