// From a search to an asset: types, facets, conditions, the panel beside the list, and what the address keeps.
import { expect, it } from 'vitest';
import { inBrowser } from './support/stage.js';

inBrowser('explore', (use) => {
  it('narrows a search by types and facets, keeps them in the address, and goes back step by step', async () => {
    const { page, reports, close } = await use().visit('/explore?search=orders');
    const status = page.getByRole('status').filter({ hasText: 'for “orders”' });
    const shows = (count: number) => status.getByText(`${count} results for “orders”`).waitFor();
    const box = (name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name} \\d+$`) });
    const countOf = async (name: string) => Number((await box(name).locator('xpath=..').innerText()).match(/\d+/)?.[0]);
    await page.getByRole('link', { name: /^Tables \d+/ }).click();
    await page.waitForURL('**/explore/tables?search=orders');
    await page.getByRole('button', { name: 'Kind of service' }).click();
    await box('Snowflake').waitFor();
    const [snowflake, postgres] = [await countOf('Snowflake'), await countOf('Postgres')];
    expect(Math.min(snowflake, postgres)).toBeGreaterThan(0);
    await box('Snowflake').click();
    await shows(snowflake);
    // The other values of a field that is filtered by keep their counts, so that they can be added.
    await box('Postgres').click();
    await shows(snowflake + postgres);
    await page.reload();
    await shows(snowflake + postgres);
    await box('Snowflake').waitFor(); // the list is opened by what is chosen when it is drawn, which is after the results
    await page.goBack();
    await shows(snowflake);
    await page.goBack();
    await box('Snowflake').waitFor();
    expect(await box('Snowflake').isChecked()).toBe(false);
    expect(reports).toEqual([]);
    await close();
  });

  it('brings who comes back to the result they left', async () => {
    const { page, reports, close } = await use().visit('/explore/tables?search=orders');
    const link = page.locator('[data-result]').nth(12);
    await link.scrollIntoViewIfNeeded();
    const left = await page.evaluate(() => window.scrollY);
    expect(left).toBeGreaterThan(600);
    await link.click();
    await page.waitForURL('**/table/**');
    await page.getByRole('tab', { name: /^Columns/ }).waitFor();
    await page.goBack();
    await link.waitFor();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(left);
    expect(reports).toEqual([]);
    await close();
  });

  it('is used by keys alone: to the next result, a look at it, and its page', async () => {
    const { page, reports, close } = await use().visit('/explore/tables?search=orders&sort=displayName.keyword');
    await page.getByRole('link', { name: 'audit_orders' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('Space');
    const peek = page.getByRole('dialog');
    await peek.getByRole('heading', { name: 'Columns' }).waitFor();
    const name = await peek.getByRole('heading').first().textContent();
    await page.keyboard.press('Escape');
    await peek.waitFor({ state: 'hidden' });
    await page.locator('[data-result]:focus').waitFor(); // the panel returns the focus a moment after it has closed
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`/table/.*${name}$`));
    expect(reports).toEqual([]);
    await close();
  });

  it('finds by conditions, and shows them as what can be taken back', async () => {
    const { page, reports, close } = await use().visit('/explore/tables');
    await page.getByText(/^3\d\d results$/).waitFor();
    await page.getByRole('button', { name: 'Conditions' }).click();
    const dialog = page.getByRole('dialog', { name: 'Find by conditions' });
    await dialog.getByRole('textbox', { name: 'Value' }).fill('orders');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('12 results').waitFor();
    expect(new URL(page.url()).searchParams.get('queryFilter')).toContain('*orders*');
    await page.getByRole('button', { name: 'Remove Name contains orders' }).click();
    await page.getByText(/^3\d\d results$/).waitFor();
    expect(reports).toEqual([]);
    await close();
  });

  it('pages through results, and exports all of them', async () => {
    const { page, reports, close } = await use().visit('/explore/tables?search=orders&pageSize=25');
    await page.getByRole('button', { name: 'Page 3' }).click();
    await page.waitForURL(/currentPage=3/);
    await expect.poll(() => page.locator('[data-result]').count()).toBeGreaterThanOrEqual(22);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const file = await (await saved).createReadStream();
    let text = '';
    for await (const chunk of file) text += chunk;
    expect(text.trim().split('\n').length).toBeGreaterThanOrEqual(73);
    expect(reports).toEqual([]);
    await close();
  });

  it('has a tab for each type whose page a file declares, and so has the page of its service', async () => {
    const { page, open, reports, close } = await use().visit('/explore');
    const tabs = page.getByRole('navigation', { name: 'Types' });
    for (const name of ['AI applications', 'MCP servers', 'Prompt templates', 'LLM services'])
      await tabs.getByRole('link', { name: new RegExp(`^${name} 1$`) }).waitFor();
    await tabs.getByRole('link', { name: 'Language models 1' }).click();
    await page.waitForURL('**/explore/llmModels');
    await page.getByRole('link', { name: 'answers' }).waitFor();
    await page.getByText('1 result', { exact: true }).waitFor();
    expect(reports).toEqual([]);
    await open('/service/llmServices/own_models/llmModels');
    await page.getByRole('tab', { name: 'Language models', selected: true }).waitFor();
    await page.getByRole('link', { name: 'answers' }).waitFor();
    expect(reports).toEqual([]);
    await close();
  });

  it('shows what the server says of a search that it refuses', async () => {
    const filter = encodeURIComponent('{"query":{"script":{}}}');
    const { page, close } = await use().visit(`/explore?queryFilter=${filter}`);
    await page.getByText('queries of kind "script" are not supported').waitFor();
    await page.getByRole('button', { name: 'Remove Query from a link' }).click();
    await page.getByText(/\d+ results/).waitFor();
    await close();
  });
});
