// Search is never stale: right after the answer to a write of any type it shows what was written, and shows nobody more than
// a GET does.
import { describe, expect, it } from 'vitest';
import { entityTypes } from '../../src/entities/index.js';
import { anyShape } from '../support/shapes.js';
import type { Body } from './fixtures/index.js';
import { type ContractApp, forEachApp, type SendOptions } from './support/contract-app.js';
import { forEachShape } from './support/subject.js';
import { createWorld, database, post, schema, type World } from './support/world.js';

async function search(app: ContractApp, query: Record<string, string>, options?: SendOptions): Promise<Body> {
  const parameters = new URLSearchParams({ include_aggregations: 'false', index: 'all', ...query });
  const { status, body, text } = await app.send('GET', `/v1/search/query?${parameters}`, options);
  expect(status, `${parameters} → ${text}`).toBe(200);
  return body;
}

async function ids(app: ContractApp, query: Record<string, string>, options?: SendOptions): Promise<string[]> {
  return (await search(app, query, options)).hits.hits.map((hit: Body) => hit._id);
}

const filter = (query: Body) => JSON.stringify({ query });

forEachShape('search', anyShape, (subject) => {
  const { type, send, make, patch, hasTrait, hasRoute, hides, world } = subject;
  const app = () => subject.app();
  const one = async (query: Record<string, string>) => (await ids(app(), { size: '50', ...query })) as string[];

  describe(type.name, () => {
    it.runIf(subject.hasRoute('patch'))('finds what was written, at once, in every state', async () => {
      const { id, entity, byId, request: body } = await make();
      const byIds = { q: '*', query_filter: filter({ ids: { values: [id] } }) };
      expect(await one({ q: entity.name })).toContain(id);
      expect(
        await one({ q: '*', query_filter: filter({ term: { fullyQualifiedName: entity.fullyQualifiedName } }) }),
      ).toContain(id);
      expect(await one({ ...byIds, index: type.name })).toEqual([id]);
      const word = `zebra${world().unique('x')}`;
      const described = await patch(id, [{ op: 'add', path: '/description', value: `Words with ${word} in them` }]);
      if (described.status === 200 && described.body.description?.includes(word)) {
        expect(await one({ q: word })).toEqual([id]);
        expect(await one({ q: `description:${word}` })).toEqual([id]);
      }
      const shown = `Giraffe ${world().unique('y')}`;
      const named = await patch(id, [{ op: 'add', path: '/displayName', value: shown }]);
      if (named.status === 200 && named.body.displayName === shown) {
        expect((await one({ q: `"${shown}"` }))[0]).toBe(id);
        expect(await one({ q: '*', query_filter: filter({ term: { 'displayName.keyword': shown } }) })).toEqual([id]);
      }
      const hit = (await search(app(), byIds)).hits.hits[0]._source;
      const whole = (await send('GET', `${byId}?fields=*`)).body;
      for (const field of ['name', 'description', 'displayName', 'version', 'fullyQualifiedName', 'owners', 'tags'])
        if (whole[field] !== undefined) expect(hit[field], field).toEqual(whole[field]);
      const put = await send('PUT', '', { body: subject.different(body) });
      if (put.status === 200) expect((await search(app(), byIds)).hits.hits[0]._source.version).toBe(put.body.version);
      expect((await send('DELETE', `${byId}?recursive=true`)).status).toBe(200);
      expect(await one(byIds)).toEqual([]);
      if (hides()) expect(await one({ ...byIds, deleted: 'true' })).toEqual([id]);
      if (hides() && hasRoute('restore')) {
        expect((await send('PUT', '/restore', { body: { id } })).status).toBe(200);
        expect(await one(byIds)).toEqual([id]);
      }
      await send('DELETE', `${byId}?recursive=true&hardDelete=true`);
      expect(await one(byIds)).toEqual([]);
      expect(await one({ ...byIds, deleted: 'true' })).toEqual([]);
    });

    it('shows fields alone as it does among all', async () => {
      const { id } = await make();
      const byIds = { q: '*', query_filter: filter({ ids: { values: [id] } }) };
      const hit = async (query: Record<string, string>) => (await search(app(), { ...byIds, ...query })).hits.hits[0];
      const { _source: whole } = await hit({});
      const brief = ['id', 'name', 'displayName', 'fullyQualifiedName', 'fqnParts', 'deleted', 'entityType'];
      for (const names of [
        ...Object.keys(whole).map((name) => [name]),
        brief,
        ['name', 'tier'],
        ['owners.name', 'id'],
      ]) {
        const roots = names.map((name) => name.split('.')[0] as string);
        const { _source: part } = await hit({ include_source_fields: names.join(',') });
        expect(part, String(names)).toEqual(Object.fromEntries(roots.map((name) => [name, whole[name]])));
      }
      expect(await hit({ fetch_source: 'false' })).not.toHaveProperty('_source');
    });

    it.runIf(subject.hasRoute('patch') && hasTrait('owners'))('follows owners, and their names', async () => {
      const { id } = await make();
      const name = world().unique('heron');
      const user = await post(world(), '/v1/users', { name, email: `${name}@example.com` });
      const owned = await patch(id, [{ op: 'add', path: '/owners', value: [{ id: user.id, type: 'user' }] }]);
      expect(owned.status, owned.text).toBe(200);
      const byOwner = (value: string) =>
        one({ q: '*', query_filter: filter({ term: { 'owners.displayName.keyword': value } }) });
      expect(await byOwner(name)).toContain(id);
      expect(await one({ q: name })).toContain(id);
      const steps = [{ op: 'add', path: '/displayName', value: `Pelican ${name}` }];
      await app().send('PATCH', `/v1/users/${user.id}`, {
        body: steps,
        headers: { 'content-type': 'application/json-patch+json' },
      });
      expect(await byOwner(name)).toContain(id); // by name too
      expect(await byOwner(`Pelican ${name}`)).toContain(id);
      expect(await one({ q: 'pelican', index: type.name })).toContain(id);
      const counts = await app().send(
        'GET',
        `/v1/search/aggregate?index=${type.name}&field=owners.displayName.keyword&value=.*pelican.*&size=1000`,
      );
      expect(counts.body.aggregations['sterms#owners.displayName.keyword'].buckets).toContainEqual({
        key: `pelican ${name}`,
        doc_count: 1,
      });
      await patch(id, [{ op: 'remove', path: '/owners/0' }]);
      expect(await byOwner(`Pelican ${name}`)).not.toContain(id);
    });

    it.runIf(hasTrait('tags'))('follows tags, and their names', async () => {
      const { id } = await make();
      const name = world().unique('Ocelot');
      const held = await post(world(), '/v1/classifications', { name: `C${name}`, description: 'x' });
      const tag = await post(world(), '/v1/tags', { name, classification: held.name, description: 'x' });
      const label = {
        tagFQN: tag.fullyQualifiedName,
        source: 'Classification',
        labelType: 'Manual',
        state: 'Confirmed',
      };
      const tagged = await patch(id, [{ op: 'add', path: '/tags', value: [label] }]);
      expect(tagged.status, tagged.text).toBe(200);
      const byTag = (fqn: string) => one({ q: '*', query_filter: filter({ term: { 'tags.tagFQN': fqn } }) });
      expect(await byTag(tag.fullyQualifiedName)).toEqual([id]);
      const steps = [{ op: 'replace', path: '/name', value: `${name}Renamed` }];
      const renamed = await app().send('PATCH', `/v1/tags/${tag.id}`, {
        body: steps,
        headers: { 'content-type': 'application/json-patch+json' },
      });
      expect(renamed.status, renamed.text).toBe(200);
      expect(await byTag(tag.fullyQualifiedName)).toEqual([]);
      expect(await byTag(`C${name}.${name}Renamed`)).toEqual([id]);
      expect(await one({ q: `${name}Renamed` })).toContain(id);
    });

    it('shows nobody more than a GET does', async () => {
      const [first, second] = [await make(), await make()];
      const owner = hasTrait('owners');
      const name = `searcher-${type.name}`.toLowerCase();
      const rules = [
        {
          name: 'own',
          effect: 'allow',
          resources: [type.name],
          operations: ['ViewAll'],
          ...(owner ? { condition: 'isOwner()' } : {}),
        },
        {
          name: 'rest',
          effect: 'deny',
          resources: ['all'],
          operations: ['ViewAll', 'ViewBasic'],
          ...(owner ? { condition: '!isOwner()' } : { condition: 'noOwner()' }),
        },
      ];
      const policy = await post(world(), '/v1/policies', { name: `${name}-policy`, rules });
      const role = await post(world(), '/v1/roles', { name: `${name}-role`, policies: [policy.name] });
      const user = await post(world(), '/v1/users', { name, email: `${name}@example.com`, roles: [role.id] });
      if (owner) await patch(first.id, [{ op: 'add', path: '/owners', value: [{ id: user.id, type: 'user' }] }]);
      const token = await app().tokenOf(name);
      const seen: string[] = [];
      for (const { id, byId } of [first, second])
        if ((await send('GET', byId, { token })).status === 200) seen.push(id);
      const query = {
        q: '*',
        size: '100',
        index: type.name,
        query_filter: filter({ ids: { values: [first.id, second.id] } }),
      };
      const answer = await search(app(), { ...query, include_aggregations: 'true' }, { token });
      expect(answer.hits.hits.map((hit: Body) => hit._id).sort()).toEqual(seen.sort());
      expect(answer.hits.total.value).toBe(seen.length);
      const buckets = answer.aggregations['sterms#entityType'].buckets as Body[];
      expect(buckets.reduce((sum, bucket) => sum + bucket.doc_count, 0)).toBe(seen.length);
      const typed = await app().send('GET', `/v1/search/suggest?q=thing&size=100&index=${type.name}`, { token });
      const suggested = typed.body.suggest['metadata-suggest'][0].options.map((option: Body) => option._id) as string[];
      for (const { id } of [first, second]) if (!seen.includes(id)) expect(suggested).not.toContain(id);
    });
  });
});

const hostile: readonly string[] = [
  '"',
  "'",
  '\\',
  '(',
  ')',
  '((((((',
  '*',
  '?',
  '***',
  'a*b*c*d*e*f*g*h',
  '"unclosed',
  ':',
  'a:',
  ':a',
  'name:(',
  'AND',
  'OR OR',
  'NOT',
  'NOT NOT',
  '+',
  '-',
  '--',
  '&&',
  '||',
  '!',
  'a AND',
  'name:[1 TO',
  'name:[* TO *]',
  '{} [] ()',
  '\u0000',
  '\ud800',
  '💥',
  'ﷺ'.repeat(200),
  'ß',
  'İ',
  "'; drop table entity; --",
  '"a" NEAR "b"',
  'exact:x',
  'keys : all',
  '{name} : "x"',
  '^x',
  'a^99',
  'a~9',
  'x'.repeat(8000),
  'a '.repeat(4000),
  '('.repeat(4000),
  'a OR '.repeat(1500),
  '*a*'.repeat(500),
  '%',
  '_',
  '%%%_%',
  'column1 - column2',
  "it''s",
  '\\"',
  '$1',
  '?1',
  "':*",
  "a':b & c",
  '<->',
  '漢',
  '漢字',
  '.*',
  '(a|a)*b',
  '__proto__',
  'constructor:x',
  'toString:x',
  'name:__proto__',
];

const bodies: readonly unknown[] = [
  1,
  null,
  [],
  'x',
  { query: 1 },
  { query: null },
  { query: { bool: 1 } },
  { query: { bool: { must: 'x' } } },
  { query: { __proto__: 1, toString: {} } },
  { query: { term: {} } },
  { query: { term: { a: {} } } },
  { query: { term: { a: [] } } },
  { query: { terms: { a: 'x' } } },
  { query: { script: {} } },
  { query: { range: { a: { gte: {} } } } },
  { query: { range: { updatedAt: { gte: 'now-1d' } } } },
  { query: { wildcard: { name: '*'.repeat(5000) } } },
  { query: { wildcard: { name: 'a*'.repeat(500) } } },
  { query: { regexp: { name: '(a+)+$' } } },
  { query: { query_string: { query: '((' } } },
  { query: { bool: { should: [{ match_all: {} }], minimum_should_match: 'x' } } },
  { query: { nested: {} } },
  { query: { exists: { field: 'owners' } } },
  { query: { terms: { 'name.keyword': Array.from({ length: 20_000 }, (_, i) => `n${i}`) } } },
];

const nested = (levels: number) => `${'{"bool":{"must":['.repeat(levels)}{"match_all":{}}${']}}'.repeat(levels)}`;

forEachApp('search', (use) => {
  let made: World | undefined;
  const theWorld = () => {
    made ??= createWorld(use());
    return made;
  };
  const answered = async (path: string) => {
    const { status, text } = await use().send('GET', path);
    expect([200, 400], `${path.slice(0, 200)} → ${text.slice(0, 300)}`).toContain(status);
  };

  it('answers hostile queries with 200 or 400', async () => {
    await post(theWorld(), '/v1/domains', {
      name: 'Something',
      domainType: 'Aggregate',
      description: 'to be found',
    });
    for (const text of hostile) {
      const q = text.includes('\ud800') ? '%ed%a0%80' : encodeURIComponent(text);
      await answered(`/v1/search/query?index=all&q=${q}`);
      await answered(`/v1/search/suggest?index=all&q=${q}`);
      await answered(`/v1/search/fieldQuery?index=all&fieldName=fullyQualifiedName&fieldValue=${q}`);
      await answered(`/v1/search/fieldQuery?index=all&fieldName=${q}&fieldValue=x`);
      await answered(`/v1/search/aggregate?index=all&field=entityType&value=${q}`);
      await answered(`/v1/search/query?index=all&sort_field=fullyQualifiedName&search_after=${q}`);
    }
    for (const text of [...bodies.map((body) => JSON.stringify(body)), ...[10, 19, 21, 2000].map(nested)])
      for (const parameter of ['query_filter', 'post_filter'])
        await answered(`/v1/search/query?index=all&${parameter}=${encodeURIComponent(text)}`);
  });

  it('refuses what the parameters forbid', async () => {
    for (const query of [
      'size=-1',
      'from=-1',
      'size=10001',
      'from=9999&size=10',
      'index=no_such_index',
      'sort_field=nosuch',
      'sort_order=up',
      'deleted=maybe',
      'query_filter=%7Bnot',
      'fetch_source=1',
      'include_aggregations=x',
    ])
      expect((await use().send('GET', `/v1/search/query?${query}`)).status, query).toBe(400);
    for (const index of [
      'all',
      'dataAsset',
      'table',
      'table_search_index',
      'topic_search_index',
      'database_schema_search_index',
      'table,database',
      '*',
    ])
      expect((await use().send('GET', `/v1/search/query?q=&index=${index}`)).status, index).toBe(200);
  });

  it('pages with search_after to an end, in both directions', async () => {
    const world = theWorld();
    await schema(world);
    for (let i = 0; i < 25; i++)
      await post(world, '/v1/domains', { name: `paged ${i}`, domainType: 'Aggregate', description: 'a page' });
    for (const [field, order] of [
      ['fullyQualifiedName', 'desc'],
      ['fullyQualifiedName', 'asc'],
      ['_score', 'desc'],
      ['updatedAt', 'asc'],
      ['name.keyword', 'asc'],
    ] as const) {
      const seen: string[] = [];
      let after: string | null = null;
      for (let page = 0; page < 20; page++) {
        const query: Record<string, string> = {
          q: 'paged',
          index: 'domain',
          size: '4',
          sort_field: field,
          sort_order: order,
        };
        const { hits } = await search(use(), after === null ? query : { ...query, search_after: after });
        seen.push(...hits.hits.map((hit: Body) => hit._id));
        const last = hits.hits.at(-1);
        if (!last) break;
        after = last.sort ? last.sort.join(',') : `0,${last._id}`;
      }
      expect(new Set(seen).size, field).toBe(25);
      expect(seen.length, field).toBe(25);
    }
  });

  it('follows a container that is renamed or owned anew', async () => {
    const world = theWorld();
    const parent = await post(world, '/v1/domains', { name: 'Upper', domainType: 'Aggregate', description: 'x' });
    const child = await post(world, '/v1/domains', {
      name: 'Lower',
      domainType: 'Aggregate',
      description: 'x',
      parent: 'Upper',
    });
    expect(await ids(use(), { q: 'upper lower' })).toContain(child.id);
    const patch = {
      headers: { 'content-type': 'application/json-patch+json' },
      body: [{ op: 'replace', path: '/name', value: 'Topmost' }],
    };
    expect((await use().send('PATCH', `/v1/domains/${parent.id}`, patch)).status).toBe(200);
    expect(await ids(use(), { q: 'topmost lower' })).toContain(child.id);
    expect(
      await ids(use(), { q: '*', query_filter: filter({ term: { fullyQualifiedName: 'Topmost.Lower' } }) }),
    ).toEqual([child.id]);
    expect(await ids(use(), { q: '*', query_filter: filter({ term: { fullyQualifiedName: 'Upper.Lower' } }) })).toEqual(
      [],
    );
    const { id } = await database(world);
    const held = await schema(world);
    const user = await post(world, '/v1/users', { name: 'inheritor', email: 'inheritor@example.com' });
    const owners = { ...patch, body: [{ op: 'add', path: '/owners', value: [{ id: user.id, type: 'user' }] }] };
    expect((await use().send('PATCH', `/v1/databases/${id}`, owners)).status).toBe(200);
    const owned = await ids(use(), { q: '*', query_filter: filter({ term: { 'owners.name': 'inheritor' } }) });
    expect(owned.sort()).toEqual([id, held.id].sort());
  });

  it('knows every type by its index', async () => {
    const { body } = await use().send('GET', '/v1/search/stats');
    expect(body.indexes.length).toBe(entityTypes.length);
  });

  it('is what is stored, row by row, also built anew', async () => {
    expect(await use().searchProblems()).toEqual([]);
    const started = await use().send('POST', '/v1/apps/trigger/SearchIndexingApplication', {
      body: { recreateIndex: true },
    });
    expect(started.status, started.text).toBe(200);
    const root = '/v1/apps/name/SearchIndexingApplication';
    const streamed = await use().send('GET', `${root}/progress/stream`);
    expect(streamed.status).toBe(200);
    const records = streamed.text
      .split('\n\n')
      .flatMap((event) => /^event: progress\ndata: (.+)$/.exec(event)?.[1] ?? [])
      .map((data) => JSON.parse(data) as Body);
    const last = records.at(-1) as Body;
    expect(last.status).toBe('success');
    const { totalRecords, successRecords } = last.successContext.stats.jobStats;
    expect(successRecords).toBe(totalRecords);
    expect(successRecords).toBeGreaterThan(0);
    expect((await use().send('GET', `${root}/runs/latest`)).body).toEqual(last);
    expect((await use().send('GET', `${root}/status`)).body.data).toEqual([last]);
    expect(await use().searchProblems()).toEqual([]);
  });
});
