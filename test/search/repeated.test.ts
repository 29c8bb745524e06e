// The same searches again and again while documents change, come and go: what was found before is never told for what is found now.
import { expect, it } from 'vitest';
import { createRegistry } from '../../src/catalog/index.js';
import { entityTypes } from '../../src/entities/index.js';
import { createSearchIndex, searchRoutes } from '../../src/search/index.js';
import { createEngine } from '../support/engine.js';
import { forEachStore } from '../support/stores.js';
import { createDice } from './catalog/dice.js';

const WORDS = ['amber', 'birch', 'cedar', 'delta'];
const QUERIES = [...WORDS, 'amber birch', 'amber OR delta', 'amber -cedar', 'name:birch', 'ced*'];

interface Domain {
  id: string;
  name: string;
  description: string;
}

forEachStore('repeated searches', (use) => {
  it('find what is there now', { timeout: 60_000 }, async () => {
    const index = createSearchIndex({ registry: createRegistry(entityTypes) });
    const engine = createEngine(use().store, entityTypes, { more: searchRoutes(), search: () => index });
    const dice = createDice(11);
    const domains: Domain[] = [];
    let named = 0;

    const some = () => WORDS.filter(() => dice.percent(50)).join(' ');
    const has = ({ name, description }: Domain, word: string) => `${name} ${description}`.includes(word);
    const expected = (q: string) =>
      domains.filter((domain) => {
        if (q === 'amber birch') return has(domain, 'amber') && has(domain, 'birch');
        if (q === 'amber OR delta') return has(domain, 'amber') || has(domain, 'delta');
        if (q === 'amber -cedar') return has(domain, 'amber') && !has(domain, 'cedar');
        if (q === 'name:birch') return domain.name.includes('birch');
        if (q === 'ced*') return domain.name.includes('cedar');
        return has(domain, q);
      });

    async function send(method: string, path: string, body?: unknown) {
      const { status, json } = await engine.send(method, path, body);
      expect(status, JSON.stringify(json)).toBeLessThan(300);
      return json;
    }

    async function create() {
      const name = `${dice.pick(WORDS)}_${named++}`;
      const description = `${some()} text`;
      const { id } = await send('POST', '/v1/domains', { name, description, domainType: 'Aggregate' });
      domains.push({ id, name, description });
    }

    async function change() {
      const domain = dice.pick(domains);
      domain.description = `${some()} text ${named++}`;
      const patch = [{ op: 'replace', path: '/description', value: domain.description }];
      await send('PATCH', `/v1/domains/${domain.id}`, patch);
    }

    async function remove() {
      const [gone] = domains.splice(Math.floor(dice.next() * domains.length), 1);
      await engine.send('DELETE', `/v1/domains/${gone?.id}`, undefined, { query: { hardDelete: 'true' } });
    }

    for (let i = 0; i < 40; i++) await create();
    for (let round = 0; round < 25; round++) {
      for (const q of QUERIES) {
        const query = { q, index: 'domain', size: '200' };
        const { json } = await engine.send('GET', '/v1/search/query', undefined, { query });
        const names = json.hits.hits.map((hit: { _source: Domain }) => hit._source.name);
        const wanted = expected(q).map(({ name }) => name);
        if (wanted.length > 0) expect(names.sort(), q).toEqual(wanted.sort());
      }
      // A few changes, many, and none.
      for (let i = [2, 45, 0, 1][round % 4] as number; i > 0; i--)
        await dice.pick([create, change, change, change, ...(domains.length > 20 ? [remove] : [])])();
    }
  });
});
