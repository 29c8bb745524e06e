// Long threads and many people: pages and events stay small, and what is too much is refused with the limit.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPeople, type People } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { eventsOf } from '../support/read-events.js';
import { forEachSeededStore } from '../support/stores.js';

const POSTS = 1200;

forEachSeededStore('large threads', (use) => {
  let people: People;
  let about: string;
  beforeAll(async () => {
    people = await openPeople(use());
    about = `<#E::table::${(await people.table()).fullyQualifiedName}>`;
  });
  afterAll(() => people.app.close());

  const ok = async (method: string, path: string, body?: unknown) => {
    const answer = await people.send(method, path, body);
    expect(answer.status, `${method} ${path}: ${answer.text.slice(0, 400)}`).toBeLessThan(300);
    return answer.body;
  };
  const start = (message: string) => people.send('POST', '/v1/feed', { message, about });
  const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

  it('show their newest posts, and all in pages', async () => {
    const { id } = (await start('Long')).body;
    const { id: author } = await ok('GET', '/v1/users/name/admin');
    await use().store.write((tx) =>
      tx.run(
        `insert into post (id, thread_id, author_id, author_name, message, at)
          select named.value, cast($2 as text), cast($3 as text), 'admin', 'Hm', 1 from ${tx.dialect.list('$1')} as named`,
        [JSON.stringify([...Array(POSTS).keys()].map(idOf)), id, author],
      ),
    );
    const thread = await ok('GET', `/v1/feed/${id}`);
    expect([thread.postsCount, thread.posts.length, thread.posts.at(-1).id]).toEqual([POSTS, 1000, idOf(POSTS - 1)]);
    const pages: string[] = [];
    for (let offset = 0; offset < POSTS; offset += 500) {
      const { data, paging } = await ok('GET', `/v1/feed/${id}/posts?limit=500&offset=${offset}`);
      expect(paging.total).toBe(POSTS);
      pages.push(...data.map((post: Body) => post.id));
    }
    expect(pages).toEqual([...Array(POSTS).keys()].map(idOf));
    const listed = await ok('GET', '/v1/feed?limit=1000&limitPosts=1000000');
    expect(listed.data.find((one: Body) => one.id === id).posts).toHaveLength(10);
    const added = await ok('POST', `/v1/feed/${id}/posts`, { message: 'Last' });
    expect([added.postsCount, added.posts.at(-1).message]).toEqual([POSTS + 1, 'Last']);
    const event = (await eventsOf(use().store, id)).at(-1);
    const { posts } = typeof event?.entity === 'string' ? JSON.parse(event.entity) : (event?.entity ?? {});
    expect([posts.length, posts.at(-1).message]).toEqual([10, 'Last']);
  });

  it('fill pages with less of long texts, and nothing is lost', async () => {
    const subject = await people.table();
    const about = `<#E::table::${subject.fullyQualifiedName}>`;
    const long = 'x'.repeat(60_000);
    const { id } = await ok('POST', '/v1/feed', { message: 'First', about });
    const { id: author } = await ok('GET', '/v1/users/name/admin');
    const fill = (table: string, columns: string, values: string, ids: string[]) =>
      use().store.write((tx) =>
        tx.run(
          `insert into ${table} (${columns}) select ${values} from ${tx.dialect.list('$1')} as named, thread t where t.id = cast($2 as text)`,
          [JSON.stringify(ids), id, author, long],
        ),
      );
    const post = "'admin', cast($4 as text), 1";
    await fill(
      ...(['post', 'id, thread_id, author_id, author_name, message, at'] as const),
      ...([`named.value, t.id, cast($3 as text), ${post}`, [...Array(60).keys()].map((n) => idOf(n + 5000))] as const),
    );
    const kept =
      'type, about_type, about_id, part, author_id, author_name, created_at, updated_at, updated_by, resolved, doc';
    await fill(
      ...(['thread', `id, message, ${kept}`] as const),
      `named.value, coalesce(cast($4 as text), cast($3 as text)), ${kept.replaceAll(/(\w+)/g, 't.$1')}`,
      [...Array(120).keys()].map((n) => idOf(n + 9000)),
    );
    const thread = await ok('GET', `/v1/feed/${id}`);
    expect([thread.postsCount, thread.posts.length, thread.posts.at(-1).id]).toEqual([60, 17, idOf(5059)]);
    const size = (text: unknown) => JSON.stringify(text).length;
    await ok('POST', `/v1/feed/${id}/posts`, { message: 'Last' });
    expect(size((await eventsOf(use().store, id)).at(-1))).toBeLessThan(400_000);
    const link = encodeURIComponent(about);
    const pages: { ids: string[]; before: string }[] = [];
    for (let after = ''; after !== 'end' && pages.length < 10; ) {
      const { data, paging } = await ok('GET', `/v1/feed?limit=1000&limitPosts=1000&entityLink=${link}${after}`);
      expect([paging.total, size(data) < 9_000_000]).toEqual([121, true]);
      pages.push({ ids: data.map((one: Body) => one.id), before: encodeURIComponent(paging.before ?? '') });
      after = paging.after ? `&after=${encodeURIComponent(paging.after)}` : 'end';
    }
    const seen = pages.flatMap(({ ids }) => ids);
    expect([pages.length, new Set(seen).size, seen.length]).toEqual([2, 121, 121]);
    const back = await ok('GET', `/v1/feed?limit=1000&entityLink=${link}&before=${pages[1]?.before}`);
    expect(back.data.at(-1).id).toBe(pages[0]?.ids.at(-1));
  });

  it('mention at most a thousand people', async () => {
    const mention = (n: number) => `<#E::user::nobody${n}>`;
    const many = [...Array(1001).keys()].map(mention);
    expect((await start(many.slice(1).join(' '))).status).toBe(201);
    const refused = await start(many.join(' '));
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('1000')]);
    expect((await start(`${mention(1)} `.repeat(1500))).status).toBe(201);
    expect((await start('x'.repeat(100_001))).status).toBe(400);
  });
});
