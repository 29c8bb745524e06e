// What somebody else does to the page that is open: told, and shown when the person wants it.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { besidesFaults, inject } from './support/faults.js';
import { inBrowser } from './support/stage.js';

const SCHEMA = 'warehouse.analytics.facts';

/** As if the person came back to the window. */
const comeBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));

inBrowser('changes by others', (use) => {
  async function open(name: string) {
    const { api, visit } = use();
    const body = {
      name,
      databaseSchema: SCHEMA,
      columns: [{ name: 'id', dataType: 'INT' }],
      description: 'As it was.',
    };
    const { id } = await (await api('PUT', '/v1/tables', body)).json();
    const visited = await visit(`/table/${SCHEMA}.${name}`);
    await visited.page.getByRole('heading', { level: 1, name }).waitFor();
    await visited.page.getByText('As it was.').waitFor();
    return { id, ...visited };
  }

  it('tells of a change, and leaves what is read as it is until it is wanted', async () => {
    const { id, page, reports, close } = await open('changed_meanwhile');
    await use().api('PATCH', `/v1/tables/${id}`, [{ op: 'replace', path: '/description', value: 'As it is.' }]);
    await comeBack(page);
    const news = page.getByRole('status').filter({ hasText: /^Admin changed this/ });
    await news.waitFor();
    expect(await page.getByText('As it was.').isVisible()).toBe(true);
    await news.getByRole('button', { name: 'Show' }).press('Enter');
    await page.getByText('As it is.').waitFor();
    await news.waitFor({ state: 'hidden' });
    expect(reports).toEqual([]);
    await close();
  });

  it('tells of a deletion, and restores it', async () => {
    const { id, page, reports, close } = await open('deleted_meanwhile');
    expect((await use().api('DELETE', `/v1/tables/${id}`)).ok).toBe(true);
    await comeBack(page);
    await page.getByText(/^Admin deleted this/).waitFor();
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByText('Deleted. It can be restored').waitFor();
    expect(await page.getByRole('button', { name: /^Edit the (description|owners|tags)$/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('Deleted. It can be restored').waitFor({ state: 'hidden' });
    expect((await use().api('GET', `/v1/tables/${id}`)).status).toBe(200);
    expect((await use().api('DELETE', `/v1/tables/${id}?hardDelete=true`)).ok).toBe(true);
    await comeBack(page);
    await page.getByText('This is no longer there, or you may no longer see it.').waitFor();
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByText('There is nothing here').waitFor();
    expect(besidesFaults(reports)).toEqual([]);
    await close();
  });

  it('waits while it is being deleted, and shows the end of it', async () => {
    const { id, page, reports, close } = await open('locked_meanwhile');
    const body = { errorType: 'ENTITY_LOCKED', message: 'table locked_meanwhile is being deleted' };
    await inject(page, /\/api\/v1\/tables\/[0-9a-f-]{36}$/, { method: 'PATCH', status: 409, body });
    await page.keyboard.press('e');
    await page.getByRole('textbox', { name: 'Description' }).fill('Too late.');
    await page.keyboard.press('Control+Enter');
    await page.getByText(/^locked_meanwhile is being changed with everything in it/).waitFor();
    expect(await page.getByRole('button', { name: 'Edit the tags', exact: true }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    expect((await use().api('DELETE', `/v1/tables/${id}`)).ok).toBe(true);
    await page.getByText('Deleted. It can be restored').waitFor();
    await page.getByText(/is being changed with everything/).waitFor({ state: 'hidden' });
    expect(besidesFaults(reports)).toEqual([]);
    await close();
  });
});
