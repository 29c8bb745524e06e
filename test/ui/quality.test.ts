// From a new test to the incident that it opens, and its end.
import { expect, it } from 'vitest';
import { findBarriers, inBrowser } from './support/stage.js';

const ROWS = { testDefinition: 'tableRowCountToBeBetween', parameterValues: [{ name: 'minValue', value: '1' }] };
const TABLE = 'warehouse.analytics.facts.fct_orders';

inBrowser('quality', (use) => {
  it('adds a test, shows why it failed, and resolves the incident', async () => {
    const { api } = use();
    await use().join('helper');
    const { page, reports, close } = await use().visit(`/data-quality/add-test?table=${TABLE}`);
    await page.getByRole('combobox', { name: 'Kind of test' }).fill('row count to be');
    await page.getByRole('option', { name: 'Row count to be between' }).click();
    await page.getByRole('textbox', { name: 'Min' }).fill('900');
    await page.getByRole('textbox', { name: 'Name' }).fill('rows_of_an_incident');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'rows_of_an_incident' }).waitFor();
    await page.getByText('No results in this period').waitFor();

    const fqn = `${TABLE}.rows_of_an_incident`;
    for (const [i, value] of [1000, 700].entries()) {
      const result = {
        timestamp: Date.now() - 60_000 + i * 1000,
        testCaseStatus: value < 900 ? 'Failed' : 'Success',
        result: `Found ${value} rows`,
        testResultValue: [{ name: 'rowCount', value: String(value) }],
      };
      expect((await api('POST', `/v1/dataQuality/testCases/testCaseResults/${fqn}`, result)).ok).toBe(true);
    }
    const test = await (await api('GET', `/v1/dataQuality/testCases/name/${fqn}`)).json();
    const rows = { columns: ['order_id', 'amount'], rows: [['17', '-3']] };
    expect((await api('PUT', `/v1/dataQuality/testCases/${test.id}/failedRowsSample?validate=false`, rows)).ok).toBe(
      true,
    );
    await page.reload();
    await page.getByText('Found 700 rows').waitFor();
    await page.getByRole('figure', { name: /^Results of/ }).waitFor();
    await page.getByRole('button', { name: 'Show them' }).click();
    await page.getByRole('cell', { name: '-3' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);

    await page.getByRole('tab', { name: 'Incident' }).click();
    await page.getByRole('button', { name: 'Acknowledge' }).click();
    await page.getByText('Admin acknowledged it').waitFor();
    await page.getByRole('button', { name: /^Assign the incident/ }).click();
    await page.getByRole('combobox', { name: 'Find a person' }).fill('helper');
    await page.getByRole('option', { name: /helper/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText(/^Admin assigned it to /).waitFor();
    expect(await findBarriers(page)).toEqual([]);

    await page.goto('/incident-manager');
    await page
      .getByRole('row', { name: /rows_of_an_incident/ })
      .getByText('Assigned')
      .waitFor();
    expect(await findBarriers(page)).toEqual([]);
    const grouped = (by: string) => page.locator('label', { hasText: `By ${by}` }).click();
    await grouped('table');
    await page
      .getByRole('row', { name: new RegExp(TABLE) })
      .getByText('Not rated')
      .waitFor();
    await grouped('severity');
    await page.getByRole('row', { name: /Not rated/ }).waitFor();
    await grouped('assignee');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('link', { name: 'helper', exact: true }).click();
    await page.getByText('Assigned to helper').waitFor();
    await page.getByRole('row', { name: /rows_of_an_incident/ }).waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show those of all people' }).click();
    await page.getByText('Assigned to helper').waitFor({ state: 'hidden' });
    await page
      .getByRole('row', { name: /rows_of_an_incident/ })
      .getByRole('button', { name: 'Resolve' })
      .click();
    const dialog = page.getByRole('dialog', { name: /^Resolve the incident/ });
    await dialog.getByRole('button', { name: 'Resolve' }).click();
    await dialog.getByText('Say in a few words what was done').waitFor();
    await dialog.getByRole('textbox', { name: 'What was done?' }).fill('Loaded the missing day');
    await dialog.getByRole('button', { name: 'Resolve' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('row', { name: /rows_of_an_incident/ }).waitFor({ state: 'hidden' });
    await page.goto(`/incident-manager/${fqn}/issues`);
    await page.getByText('Loaded the missing day').waitFor();
    expect(reports).toEqual([]);
    await close();
  });

  it('shows the results of a test by dimension, failures first', async () => {
    const { api } = use();
    const test = {
      name: 'rows_by_currency',
      entityLink: `<#E::table::${TABLE}>`,
      ...ROWS,
      dimensionColumns: ['currency'],
    };
    expect((await api('POST', '/v1/dataQuality/testCases', test)).status).toBe(201);
    const by = (region: string, testCaseStatus: string, failedRows: number) => ({
      dimensionValues: [{ name: 'currency', value: region }],
      dimensionKey: `currency=${region}`,
      testCaseStatus,
      failedRows,
      result: `Found ${failedRows} bad rows`,
    });
    const result = {
      timestamp: Date.now() - 1000,
      testCaseStatus: 'Failed',
      result: 'Not everywhere',
      dimensionResults: [by('EU', 'Success', 0), by('US', 'Failed', 12)],
    };
    const fqn = `${TABLE}.rows_by_currency`;
    const answer = await api('POST', `/v1/dataQuality/testCases/testCaseResults/${fqn}`, result);
    expect(answer.ok, await answer.clone().text()).toBe(true);
    const { page, reports, close } = await use().visit(`/test-case/${fqn}/test-case-results`);
    const grid = page.getByRole('grid', { name: 'Results by dimension' });
    await grid.getByText('currency US').waitFor();
    const rows = await grid.getByRole('row').allInnerTexts();
    expect(rows.slice(1).map((text) => /currency \w+/.exec(text)?.[0])).toEqual(['currency US', 'currency EU']);
    expect(await findBarriers(page)).toEqual([]);
    expect(reports).toEqual([]);
    await close();
  });

  it('puts tests into a bundle and takes one out', async () => {
    const { api } = use();
    for (const name of ['rows_in_a_bundle', 'more_rows_in_a_bundle']) {
      const test = { name, entityLink: `<#E::table::${TABLE}>`, ...ROWS };
      expect((await api('POST', '/v1/dataQuality/testCases', test)).status).toBe(201);
      const path = `/v1/dataQuality/testCases/testCaseResults/${TABLE}.${name}`;
      expect((await api('POST', path, { timestamp: Date.now() - 1000, testCaseStatus: 'Success' })).ok).toBe(true);
    }
    const { page, reports, close } = await use().visit('/data-quality/test-suites');
    await page.getByRole('button', { name: 'Add a bundle' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a bundle' });
    await dialog.getByRole('textbox', { name: 'Description' }).fill('What the meeting looks at.');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('A name is needed.').waitFor();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('before_the_meeting');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: 'before_the_meeting' }).waitFor();
    await page.getByText('What the meeting looks at.').waitFor();
    const tests = page.getByRole('grid', { name: 'Tests of before_the_meeting' });
    for (const name of ['rows_in_a_bundle', 'more_rows_in_a_bundle']) {
      await page.getByRole('button', { name: 'Add tests' }).click();
      await page.getByRole('combobox', { name: 'Find tests' }).fill(name);
      await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
      await tests.getByRole('link', { name, exact: true }).waitFor();
    }
    await page.getByRole('tab', { name: /^Tests ?2$/ }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await tests
      .getByRole('row', { name: /^Select rows_in_a_bundle/ })
      .getByRole('checkbox')
      .click();
    await page.getByRole('button', { name: 'Remove 1 test' }).click();
    await tests.getByRole('link', { name: 'rows_in_a_bundle', exact: true }).waitFor({ state: 'detached' });
    const add = page.getByRole('button', { name: 'Add tests' });
    await expect.poll(() => add.evaluate((one) => one === document.activeElement)).toBe(true);
    await tests.getByRole('link', { name: 'more_rows_in_a_bundle', exact: true }).waitFor();
    expect((await api('GET', `/v1/dataQuality/testCases/name/${TABLE}.rows_in_a_bundle`)).status).toBe(200);
    expect(reports).toEqual([]);
    await close();
  });
});
