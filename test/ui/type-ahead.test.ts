// Fields with a list that the server fills while one types: Enter takes what fits the whole text, also before it is there.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { enter } from './support/keys.js';
import { inBrowser } from './support/stage.js';

const SCHEMA = 'warehouse.analytics.facts';

/** Searches for texts that end so are answered late. */
async function slowDown(page: Page, end: string): Promise<void> {
  await page.route('**/api/v1/search/query?*', async (route) => {
    const asked = new URL(route.request().url()).searchParams.get('q') ?? '';
    if (asked.endsWith(end)) await new Promise((resolve) => setTimeout(resolve, 600));
    await route.continue();
  });
}

inBrowser('Enter in a field with a list', (use) => {
  async function makeTable(name: string) {
    const body = { name, databaseSchema: SCHEMA, columns: [{ name: 'id', dataType: 'INT' }] };
    const { id } = await (await use().api('PUT', '/v1/tables', body)).json();
    return {
      path: `/table/${SCHEMA}.${name}`,
      read: async () => (await use().api('GET', `/v1/tables/${id}?fields=owners,domains`)).json(),
    };
  }

  it('opens from the palette what fits the whole text', async () => {
    const { page, reports, close } = await use().visit('/settings');
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await slowDown(page, 'audit_orders');
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog');
    await palette.getByRole('textbox').waitFor();
    await page.keyboard.type('audit_');
    await expect.poll(() => palette.locator('[data-selected]').textContent()).toBe('auditfinance.books.audit');
    await page.keyboard.type('orders');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'audit_orders' }).waitFor();
    expect(reports).toEqual([]);
    await close();
  });

  it('makes who fits the whole text an owner', async () => {
    const { join, visit } = use();
    await join('late_anna');
    await join('late_berta');
    const { path, read } = await makeTable('owned_late');
    const { page, reports, close } = await visit(path);
    const edit = page.getByRole('button', { name: 'Edit the owners' });
    await edit.waitFor();
    await page.keyboard.press('o');
    await page.getByRole('combobox', { name: 'Find people and teams' }).waitFor();
    await page.keyboard.type('late_');
    const options = page.getByRole('option', { name: /^L?late_/ });
    await expect.poll(() => options.count()).toBe(2);
    const names = (await options.allTextContents()).map((text) => /late_\w+/.exec(text)?.[0] ?? '');
    const second = names[1] ?? '';
    await slowDown(page, second);
    await page.keyboard.type(second.slice('late_'.length));
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: second }).waitFor();
    await expect.poll(async () => (await read()).owners).toMatchObject([{ name: second }]);
    expect(reports).toEqual([]);
    await close();
  });

  it('takes nothing of what is only listed before anything is typed', async () => {
    const { path, read } = await makeTable('listed_only');
    const { page, reports, close } = await use().visit(path);
    const edit = page.getByRole('button', { name: 'Edit the domain' });
    await edit.click();
    const field = page.getByRole('combobox', { name: 'Find domains' });
    const sales = page.getByRole('option', { name: 'Sales' });
    await sales.waitFor();
    await page.keyboard.press('Enter');
    await field.waitFor({ state: 'hidden' });
    expect((await read()).domains ?? []).toEqual([]);
    await edit.click();
    await sales.click();
    await expect.poll(async () => (await read()).domains).toMatchObject([{ name: 'Sales' }]);
    expect(reports).toEqual([]);
    await close();
  });

  it('mentions who fits the whole name', async () => {
    const { join, visit } = use();
    await join('soon_anna');
    await join('soon_berta');
    const { path } = await makeTable('discussed_late');
    const { page, reports, close } = await visit(`${path}/activity_feed/conversations`);
    const field = page.getByRole('textbox', { name: 'Start a conversation' });
    await field.waitFor();
    await field.click();
    await page.keyboard.type('Ask @soon_');
    const options = page.getByRole('option', { name: /soon_/ });
    await expect.poll(() => options.count()).toBe(2);
    const second = /soon_\w+/.exec((await options.allTextContents())[1] ?? '')?.[0] ?? '';
    await slowDown(page, second);
    await page.keyboard.type(second.slice('soon_'.length));
    await page.keyboard.press('Enter');
    await expect.poll(() => field.inputValue()).toBe(`Ask @${second} `);
    expect(reports).toEqual([]);
    await close();
  });

  it('chooses a role of a new user, and does not save the form', async () => {
    const { page, reports, close } = await use().visit('/create-user');
    await page.getByRole('heading', { level: 1, name: 'New user' }).waitFor();
    const roles = page.getByRole('combobox', { name: 'Roles' });
    await roles.focus();
    await page.keyboard.type('steward');
    await page.keyboard.press('Enter');
    await page.getByText('Data Steward', { exact: true }).waitFor();
    await expect.poll(() => roles.inputValue()).toBe('');
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(reports).toEqual([]);
    await close();
  });

  it('filters an alert by what fits the whole text', async () => {
    const { page, reports, close } = await use().visit('/observability/alerts/add');
    await page.getByRole('heading', { level: 1, name: 'Add an alert' }).waitFor();
    await enter(page, page.getByRole('button', { name: 'Add a filter' }));
    await page.getByRole('menuitem', { name: /^Test case name/ }).click();
    const field = page
      .getByRole('group', { name: 'Filter 1' })
      .getByRole('combobox', { name: 'Test case name', exact: true });
    await field.click();
    await page.keyboard.type('fct_');
    await page.getByRole('option').first().waitFor();
    await slowDown(page, 'fct_orders');
    await page.keyboard.type('orders');
    await page.keyboard.press('Enter');
    const chosen = page.getByRole('group', { name: 'Filter 1' }).getByText(`${SCHEMA}.fct_orders`, { exact: true });
    await chosen.first().waitFor();
    await expect.poll(() => field.inputValue()).toBe('');
    expect(reports).toEqual([]);
    await close();
  });
});
