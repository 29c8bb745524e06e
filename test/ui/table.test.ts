// The page of a table: read, edit in place, meet the edit of somebody else, versions, columns.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { findBarriers, inBrowser, PASSWORD, type Stage } from './support/stage.js';

const SCHEMA = 'warehouse.analytics.facts';

inBrowser('page of a table', (use) => {
  let count = 0;
  /** A table of its own for each test. */
  async function makeTable(stage: Stage, more: object = {}) {
    count += 1;
    const name = `journey_${count}`;
    const columns = ['id', 'amount', 'note'].map((column) => ({ name: column, dataType: 'STRING' }));
    const answer = await stage.api('PUT', '/v1/tables', {
      name,
      databaseSchema: SCHEMA,
      columns,
      description: 'As it was.',
      ...more,
    });
    expect(answer.status).toBe(201);
    const { id } = await answer.json();
    return { id, name, path: `/table/${encodeURIComponent(`${SCHEMA}.${name}`)}` };
  }
  const read = async (stage: Stage, id: string) =>
    (await stage.api('GET', `/v1/tables/${id}?fields=owners,tags,columns`)).json();
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

  it('shows the keys, and leads to what a foreign key refers to', async () => {
    const { page, reports, close } = await use().visit(`/table/${SCHEMA}.fct_payments`);
    const facts = page.getByRole('complementary', { name: 'Facts' });
    await facts.getByText('Foreign key: order_id').waitFor();
    await facts.getByRole('link', { name: 'dim_orders.order_id' }).click();
    await heading(page, 'dim_orders');
    expect(reports).toEqual([]);
    await close();
  });

  it('opens a half-known table from anywhere, and describes it', async () => {
    const { id, name } = await makeTable(use());
    const { page, reports, close } = await use().visit('/my-data');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill(name);
    await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
    await heading(page, name);
    await page.keyboard.press('e');
    await page.getByRole('textbox', { name: 'Description' }).fill('What **it** is.');
    await page.keyboard.press('Control+Enter');
    await page.getByText('What it is.').waitFor();
    await expect.poll(async () => (await read(use(), id)).description).toBe('What **it** is.');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await read(use(), id)).description).toBe('As it was.');
    await page.getByText('As it was.').waitFor();
    expect(reports).toEqual([]);
    await close();
  });

  it('gives it an owner with two keys', async () => {
    const { id, name, path } = await makeTable(use());
    const { page, reports, close } = await use().visit(path);
    await heading(page, name);
    await page.getByRole('button', { name: 'Edit the owners' }).waitFor();
    await page.keyboard.press('o');
    await page.getByRole('option', { name: 'Admin' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Admin' }).waitFor();
    await expect
      .poll(async () => (await read(use(), id)).owners.map((one: { name: string }) => one.name))
      .toEqual(['admin']);
    await page.keyboard.press('t');
    await page.getByRole('combobox', { name: 'Find tags and glossary terms' }).fill('Certified');
    await page
      .getByRole('option', { name: /Certified/ })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await read(use(), id)).tags.length).toBe(1);
    expect(reports).toEqual([]);
    await close();
  });

  it('offers what can be done with it, and settings, in the command palette', async () => {
    const { id, name, path } = await makeTable(use());
    const { page, reports, close } = await use().visit(path);
    await heading(page, name);
    await page.getByRole('button', { name: 'Edit the owners' }).waitFor();
    const palette = page.getByRole('textbox', { name: 'Command palette' });
    const selected = () => page.locator('[data-action][data-selected]').allTextContents();
    await page.keyboard.press('ControlOrMeta+k');
    await palette.waitFor();
    await page.keyboard.type('owners');
    await expect.poll(selected).toEqual(['Edit the owners']);
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Find people and teams' }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await read(use(), id)).owners.length).toBe(1);
    await page.keyboard.press('ControlOrMeta+k');
    await palette.waitFor();
    await page.keyboard.type('kinds of tests');
    await expect.poll(selected).toEqual(['Kinds of tests']);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Kinds of tests' }).waitFor();
    expect(reports).toEqual([]);
    await close();
  });

  it('keeps both changes where another field was changed meanwhile', async () => {
    const { id, name, path } = await makeTable(use());
    const { page, close } = await use().visit(path);
    await heading(page, name);
    await page.keyboard.press('e');
    await page.getByRole('textbox', { name: 'Description' }).fill('Mine.');
    await use().api('PATCH', `/v1/tables/${id}`, [{ op: 'add', path: '/displayName', value: 'Theirs' }]);
    await page.getByRole('button', { name: 'Save' }).click();
    await heading(page, 'Theirs');
    await expect.poll(async () => (await read(use(), id)).description).toBe('Mine.');
    await close();
  });

  it('asks which to keep where the same field was changed meanwhile', async () => {
    const { id, name, path } = await makeTable(use());
    const { page, reports, close } = await use().visit(path);
    await heading(page, name);
    await page.keyboard.press('e');
    await page.getByRole('textbox', { name: 'Description' }).fill('Mine.');
    await use().api('PATCH', `/v1/tables/${id}`, [{ op: 'replace', path: '/description', value: 'Theirs.' }]);
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Somebody else changed this too' });
    for (const [label, text] of [
      ['Before', 'As it was.'],
      ['Theirs', 'Theirs.'],
      ['Yours', 'Mine.'],
    ] as const)
      await dialog.getByText(label, { exact: true }).locator('..').getByText(text).waitFor();
    await dialog.getByRole('button', { name: 'Use mine' }).click();
    await expect.poll(async () => (await read(use(), id)).description).toBe('Mine.');
    await page.getByText('Mine.', { exact: true }).waitFor();
    expect(reports.filter((line) => !/status of 412/.test(line))).toEqual([]);
    await close();
  });

  it('describes columns one after another, without a dialog', async () => {
    const { id, name, path } = await makeTable(use());
    const { page, reports, close } = await use().visit(path);
    await heading(page, name);
    await page.getByRole('button', { name: /Edit the description of id$/ }).click();
    for (const text of ['First.', 'Second.', 'Third.']) {
      await page.getByRole('textbox', { name: /^Description of/ }).waitFor();
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    }
    const described = async () =>
      (await read(use(), id)).columns.map((one: { description?: string }) => one.description);
    await expect.poll(described).toEqual(['First.', 'Second.', 'Third.']);
    expect(reports).toEqual([]);
    await close();
  });

  it('shows what a version changed, and takes its values back', async () => {
    const { id, name, path } = await makeTable(use());
    await use().api('PATCH', `/v1/tables/${id}`, [{ op: 'replace', path: '/description', value: 'As it became.' }]);
    const { page, reports, close } = await use().visit(`${path}/versions/0.2`);
    await heading(page, name);
    await page.locator('ins', { hasText: 'became' }).waitFor();
    await page.getByRole('link', { name: /^0\.1/ }).click();
    await page.getByRole('button', { name: 'Restore these values' }).click();
    await expect.poll(async () => (await read(use(), id)).description).toBe('As it was.');
    await page.getByRole('link', { name: /^0\.3/ }).waitFor();
    expect(reports).toEqual([]);
    await close();
  });

  it('compares any two versions', async () => {
    const { id, path } = await makeTable(use());
    const { api, join, url, visit } = use();
    await join('vera', { isAdmin: true });
    const login = await fetch(`${url}/api/v1/users/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'vera', password: PASSWORD }),
    });
    const asVera = { authorization: `Bearer ${(await login.json()).accessToken}` };
    const patch = (value: string, headers = {}) =>
      api('PATCH', `/v1/tables/${id}`, [{ op: 'replace', path: '/description', value }], headers);
    for (const answer of [await patch('As Vera wrote.', asVera), await patch('As it became.')])
      expect(answer.status).toBe(200);
    const { version } = await read(use(), id);
    const { page, reports, close } = await visit(`${path}/versions/${version}`);
    await page.locator('del', { hasText: 'Vera' }).waitFor();
    await page.getByRole('combobox', { name: 'Compare with version' }).selectOption('0.1');
    await page.locator('del', { hasText: 'was' }).waitFor();
    expect(await page.locator('del', { hasText: 'Vera' }).count()).toBe(0);
    expect(new URL(page.url()).searchParams.get('compare')).toBe('0.1');
    expect(await findBarriers(page)).toEqual([]);
    expect(reports).toEqual([]);
    await close();
  });

  it('follows and votes', async () => {
    const { name, path } = await makeTable(use());
    const { page, reports, close } = await use().visit(path);
    await heading(page, name);
    await page.getByRole('button', { name: 'Follow' }).click();
    await page.getByRole('button', { name: 'Unfollow' }).waitFor();
    await page.getByRole('button', { name: 'Useful, 0 votes', exact: true }).click();
    await page.getByRole('button', { name: 'Useful, 1 vote', exact: true }).waitFor();
    expect(reports).toEqual([]);
    await close();
  });

  it('tells a viewer what is missing, and shows no action that cannot be done', async () => {
    await use().join('looker');
    const { name, path } = await makeTable(use(), {
      owners: [{ id: (await (await use().api('GET', '/v1/users/name/admin')).json()).id, type: 'user' }],
    });
    const { page, reports, close } = await use().visit(path, { as: 'looker' });
    await heading(page, name);
    const button = page.getByRole('button', { name: 'Edit the owners' });
    await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Copy the link' }).waitFor();
    expect(await page.getByRole('menuitem', { name: /Delete/ }).count()).toBe(0);
    expect(reports).toEqual([]);
    await close();
  });

  it('shows 10,000 columns without rows that nobody sees', async () => {
    const columns = Array.from({ length: 10_000 }, (_, i) => ({ name: `column_${i}`, dataType: 'STRING' }));
    const { name, path } = await makeTable(use(), { columns });
    const { page, reports, close } = await use().visit(path);
    await heading(page, name);
    await page.getByRole('row', { name: /column_0\b/ }).waitFor();
    expect(await page.getByRole('row').count()).toBeLessThanOrEqual(60);
    await page.getByRole('textbox', { name: 'Find a column' }).fill('column_9876');
    await page.getByRole('row', { name: /column_9876/ }).waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    expect(reports).toEqual([]);
    await close();
  });
});
