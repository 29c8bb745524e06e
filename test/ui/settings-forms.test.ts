// Settings of the server: sign-on, lineage, profiler, relations of terms, kinds of tests.
import { expect, it } from 'vitest';
import { findBarriers, inBrowser } from './support/stage.js';

inBrowser('settings of the server', (use) => {
  const settingOf = async (name: string) =>
    (await (await use().api('GET', `/v1/system/settings/${name}`)).json()).config_value;

  it('says how people sign in, and by which option', async () => {
    const { page, reports, close } = await use().visit('/settings/sso');
    await page.getByText('Accounts with a password, kept by this server').waitFor();
    await page.getByText('Option CAIRN_SELF_SIGNUP').waitFor();
    await page.getByRole('link', { name: 'Open sign-in settings' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign-in' }).waitFor();
    expect(reports).toEqual([]);
    await close();
  });

  it('saves how lineage is shown, within limits', async () => {
    const { page, reports, close } = await use().visit('/settings/preferences/lineageConfig');
    const field = page.getByRole('textbox', { name: 'Steps upstream' });
    await field.fill('9');
    await field.blur();
    expect(await field.inputValue()).toBe('5');
    await page.getByRole('combobox', { name: 'Level of detail' }).click();
    await page.getByRole('option', { name: 'Columns' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. It is in force now.').waitFor();
    expect(await settingOf('lineageSettings')).toMatchObject({ upstreamDepth: 5, lineageLayer: 'ColumnLevelLineage' });
    expect(reports).toEqual([]);
    await close();
  });

  it('says which figures the profiler measures for a type of column', async () => {
    const { page, reports, close } = await use().visit('/settings/preferences/profiler-configuration');
    await page.getByRole('switch', { name: 'Keep sample rows with the table' }).press('Space');
    await page.getByRole('button', { name: 'Add a type' }).click();
    await page.getByRole('combobox', { name: 'Type of column' }).fill('VARCHAR');
    await page.getByRole('option', { name: 'VARCHAR', exact: true }).click();
    await page.getByRole('combobox', { name: 'Figures' }).fill('null count');
    await page.getByRole('option', { name: 'null count' }).click();
    await page.keyboard.press('Escape');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. It is in force now.').waitFor();
    expect(await settingOf('profilerConfiguration')).toMatchObject({
      metricConfiguration: [{ dataType: 'VARCHAR', metrics: ['nullCount'] }],
      sampleDataConfig: { storeSampleData: false },
    });
    await page.getByRole('button', { name: 'Remove VARCHAR' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await settingOf('profilerConfiguration')).metricConfiguration).toEqual([]);
    expect(reports).toEqual([]);
    await close();
  });

  it('adds a relation between terms, changes it, and deletes it', async () => {
    const { page, reports, close } = await use().visit('/settings/governance/glossary-term-relations');
    await page.getByRole('listitem').filter({ hasText: 'Part of' }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Delete the relation Part of' }).count(), 'it is built in').toBe(0);
    await page.getByRole('button', { name: 'New relation' }).click();
    const dialog = page.getByRole('dialog', { name: 'New relation' });
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('is measured by');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('Start with a letter; use only letters and digits.').waitFor();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('measuredBy');
    await dialog.getByRole('textbox', { name: 'Display name' }).fill('Measured by');
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('button', { name: 'Edit the relation Measured by' }).click();
    const edited = page.getByRole('dialog', { name: 'Edit the relation Measured by' });
    await edited.getByRole('switch', { name: 'Holds in both directions' }).press('Space');
    await edited.getByRole('button', { name: 'Save' }).click();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Measured by' })
      .getByText(/Holds in both directions/)
      .waitFor();
    await page.getByRole('button', { name: 'Delete the relation Measured by' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Measured by' }).waitFor({ state: 'detached' });
    expect(reports).toEqual([]);
    await close();
  });

  it('adds a kind of test, and no longer offers one that is disabled', async () => {
    const { page, reports, close } = await use().visit('/settings/preferences/data-quality');
    await page.getByRole('button', { name: 'New kind of test' }).click();
    const dialog = page.getByRole('dialog', { name: 'New kind of test' });
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('noOldRows');
    await dialog.getByRole('textbox', { name: 'Description' }).fill('No row is older than a year.');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('Enter a query.').waitFor();
    await dialog.getByRole('textbox', { name: /^SQL query/ }).fill('SELECT * FROM {{ table_name }} WHERE old');
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('textbox', { name: 'Find a kind of test' }).fill('older than');
    const line = page.getByRole('row', { name: /noOldRows/ });
    await line.getByRole('switch', { name: 'Enable noOldRows' }).press('Space');
    const read = async () => (await use().api('GET', '/v1/dataQuality/testDefinitions/name/noOldRows')).json();
    await expect.poll(async () => (await read()).enabled).toBe(false);
    expect((await read()).sqlExpression).toBe('SELECT * FROM {{ table_name }} WHERE old');
    await page.goto('/data-quality/add-test?table=warehouse.analytics.facts.fct_orders');
    await page.getByRole('combobox', { name: 'Kind of test' }).fill('row');
    await page.getByRole('option', { name: 'Row count to be between' }).waitFor();
    expect(await page.getByRole('option', { name: /noOldRows/i }).count()).toBe(0);
    expect(reports).toEqual([]);
    await close();
  });

  it('offers each value of a parameter once, also where its definition repeats one', async () => {
    const definition = {
      name: 'rowsOfAMode',
      displayName: 'Rows of a mode',
      description: 'Rows are of one mode.',
      entityType: 'TABLE',
      testPlatforms: ['OpenMetadata'],
      parameterDefinition: [{ name: 'mode', dataType: 'STRING', optionValues: ['plain', 'strict', 'plain'] }],
    };
    expect((await use().api('POST', '/v1/dataQuality/testDefinitions', definition)).status).toBe(201);
    const { page, reports, close } = await use().visit(
      '/data-quality/add-test?table=warehouse.analytics.facts.fct_orders',
    );
    await page.getByRole('combobox', { name: 'Kind of test' }).fill('Rows of a mode');
    await page.getByRole('option', { name: 'Rows of a mode' }).click();
    await page.getByRole('combobox', { name: 'Mode' }).click();
    expect(await page.getByRole('option').allTextContents()).toEqual(['plain', 'strict']);
    expect(reports).toEqual([]);
    await close();
  });

  it('shows one category at its own address', async () => {
    const { page, reports, close } = await use().visit('/settings/members');
    await page.getByRole('link', { name: /^Teams/ }).waitFor();
    expect(await page.getByRole('link', { name: /^Email/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'All settings' }).click();
    await page.getByRole('link', { name: /^Email/ }).waitFor();
    expect(reports).toEqual([]);
    await close();
  });
});
