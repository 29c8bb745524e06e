// Files about entities over HTTP: who may attach and read them, and how they are sent.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Body } from '../contract/fixtures/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { forEachSeededStore } from '../support/stores.js';

forEachSeededStore('attachments', (use) => {
  let app: TestApp;
  let table: Body;
  beforeAll(async () => {
    app = await createTestApp({ store: use() });
    const make = async (path: string, body: object) => (await app.request('POST', path, { body })).json;
    await make('/v1/services/databaseServices', { name: 'shop', serviceType: 'Mysql' });
    await make('/v1/databases', { name: 'sales', service: 'shop' });
    await make('/v1/databaseSchemas', { name: 'public', database: 'shop.sales' });
    table = await make('/v1/tables', {
      name: 'orders',
      databaseSchema: 'shop.sales.public',
      columns: [{ name: 'id', dataType: 'INT' }],
    });
    await make('/v1/users', { name: 'reader', email: 'reader@example.com' });
    const policy = await make('/v1/policies', {
      name: 'no tables',
      rules: [{ name: 'none', effect: 'deny', resources: ['table'], operations: ['All'] }],
    });
    const role = await make('/v1/roles', { name: 'blind', policies: [policy.name] });
    const made = await make('/v1/users', { name: 'stranger', email: 'stranger@example.com', roles: [role.id] });
    expect(made.id).toBeDefined();
  });
  afterAll(() => app.close());

  const boundary = 'xxBOUNDARYxx';
  const upload = async (
    file: { name: string; content: Buffer } | null,
    fields: Record<string, string>,
    token = app.adminToken,
  ) => {
    const parts: Buffer[] = Object.entries(fields).map(([name, value]) =>
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    );
    if (file)
      parts.push(
        Buffer.from(
          `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${file.name}"\r\nContent-Type: text/html\r\n\r\n`,
        ),
        file.content,
        Buffer.from('\r\n'),
      );
    parts.push(Buffer.from(`--${boundary}--\r\n`));
    const answer = await app.server.app.inject({
      method: 'POST',
      url: '/api/v1/attachments/upload',
      headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: Buffer.concat(parts),
    });
    return { status: answer.statusCode, json: JSON.parse(answer.body) };
  };
  const about = { entityLink: '<#E::table::shop.sales.public.orders>' };
  const get = (url: string, token = app.adminToken) =>
    app.server.app.inject({ url: `/api${url}`, headers: { authorization: `Bearer ${token}` } });

  it('are stored, listed, sent as downloads and deleted', async () => {
    const content = Buffer.from([0, 1, 2, 255, 13, 10, 13, 10]);
    const { status, json: made } = await upload({ name: '../../etc/Plan ü.png', content }, about);
    expect(status, JSON.stringify(made)).toBe(201);
    expect(made).toMatchObject({
      ...{ fileName: 'Plan ü.png', contentType: 'image/png', size: 8, extension: '.png', assetType: 'Inline' },
      ...{ fullyQualifiedName: table.fullyQualifiedName, entityLink: about.entityLink },
    });
    const sent = await get(`/v1/attachments/${made.id}/download`);
    expect([sent.statusCode, Buffer.compare(sent.rawPayload, content)]).toEqual([200, 0]);
    expect(sent.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="Plan _.png"; filename*=UTF-8''Plan%20%C3%BC.png`,
    });
    expect((await get(`/v1/attachments/${made.id}/download?direct=true`)).headers['content-disposition']).toMatch(
      /^inline/,
    );
    const text = await upload({ name: 'b.txt', content: Buffer.from('<script>') }, { ...about, assetType: 'External' });
    const direct = await get(`/v1/attachments/${text.json.id}/download?direct=true`);
    expect(direct.headers['content-disposition']).toMatch(/^attachment/);
    expect(direct.headers['content-type']).toMatch(/^text\/plain/);
    const list = async (kind: string) =>
      (await get(`/v1/attachments/fqn/${table.fullyQualifiedName}/${kind}?sortBy=name`)).json();
    expect(await list('Inline')).toMatchObject([{ id: made.id }]);
    expect(await list('External')).toMatchObject([{ id: text.json.id }]);
    expect((await app.request('DELETE', `/v1/attachments/${made.id}`)).status).toBe(200);
    expect((await get(`/v1/attachments/${made.id}`)).statusCode).toBe(404);
    expect(await list('Inline')).toEqual([]);
    await app.request('DELETE', `/v1/attachments/${made.id}?hardDelete=true`);
    await app.request('DELETE', `/v1/attachments/${text.json.id}?hardDelete=true`);
    const left = await use().store.read((sql) => sql.get<{ n: number }>('select count(*) as n from attachment_data'));
    expect(Number(left?.n)).toBe(0);
  });

  it('are for those who see what they are about', async () => {
    const { json: made } = await upload({ name: 'a.csv', content: Buffer.from('a,b') }, about);
    const [reader, stranger] = [await app.tokenFor('reader'), await app.tokenFor('stranger')];
    for (const below of ['', '/download']) {
      expect((await get(`/v1/attachments/${made.id}${below}`, reader)).statusCode).toBe(200);
      expect((await get(`/v1/attachments/${made.id}${below}`, stranger)).statusCode).toBe(403);
    }
    expect((await get(`/v1/attachments/fqn/${table.fullyQualifiedName}/Inline`, stranger)).json()).toEqual([]);
    expect((await upload({ name: 'b.csv', content: Buffer.from('a') }, about, stranger)).status).toBe(403);
    expect((await app.request('DELETE', `/v1/attachments/${made.id}`, { token: stranger })).status).toBe(403);
  });

  it('are refused when they are too large, of another kind, or about nothing', async () => {
    const small = Buffer.from('x');
    expect((await upload({ name: 'a.txt', content: Buffer.alloc(5 * 1024 * 1024 + 1) }, about)).status).toBe(413);
    for (const name of ['a.html', 'a.svg', 'a.exe', 'noextension', '..'])
      expect((await upload({ name, content: small }, about)).status, name).toBe(400);
    expect((await upload({ name: 'a.txt', content: Buffer.alloc(0) }, about)).status).toBe(400);
    expect((await upload(null, about)).status).toBe(400);
    expect((await upload({ name: 'a.txt', content: small }, {})).status).toBe(400);
    expect((await upload({ name: 'a.txt', content: small }, { entityLink: 'x' })).status).toBe(400);
    expect((await upload({ name: 'a.txt', content: small }, { ...about, assetType: 'Other' })).status).toBe(400);
    expect((await upload({ name: 'a.txt', content: small }, { entityLink: '<#E::table::nosuch>' })).status).toBe(404);
    expect((await get('/v1/attachments/x')).statusCode).toBe(400);
  });
});
