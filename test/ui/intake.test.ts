// What a form asks for is asked in the dialog that creates, and the server refuses what lacks it.
import { expect, it } from 'vitest';
import { findBarriers, inBrowser } from './support/stage.js';

inBrowser('intake forms', (use) => {
  it('ask for owners and a custom property of new data products', { timeout: 120_000 }, async () => {
    const { api, join } = use();
    await join('steward');
    const types = await (await api('GET', '/v1/metadata/types?limit=1000')).json();
    const idOf = (name: string) => types.data.find((one: { name: string }) => one.name === name).id;
    const property = { name: 'costCentre', description: '-', propertyType: { id: idOf('integer'), type: 'type' } };
    expect((await api('PUT', `/v1/metadata/types/${idOf('dataProduct')}`, property)).ok).toBe(true);

    const { page, reports, close } = await use().visit('/settings/governance/intake-forms');
    await page.getByRole('gridcell', { name: 'New data products', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Add an intake form' }).click();
    const form = page.getByRole('dialog', { name: 'Add an intake form' });
    await form.getByRole('textbox', { name: 'Name' }).fill('products_with_owners');
    await form.getByRole('combobox', { name: 'Asked of new' }).click();
    await page.getByRole('option', { name: 'Data products' }).click();
    await form.getByRole('combobox', { name: 'Required fields' }).click();
    for (const name of ['Owners', 'costCentre']) await page.getByRole('option', { name }).click();
    await page.keyboard.press('Tab');
    expect(await findBarriers(page)).toEqual([]);
    await form.getByRole('button', { name: 'Add an intake form' }).click();
    const row = page.getByRole('row', { name: /products_with_owners/ });
    await row.getByText('Owners, costCentre').waitFor();

    await page.goto('/domain/Sales/data_products');
    await page.getByRole('button', { name: 'Add a data product' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a data product' });
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('returns');
    await dialog.getByRole('textbox', { name: 'Description' }).fill('What comes back');
    await dialog.getByRole('textbox', { name: 'costCentre' }).fill('4711');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('Owners is required for dataProduct.').waitFor();
    await dialog.getByRole('button', { name: 'Choose owners' }).click();
    await page.getByRole('combobox', { name: 'Find owners' }).fill('steward');
    await page.getByRole('option', { name: /^steward/ }).click();
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: 'returns' }).waitFor();
    const made = await (await api('GET', '/v1/dataProducts/name/returns?fields=owners,extension')).json();
    expect([made.owners[0].name, made.extension]).toEqual(['steward', { costCentre: 4711 }]);

    await page.goto('/settings/governance/intake-forms');
    await row.getByRole('button', { name: 'Edit products_with_owners' }).click();
    const editing = page.getByRole('dialog', { name: 'Edit products_with_owners' });
    await editing.getByRole('combobox', { name: 'Required fields' }).click();
    await page.getByRole('option', { name: 'costCentre' }).click();
    await page.keyboard.press('Tab');
    await editing.getByRole('button', { name: 'Save' }).click();
    await row.getByText('Owners, costCentre').waitFor({ state: 'detached' });
    await row.getByRole('switch').press(' ');
    await expect
      .poll(
        async () => (await (await api('GET', '/v1/governance/intakeForms/name/products_with_owners')).json()).enabled,
      )
      .toBe(false);
    await row.getByRole('button', { name: 'Delete products_with_owners' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await row.waitFor({ state: 'detached' });
    expect(reports.filter((line) => !/status of 400/.test(line))).toEqual([]);
    await close();
  });
});
