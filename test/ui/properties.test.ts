// Values of custom properties of every kind that is more than a line of text, edited on the page of an asset.
import { expect, it } from 'vitest';
import { findBarriers, inBrowser } from './support/stage.js';

const TABLES = 'databaseSchema';

inBrowser('custom properties', (use) => {
  it('are choices, links, references, times and small tables', async () => {
    const { api, visit } = use();
    const type = await (await api('GET', `/v1/metadata/types/name/${TABLES}`)).json();
    const kindOf = async (name: string) => (await (await api('GET', `/v1/metadata/types/name/${name}`)).json()).id;
    for (const [name, kind, config] of [
      ['stage', 'enum', { values: ['draft', 'final'], multiSelect: false }],
      ['handbook', 'hyperlink-cp', undefined],
      ['contact', 'entityReference', ['user']],
      ['season', 'timeInterval', undefined],
      ['limits', 'table-cp', { columns: ['what', 'most'] }],
    ] as const) {
      const body = {
        name,
        description: `The ${name}.`,
        propertyType: { id: await kindOf(kind), type: 'type' },
        ...(config ? { customPropertyConfig: { config } } : {}),
      };
      const answer = await api('PUT', `/v1/metadata/types/${type.id}`, body);
      expect(answer.ok, await answer.clone().text()).toBe(true);
    }
    const schema = { name: 'with_properties', database: 'warehouse.analytics' };
    const { id } = await (await api('PUT', '/v1/databaseSchemas', schema)).json();
    const { page, reports, close } = await visit(
      '/databaseSchema/warehouse.analytics.with_properties/custom_properties',
    );
    const open = async (name: string) => {
      await page.getByRole('button', { name: `Value of ${name}` }).click();
      return page.getByRole('dialog', { name: `Edit ${name}` });
    };
    let dialog = await open('stage');
    await dialog.getByRole('combobox', { name: 'stage' }).click();
    await page.getByRole('option', { name: 'final' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('gridcell', { name: /final/ }).waitFor();

    dialog = await open('handbook');
    await dialog.getByRole('textbox', { name: 'Web address' }).fill('https://handbook.example.com/x');
    await dialog.getByRole('textbox', { name: 'Text to show' }).fill('The handbook');
    await dialog.getByRole('button', { name: 'Save' }).click();
    expect(await page.getByRole('link', { name: 'The handbook' }).getAttribute('href')).toBe(
      'https://handbook.example.com/x',
    );

    dialog = await open('contact');
    await dialog.getByRole('button', { name: 'Edit chosen' }).click();
    await page.getByRole('combobox', { name: 'Find assets' }).fill('lena');
    await page.getByRole('option', { name: /Lena Novak/ }).click();
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('gridcell').getByRole('link', { name: 'Lena Novak' }).waitFor();

    dialog = await open('season');
    await dialog.getByLabel('Start').fill('2026-03-01T00:00');
    await dialog.getByLabel('End').fill('2026-06-01T00:00');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('gridcell', { name: /Mar 1, 2026.*Jun 1, 2026/ }).waitFor();

    dialog = await open('limits');
    await dialog.getByRole('button', { name: 'Add a row' }).click();
    await dialog.getByRole('textbox', { name: 'what, row 1' }).fill('rows');
    await dialog.getByRole('textbox', { name: 'most, row 1' }).fill('1000');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: '1000' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);

    const stored = async () =>
      (await (await api('GET', `/v1/databaseSchemas/${id}?fields=extension`)).json()).extension;
    await expect.poll(stored).toMatchObject({
      stage: ['final'],
      handbook: { url: 'https://handbook.example.com/x', displayText: 'The handbook' },
      contact: { name: 'lena' },
      limits: { columns: ['what', 'most'], rows: [{ what: 'rows', most: '1000' }] },
    });
    const clean = [{ op: 'replace', path: '/customProperties', value: [] }];
    expect((await api('PATCH', `/v1/metadata/types/${type.id}`, clean)).status).toBe(200);
    expect(reports).toEqual([]);
    await close();
  });

  it('of columns are read and edited beside the column, where its type defines some', async () => {
    const { api, visit } = use();
    const idOf = async (name: string) => (await (await api('GET', `/v1/metadata/types/name/${name}`)).json()).id;
    const columns = await idOf('tableColumn');
    const columnsOf = '/table/warehouse.analytics.facts.fct_orders';
    const before = await visit(columnsOf);
    await before.page
      .getByRole('gridcell', { name: /order_id/ })
      .first()
      .waitFor();
    expect(await before.page.getByRole('button', { name: /^Custom properties of/ }).count()).toBe(0);
    await before.close();
    for (const [name, kind, more] of [
      ['unit', 'string', {}],
      ['keeper', 'entityReference', { customPropertyConfig: { config: ['user'] } }],
    ] as const) {
      const body = { name, description: 'd', propertyType: { id: await idOf(kind), type: 'type' }, ...more };
      expect((await api('PUT', `/v1/metadata/types/${columns}`, body)).status).toBe(200);
    }
    const { page, reports, close } = await visit(columnsOf);
    await page.getByRole('button', { name: 'Custom properties of order_id' }).click();
    const shown = page.getByRole('dialog', { name: 'Custom properties of order_id' });
    await shown.getByRole('button', { name: 'Value of unit' }).click();
    await shown.getByRole('textbox', { name: 'unit' }).fill('number');
    await page.keyboard.press('Enter');
    await shown.getByRole('gridcell', { name: /number/ }).waitFor();
    await shown.getByRole('button', { name: 'Value of keeper' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit keeper' });
    await dialog.getByRole('button', { name: 'Edit chosen' }).click();
    await page.getByRole('combobox', { name: 'Find assets' }).fill('lena');
    await page.getByRole('option', { name: /Lena Novak/ }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await shown.getByRole('link', { name: 'Lena Novak' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    const stored = async () => {
      const name = encodeURIComponent('warehouse.analytics.facts.fct_orders.order_id');
      return (await (await api('GET', `/v1/columns/name/${name}?entityType=table&fields=extension`)).json()).extension;
    };
    await expect.poll(stored).toMatchObject({ unit: 'number', keeper: { name: 'lena' } });
    await page.keyboard.press('Escape');
    await shown.waitFor({ state: 'detached' });
    const clean = [{ op: 'replace', path: '/customProperties', value: [] }];
    expect((await api('PATCH', `/v1/metadata/types/${columns}`, clean)).status).toBe(200);
    expect(reports).toEqual([]);
    await close();
  });
});
