// What is known of the data of a table, what is promised of it, and what somebody sees who may only look.
import { expect, it } from 'vitest';
import { findBarriers, inBrowser } from './support/stage.js';

const TABLE = 'warehouse.analytics.facts.fct_orders';
const OTHER = 'warehouse.analytics.facts.fct_invoices';

inBrowser('observability', (use) => {
  it('leads from figures of a table to those of a column, its tests and incidents', async () => {
    const { page, reports, close } = await use().visit(`/table/${TABLE}/profiler`);
    await page.getByRole('figure', { name: 'Row count of fct_orders over time' }).waitFor();
    await page.getByText('1 value is not as expected').waitFor();
    await page.getByText(/^31,204, expected 5\d,\d\d\d to 5\d,\d\d\d$/).waitFor();
    await page.getByRole('tab', { name: 'Column profiles' }).click();
    await page.getByRole('link', { name: 'total_amount' }).click();
    await page.getByRole('list', { name: 'Distribution of total_amount' }).waitFor();
    await page.getByRole('combobox', { name: 'Figure' }).click();
    await page.getByRole('option', { name: 'Mean' }).click();
    await page.getByRole('figure', { name: 'Mean of total_amount over time' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('link', { name: 'Add a test' }).click();
    await page.getByRole('heading', { level: 1, name: 'Add a test' }).waitFor();
    expect(new URL(page.url()).searchParams.get('column')).toBe('total_amount');
    await page.goBack();
    await page.getByRole('tab', { name: 'Tests' }).click();
    await page.getByRole('row', { name: /Failed.*Rows as usual/ }).waitFor();
    await page.getByRole('tab', { name: 'Incidents' }).click();
    await page.getByRole('row', { name: /New.*Rows as usual/ }).waitFor();
    expect(reports).toEqual([]);
    await close();
  });

  it('sets what the profiler measures in a table, with a metric of a column', async () => {
    const { page, reports, close } = await use().visit(`/table/${OTHER}/profiler/table-profile`);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('combobox', { name: 'Rows to read' }).click();
    await page.getByRole('option', { name: 'A percentage' }).click();
    await page.getByRole('textbox', { name: 'Percentage of the rows' }).fill('25');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The profiler settings are saved').waitFor();
    await page.getByRole('button', { name: 'Add a custom metric' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a custom metric' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('late');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByText('Enter a query.').waitFor();
    await dialog.getByRole('textbox', { name: 'SQL query' }).fill('SELECT count(*) FROM fct_invoices WHERE late');
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('SELECT count(*) FROM fct_invoices WHERE late').waitFor();
    const read = async () =>
      (await use().api('GET', `/v1/tables/name/${OTHER}?fields=customMetrics,tableProfilerConfig`)).json();
    expect(await read()).toMatchObject({
      customMetrics: [{ name: 'late' }],
      tableProfilerConfig: { profileSampleConfig: { config: { profileSample: 25, profileSampleType: 'PERCENTAGE' } } },
    });
    await page.getByRole('button', { name: 'Delete the custom metric late' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No custom metrics yet').waitFor();
    await page.getByRole('button', { name: 'Use the defaults' }).click();
    await page.getByText('The table uses the default settings again').waitFor();
    expect((await read()).tableProfilerConfig).toBeUndefined();
    expect(reports).toEqual([]);
    await close();
  });

  it('sets how many rows the profiler reads of the tables of a schema', async () => {
    const schema = 'warehouse.analytics.staging';
    const { page, reports, close } = await use().visit(`/databaseSchema/${schema}`);
    await page.getByRole('link', { name: 'Profiler settings' }).click();
    await page.getByRole('combobox', { name: 'Rows to read' }).click();
    await page.getByRole('option', { name: 'A number of rows' }).click();
    await page.getByRole('textbox', { name: 'Number of rows' }).fill('5000');
    await page.getByRole('textbox', { name: 'Rows of sample data' }).fill('20');
    await page.getByRole('switch', { name: 'Choose the rows at random' }).press('Space');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The profiler settings are saved').waitFor();
    await page.reload();
    await page.getByRole('textbox', { name: 'Number of rows' }).and(page.locator('[value="5000"]')).waitFor();
    const { id } = await (await use().api('GET', `/v1/databaseSchemas/name/${schema}`)).json();
    const read = async () => (await use().api('GET', `/v1/databaseSchemas/${id}/databaseSchemaProfilerConfig`)).json();
    expect((await read()).databaseSchemaProfilerConfig).toEqual({
      profileSampleConfig: { sampleConfigType: 'STATIC', config: { profileSample: 5000, profileSampleType: 'ROWS' } },
      randomizedSample: false,
      sampleDataCount: 20,
    });
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Use the defaults' }).click();
    await page.getByText('The defaults apply again').waitFor();
    expect((await read()).databaseSchemaProfilerConfig).toBeUndefined();
    expect(reports).toEqual([]);
    await close();
  });

  it('writes a contract, checks it, changes it as a form and as a document, and approves it', async () => {
    const { page, reports, close } = await use().visit(`/table/${OTHER}/contract`);
    await page.getByRole('button', { name: 'Write a contract' }).click();
    await page.getByRole('textbox', { name: 'Terms of use' }).fill('For the books only.');
    await page.getByRole('combobox', { name: 'Schema' }).click();
    await page.getByRole('option', { name: 'due_date' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add a rule' }).click();
    await page.getByRole('menuitem', { name: 'It has an owner' }).click();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    const document = page.getByLabel('ODCS document');
    await document.filter({ hasText: 'For the books only.' }).waitFor();
    await page.getByRole('button', { name: 'Validate now' }).click();
    await page.getByText('Schema 1 of 1 · Semantics 1 of 1').waitFor();
    await page.getByText('All promises are kept').nth(1).waitFor(); // in the head, and in the list of results
    expect(await page.getByText('All promises are kept').count()).toBe(2);

    await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
    await page.getByRole('textbox', { name: 'Terms of use' }).fill('For everybody.');
    await page.getByRole('button', { name: 'Save' }).click();
    await document.filter({ hasText: 'For everybody.' }).waitFor();

    await page.getByRole('button', { name: 'Edit', exact: true }).last().click();
    const editor = page.getByRole('textbox', { name: 'ODCS document' });
    const text = await editor.inputValue();
    await editor.fill(text.replaceAll('due_date', 'no_such_date'));
    await page.getByRole('button', { name: 'Save' }).click();
    await page
      .getByRole('alert')
      .getByText(/no_such_date/)
      .waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await editor.fill(text.replace('For everybody.', 'For nobody.'));
    await page.getByRole('button', { name: 'Save' }).click();
    // Not the editor, which has the same label and holds the text before it is saved.
    await page.getByRole('region', { name: 'ODCS document' }).filter({ hasText: 'For nobody.' }).waitFor();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Approved').waitFor();
    await page.getByRole('button', { name: 'Delete the contract' }).click();
    const asks = page.getByRole('dialog', { name: /^Delete / });
    await asks.getByText('This cannot be undone.').waitFor();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
    expect(await findBarriers(page, { ofColour: true })).toEqual([]);
    expect(reports).toEqual([]);
    const refused = { code: 409, message: 'a run of its checks is under way' };
    await page.route('**/api/v1/dataContracts/*', (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 409, json: refused }) : route.fallback(),
    );
    await asks.getByRole('button', { name: 'Delete' }).click();
    await asks.getByRole('alert').getByText('A run of its checks is under way.').waitFor();
    await page.unroute('**/api/v1/dataContracts/*');
    await asks.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No data contract yet').waitFor();
    await asks.waitFor({ state: 'detached' });
    expect(reports.filter((one) => !one.includes('409'))).toEqual([]);
    await close();
  });

  it('does not store a document over what somebody else changed meanwhile', async () => {
    const { page, reports, close } = await use().visit(`/table/${TABLE}/contract`);
    await page.getByRole('button', { name: 'Edit', exact: true }).last().click();
    const editor = page.getByRole('textbox', { name: 'ODCS document' });
    const text = await editor.inputValue();
    const { id } = await (await use().api('GET', `/v1/tables/name/${TABLE}`)).json();
    const query = `entityId=${id}&entityType=table`;
    const contract = await (await use().api('GET', `/v1/dataContracts/entity?${query}`)).json();
    const path = `/v1/dataContracts/${contract.id}`;
    const theirs = [{ op: 'add', path: '/displayName', value: 'Orders as agreed' }];
    expect((await use().api('PATCH', path, theirs)).status).toBe(200);
    await editor.fill(`${text}\n`);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('Somebody else changed this contract after you opened it.').waitFor();
    expect((await (await use().api('GET', path)).json()).displayName).toBe('Orders as agreed');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByLabel('ODCS document').filter({ hasText: 'kind: DataContract' }).waitFor();
    await use().api('PATCH', path, [{ op: 'remove', path: '/displayName' }]);
    expect(reports.filter((one) => !one.includes('412'))).toEqual([]);
    await close();
  });

  it('offers a viewer nothing but to look', async () => {
    await use().join('looker');
    const { page, reports, close } = await use().visit(`/table/${TABLE}/contract`, { as: 'looker' });
    await page.getByText('Not to be passed on to partners.').first().waitFor();
    await page.getByRole('button', { name: 'Export' }).waitFor();
    // Rights are known a moment after the page.
    for (const name of ['Validate now', 'Import ODCS', 'Edit', 'Delete the contract', 'Deprecate'])
      await page.getByRole('button', { name, exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Data observability' }).click();
    await page.getByRole('figure', { name: /^Row count/ }).waitFor();
    await page.getByRole('button', { name: 'Take a profile now' }).waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Incidents' }).click();
    await page.getByRole('row', { name: /Rows as usual/ }).waitFor();
    await page.getByRole('button', { name: 'Acknowledge' }).waitFor({ state: 'detached' });
    expect(reports).toEqual([]);
    await close();
  });

  it('offers actions on incidents of own tests only', async () => {
    const { api, join } = use();
    await join('test-owner');
    const { id } = await (await api('GET', '/v1/users/name/test-owner')).json();
    const test = `/v1/dataQuality/testCases/name/${TABLE}.rows_as_usual`;
    const { page, reports, open, close } = await use().visit('/incident-manager', { as: 'test-owner' });
    const incident = page.getByRole('row', { name: /Rows as usual/ });
    await incident.waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('button', { name: 'Resolve' }).count()).toBe(0);
    const owners = [{ op: 'add', path: '/owners', value: [{ id, type: 'user' }] }];
    expect((await api('PATCH', test, owners)).status).toBe(200);
    await open('/incident-manager');
    await incident.getByRole('button', { name: 'Resolve' }).waitFor();
    expect(await page.getByRole('button', { name: 'Resolve' }).count()).toBe(1);
    expect(reports).toEqual([]);
    await api('PATCH', test, [{ op: 'remove', path: '/owners' }]);
    await close();
  });
});
