// Tasks by keyboard alone: somebody asks for a description, and whoever it is for writes it and approves.
import { expect, it } from 'vitest';
import { enter, tabTo } from './support/keys.js';
import { findBarriers, inBrowser } from './support/stage.js';

const SCHEMA = 'warehouse.analytics.facts';

inBrowser('tasks by keyboard', (use) => {
  it('asks for a description of a table, comments on it, and fills it in', async () => {
    const { api, join, visit } = use();
    const name = 'asked_by_keys';
    const body = { name, databaseSchema: SCHEMA, columns: [{ name: 'id', dataType: 'INT' }] };
    const { id } = await (await api('PUT', '/v1/tables', body)).json();
    await join('kim', { displayName: 'Kim Dale' });
    const asking = await visit(`/table/${SCHEMA}.${name}/activity_feed/tasks`, { as: 'kim' });
    const { page } = asking;
    await enter(page, page.getByRole('button', { name: 'Ask for something' }));
    await page.getByRole('menuitem', { name: 'Request a description' }).waitFor();
    await tabTo(page, page.getByRole('menuitem', { name: 'Request a description' }), 'ArrowDown');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Request a description' });
    await tabTo(page, dialog.getByRole('textbox', { name: 'What should they know?' }));
    await page.keyboard.type('What is one row?');
    await enter(page, dialog.getByRole('button', { name: 'Choose who should do it' }));
    const people = page.getByRole('combobox', { name: 'Find people and teams' });
    await people.waitFor();
    await page.keyboard.type('admin');
    await page.getByRole('option', { name: /^Admin/ }).waitFor();
    await page.keyboard.press('Enter');
    await people.waitFor({ state: 'hidden' });
    await enter(page, dialog.getByRole('button', { name: 'Send' }));
    await dialog.waitFor({ state: 'hidden' });
    await enter(page, page.getByRole('link', { name: `Describe ${name}` }));
    await page.getByRole('heading', { level: 1, name: `Describe ${name}` }).waitFor();
    await tabTo(page, page.getByRole('textbox', { name: 'Write a comment' }));
    await page.keyboard.type('By Friday, please.');
    await enter(page, page.getByRole('button', { name: 'Comment' }));
    await page.getByRole('listitem').getByText('By Friday, please.').waitFor();
    expect(asking.reports).toEqual([]);
    await asking.close();

    const doing = await visit('/my-data');
    const task = doing.page.getByRole('link', { name: `Describe ${name}` }).first();
    await enter(doing.page, task);
    await doing.page.getByText('By Friday, please.').waitFor();
    await enter(doing.page, doing.page.getByRole('button', { name: 'Fill in' }));
    const form = doing.page.getByRole('dialog', { name: 'Fill in' });
    await tabTo(doing.page, form.getByRole('textbox', { name: 'Description' }));
    await doing.page.keyboard.type('One row is one order.');
    expect(await findBarriers(doing.page)).toEqual([]);
    await enter(doing.page, form.getByRole('button', { name: 'Fill in' }));
    await doing.page.getByText('Approved', { exact: true }).waitFor();
    const table = await (await api('GET', `/v1/tables/${id}`)).json();
    expect(table.description).toBe('One row is one order.');
    expect(doing.reports).toEqual([]);
    await doing.close();
  });

  it('assigns and resolves an incident on the page of its test', async () => {
    const { api, visit } = use();
    const table = `${SCHEMA}.fct_orders`;
    const name = 'incident_by_keys';
    const test = { name, entityLink: `<#E::table::${table}>`, testDefinition: 'tableRowCountToBeBetween' };
    const parameterValues = [{ name: 'minValue', value: '10' }];
    expect((await api('POST', '/v1/dataQuality/testCases', { ...test, parameterValues })).status).toBe(201);
    const failed = { testCaseStatus: 'Failed', timestamp: Date.now(), result: 'Found 3 rows' };
    expect((await api('POST', `/v1/dataQuality/testCases/testCaseResults/${table}.${name}`, failed)).ok).toBe(true);
    const { page, reports, close } = await visit(`/test-case/${table}.${name}/issues`);
    await enter(page, page.getByRole('button', { name: 'Acknowledge' }));
    await page.getByText('Admin acknowledged it').waitFor();
    const assign = page.getByRole('button', { name: /^Assign the incident/ });
    await expect.poll(() => assign.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Find a person' }).waitFor();
    await page.keyboard.type('lena');
    await page.getByRole('option', { name: /Lena Novak/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Admin assigned it to Lena Novak').waitFor();
    await enter(page, page.getByRole('button', { name: 'Resolve' }));
    const dialog = page.getByRole('dialog', { name: `Resolve the incident of ${name}` });
    await tabTo(page, dialog.getByRole('textbox', { name: 'What was done?' }));
    await page.keyboard.type('Loaded the rest');
    await tabTo(page, dialog.getByRole('button', { name: 'Cancel' }), 'Shift+Tab');
    await enter(page, dialog.getByRole('button', { name: 'Resolve' }));
    await page
      .getByText(/^Admin resolved it/)
      .first()
      .waitFor();
    expect(reports).toEqual([]);
    await close();
  });
});
