// What lies in a schema: a list longer than a page is searched by name.
import { expect, it } from 'vitest';
import { findBarriers, inBrowser } from './support/stage.js';

inBrowser('contents of a schema', (use) => {
  it('finds tables by a part of their names', async () => {
    const { api } = use();
    const put = async (path: string, body: object) => expect((await api('PUT', path, body)).ok, path).toBe(true);
    const columns = [{ name: 'id', dataType: 'INT' }];
    const table = (schema: string, name: string) => ({
      name,
      databaseSchema: `warehouse.analytics.${schema}`,
      columns,
    });
    for (const name of ['crowded', 'quiet'])
      await put('/v1/databaseSchemas', { name, database: 'warehouse.analytics' });
    const names = Array.from({ length: 120 }, (_, i) => `copy_${i % 2 ? 'Sales' : 'stock'}_${i}`);
    await put(
      '/v1/tables/bulk',
      [...names, 'all*sales'].map((name) => table('crowded', name)),
    );
    await put('/v1/tables', table('quiet', 'other_sales'));

    const { page, open, reports, close } = await use().visit('/databaseSchema/warehouse.analytics.quiet');
    await page.getByRole('link', { name: 'other_sales' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Find by name' }).count()).toBe(0);
    await open('/databaseSchema/warehouse.analytics.crowded');
    const find = page.getByRole('textbox', { name: 'Find by name' });
    await find.fill('SALES');
    await page.getByRole('status').getByText('61 have this in their names').waitFor();
    await page.getByRole('link', { name: 'copy_Sales_1', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: /stock|other/ }).count()).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
    // What was found stays with the address.
    await page.reload();
    await page.getByRole('status').getByText('61 have this in their names').waitFor();
    await find.fill('l*s');
    await page.getByRole('status').getByText('1 has this in its name').waitFor();
    await page.getByRole('link', { name: 'all*sales' }).waitFor();
    await find.fill('nowhere');
    await page.getByText('Nothing in it has this in its name').waitFor();
    await find.fill('');
    await page.getByRole('button', { name: /50 of 121/ }).waitFor();
    expect(reports).toEqual([]);
    await close();
  });
});
