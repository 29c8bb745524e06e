// Halves of characters and NUL are legal in JSON and in addresses, and no database takes them: they find nothing.
import { expect, it } from 'vitest';
import { createTestApp } from '../support/app.js';
import { forEachSeededStore } from '../support/stores.js';

const odd = ['\ud83d', 'a\udc00', '\u0000', 'x\u0000y'];

forEachSeededStore('odd text in searches', (use) => {
  it('finds nothing', { timeout: 120_000 }, async () => {
    const app = await createTestApp({ store: use() });
    for (const text of odd) {
      for (const field of [
        '_id',
        'name.keyword',
        'name',
        'fullyQualifiedName',
        'owners.name',
        'tags.tagFQN',
        'tableType',
      ])
        for (const query of [
          { term: { [field]: text } },
          { match: { [field]: text } },
          { wildcard: { [field]: `${text}*` } },
        ]) {
          const parameters = { q: '*', index: 'all', query_filter: JSON.stringify({ query }) };
          const { status, json } = await app.request('GET', '/v1/search/query', { query: parameters });
          expect(status, `${field} ${JSON.stringify(query)}`).toBe(200);
          if (!('wildcard' in query)) expect(json.hits.total.value, field).toBe(0);
        }
      const address = encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'));
      for (const path of [
        `query?index=all&q=_id:${address}`,
        `query?index=all&q=${address}&search_after=${address}&sort_field=name.keyword`,
        `query?index=all&search_after=${address}`,
        `suggest?index=all&q=${address}`,
        `fieldQuery?index=all&fieldName=_id&fieldValue=${address}`,
        `fieldQuery?index=all&fieldName=${address}&fieldValue=${address}`,
        `aggregate?index=all&field=entityType&value=${address}`,
      ])
        expect([200, 400], path).toContain((await app.request('GET', `/v1/search/${path}`)).status);
      const body = { fieldName: 'entityType', queryText: text, fieldValue: text, index: 'all' };
      expect((await app.request('POST', '/v1/search/aggregate', { body })).status).toBe(200);
    }
    await app.close();
  });
});
