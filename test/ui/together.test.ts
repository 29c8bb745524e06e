// Two people at one table at once: nothing is lost, and each sees what the other did.
import { expect, it } from 'vitest';
import { enter, tabTo } from './support/keys.js';
import { inBrowser } from './support/stage.js';

const SCHEMA = 'warehouse.analytics.facts';

inBrowser('two people at once', (use) => {
  it('edit one description: the later one sees both texts and decides, the earlier one is told', async () => {
    const { api, join, visit } = use();
    const name = 'shared_table';
    const body = { name, databaseSchema: SCHEMA, description: 'Before.', columns: [{ name: 'id', dataType: 'INT' }] };
    const { id } = await (await api('PUT', '/v1/tables', body)).json();
    const read = async () => (await api('GET', `/v1/tables/${id}?fields=tags`)).json();
    await join('olga', { displayName: 'Olga Reed', isAdmin: true });
    const [first, second] = [
      await visit(`/table/${SCHEMA}.${name}`),
      await visit(`/table/${SCHEMA}.${name}`, { as: 'olga' }),
    ];
    for (const { page } of [first, second]) {
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await page.getByRole('button', { name: 'Edit the description', exact: true }).waitFor();
      await page.keyboard.press('e');
      await page.getByRole('textbox', { name: 'Description' }).waitFor();
      await page.keyboard.press('ControlOrMeta+a');
    }
    await first.page.keyboard.type('Text of the admin.');
    await second.page.keyboard.type('Text of Olga.');
    await enter(first.page, first.page.getByRole('button', { name: 'Save' }));
    await expect.poll(async () => (await read()).description).toBe('Text of the admin.');

    await enter(second.page, second.page.getByRole('button', { name: 'Save' }));
    const dialog = second.page.getByRole('dialog', { name: 'Somebody else changed this too' });
    await dialog.getByText('Admin changed this field after you opened it.', { exact: false }).waitFor();
    expect((await read()).description, 'nothing is overwritten before somebody decides').toBe('Text of the admin.');
    await dialog.getByText('Theirs', { exact: true }).waitFor();
    await tabTo(second.page, dialog.getByRole('button', { name: 'Keep theirs' }));
    await second.page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await second.page.getByText('Text of the admin.').first().waitFor();
    expect((await read()).description).toBe('Text of the admin.');
    for (const one of [first, second]) {
      expect(one.reports.filter((line) => !/status of 412/.test(line))).toEqual([]);
      await one.close();
    }
  });

  it('edit different fields: both are stored, and the earlier one sees the change when wanted', async () => {
    const { api, visit } = use();
    const name = 'shared_fields';
    const body = { name, databaseSchema: SCHEMA, columns: [{ name: 'id', dataType: 'INT' }] };
    const { id } = await (await api('PUT', '/v1/tables', body)).json();
    const read = async () => (await api('GET', `/v1/tables/${id}?fields=owners`)).json();
    const [first, second] = [
      await visit(`/table/${SCHEMA}.${name}`),
      await visit(`/table/${SCHEMA}.${name}`, { as: 'olga' }),
    ];
    for (const { page } of [first, second]) await page.getByRole('heading', { level: 1, name }).waitFor();
    await first.page.getByRole('button', { name: 'Edit the owners' }).waitFor();
    await second.page.getByRole('button', { name: 'Edit the description', exact: true }).waitFor();
    await second.page.keyboard.press('e');
    await second.page.getByRole('textbox', { name: 'Description' }).waitFor();
    await second.page.keyboard.type('Described by Olga.');
    await first.page.keyboard.press('o');
    await first.page.getByRole('combobox', { name: 'Find people and teams' }).waitFor();
    await first.page.keyboard.press('Enter');
    await expect.poll(async () => (await read()).owners.length).toBe(1);
    await enter(second.page, second.page.getByRole('button', { name: 'Save' }));
    await expect.poll(async () => (await read()).description).toBe('Described by Olga.');
    expect((await read()).owners).toHaveLength(1);
    await first.page.getByText(/^Olga Reed changed this/).waitFor({ timeout: 25_000 });
    expect(await first.page.getByText('Described by Olga.').count(), 'before it is wanted').toBe(0);
    await enter(first.page, first.page.getByRole('button', { name: 'Show', exact: true }));
    await first.page.getByText('Described by Olga.').waitFor();
    for (const one of [first, second]) {
      expect(one.reports.filter((line) => !/status of 412/.test(line))).toEqual([]);
      await one.close();
    }
  });
});
