// Three servers whose clocks differ: posts and comments stay in the order in which they were acknowledged.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Body } from '../contract/fixtures/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { forPostgres } from '../support/stores.js';

const POSTS = 9;
const CLOCKS = [5000, -5000, 0];

forPostgres('posts of several servers', (use) => {
  const servers: TestApp[] = [];
  let turn = 0;
  let about: string;
  beforeAll(async () => {
    for (const ahead of CLOCKS)
      servers.push(await createTestApp({ store: { ...use(), store: use().another() }, now: () => Date.now() + ahead }));
    const { fullyQualifiedName } = await ok('POST', '/v1/domains', {
      ...{ name: 'talk', domainType: 'Aggregate', description: 'x' },
    });
    about = `<#E::domain::${fullyQualifiedName}>`;
  }, 60_000);
  afterAll(async () => {
    for (const server of servers) await server.close();
  });

  /** Each request goes to another server than the one before. */
  const ok = async (method: string, path: string, body?: unknown): Promise<Body> => {
    const server = servers[turn++ % servers.length]!;
    const answer = await server.request(method, path, body === undefined ? {} : { body });
    expect(answer.status, `${method} ${path}: ${answer.text.slice(0, 500)}`).toBeLessThan(300);
    return answer.json;
  };
  const messages = (posts: Body[]) => posts.map(({ message }) => message);
  const all = Array.from({ length: POSTS }, (_, i) => `Post ${i}`);

  it('keeps the posts of a thread in order', async () => {
    const thread = await ok('POST', '/v1/feed', { message: 'Well?', about });
    const times: number[] = [thread.updatedAt];
    for (const [i, message] of all.entries()) {
      const answer = await ok('POST', `/v1/feed/${thread.id}/posts`, { message });
      expect(messages(answer.posts)).toEqual(all.slice(0, i + 1));
      times.push(answer.updatedAt);
    }
    expect([...times].sort()).toEqual(times);
    const { data } = await ok('GET', `/v1/feed/${thread.id}/posts`);
    expect(messages(data)).toEqual(all);
    expect(data.map(({ postTs }: Body) => postTs)).toEqual(data.map(({ postTs }: Body) => postTs).sort());
  });

  it('keeps the comments of a task in order', async () => {
    const task = await ok('POST', '/v1/tasks', { category: 'Custom', type: 'CustomTask', about });
    for (const message of all) await ok('POST', `/v1/tasks/${task.id}/comments`, { message });
    const { comments } = await ok('GET', `/v1/tasks/${task.id}?fields=comments`);
    expect(messages(comments)).toEqual(all);
  });
});
