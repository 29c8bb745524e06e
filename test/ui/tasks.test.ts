// What people say about a table, ask for and announce: from the first word to the task that is done.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { findBarriers, inBrowser } from './support/stage.js';

const TABLE = 'warehouse.analytics.facts.fct_shipments';

inBrowser('activity and tasks', (use) => {
  it('holds a conversation with mentions, replies and reactions', async () => {
    await use().join('helen', { displayName: 'Helen Frost' });
    const { page, reports, open, close } = await use().visit(`/table/${TABLE}`);
    await page.getByRole('tab', { name: 'Activity & tasks' }).click();
    await page.getByText('Conversations', { exact: true }).click();
    const field = page.getByRole('textbox', { name: 'Start a conversation' });
    await field.pressSequentially('Is **carrier** complete? @hele');
    await page.getByRole('option', { name: 'Helen Frost' }).click();
    await page.getByRole('button', { name: 'Send' }).click();
    const thread = page.getByRole('article', { name: 'Text of Admin' });
    await thread.getByRole('link', { name: '@Helen Frost' }).waitFor();
    expect(await thread.locator('strong').textContent()).toBe('carrier');

    await thread.getByRole('button', { name: 'Reply' }).click();
    await thread.getByRole('textbox', { name: 'Reply to Admin' }).fill('<img src=x onerror=alert(1)> Almost.');
    await thread.getByRole('button', { name: 'Reply' }).click();
    await thread.getByText('Almost.').waitFor();
    expect(await thread.locator('img').count()).toBe(0);
    await thread.getByRole('button', { name: 'React to the text of Admin' }).first().click();
    await page.getByRole('menuitem', { name: 'Rocket' }).click();
    await thread.getByRole('button', { name: 'Rocket: 1', pressed: true }).waitFor();
    await thread.getByRole('button', { name: 'What to do with the text of admin' }).last().click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await thread.getByRole('textbox', { name: 'Edit your text' }).fill('All but two.');
    await thread.getByRole('button', { name: 'Save' }).click();
    await thread.getByText('All but two.').waitFor();
    expect(await findBarriers(page)).toEqual([]);

    const helen = await use().visit('/my-data', { as: 'helen' });
    await helen.page.getByRole('link', { name: /admin: Is carrier complete/ }).click();
    const seen = helen.page.getByRole('article', { name: 'Text of Admin' });
    await seen.getByRole('button', { name: 'Rocket: 1' }).click();
    await seen.getByRole('button', { name: 'Rocket: 2', pressed: true }).waitFor();
    expect(await seen.getByRole('button', { name: /^What to do/ }).count(), 'what a viewer may not do').toBe(0);
    await helen.page.getByText('Announcements', { exact: true }).click();
    await helen.page.getByText('No announcements').waitFor();
    expect(await helen.page.getByRole('button', { name: 'Add an announcement' }).count()).toBe(0);
    expect([...reports, ...helen.reports]).toEqual([]);
    await helen.close();

    await open('/settings/access/audit-logs?eventType=postUpdated');
    const entry = page.getByRole('grid', { name: 'Audit log' }).getByRole('row').nth(1);
    await entry.waitFor();
    expect((await entry.getByRole('gridcell').allTextContents()).slice(2)).toEqual(['Reply edited', 'Conversation']);
    const link = entry.getByRole('link', { name: 'Conversation' });
    expect(await link.getAttribute('href')).toMatch(/^\/THREAD\/[\w-]{36}$/);
    expect(reports).toEqual([]);
    await close();
  });

  it('asks for a description, which whoever it is for writes', async () => {
    await use().join('ida', { displayName: 'Ida Holm' });
    const { page, reports, close } = await use().visit(`/table/${TABLE}/activity_feed/tasks`, { as: 'ida' });
    await page.getByRole('button', { name: 'Ask for something' }).click();
    await page.getByRole('menuitem', { name: 'Request a description' }).click();
    const dialog = page.getByRole('dialog', { name: 'Request a description' });
    await dialog.getByRole('combobox', { name: 'For' }).selectOption('carrier');
    await dialog.getByRole('textbox', { name: 'What should they know?' }).fill('Is it the company or the driver?');
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('link', { name: 'Describe carrier of fct_shipments' }).click();
    await page.getByRole('heading', { level: 1, name: 'Describe carrier of fct_shipments' }).waitFor();
    await page.getByText('Is it the company or the driver?').waitFor();
    expect(await page.getByRole('button', { name: 'Fill in' }).count(), 'an own request').toBe(0);
    await page.getByRole('textbox', { name: 'Write a comment' }).fill('No hurry.');
    await page.getByRole('button', { name: 'Comment' }).click();
    await page.getByRole('listitem').getByText('No hurry.').waitFor();
    const address = page.url();
    await close();

    const admin = await use().visit(address);
    await doTask(admin.page);
    const table = await (await use().api('GET', `/v1/tables/name/${TABLE}?fields=columns`)).json();
    expect(table.columns.find(({ name }: { name: string }) => name === 'carrier').description).toBe('The company.');
    expect([...reports, ...admin.reports]).toEqual([]);
    await admin.close();
  });

  it('lets whom an incident is assigned to resolve it, also without the right to edit its test', async () => {
    const { api, join, visit } = use();
    await join('rita', { displayName: 'Rita Solver' });
    const table = 'warehouse.analytics.facts.fct_orders';
    const name = 'incident_of_rita';
    const test = { name, entityLink: `<#E::table::${table}>`, testDefinition: 'tableRowCountToBeBetween' };
    const parameterValues = [{ name: 'minValue', value: '10' }];
    expect((await api('POST', '/v1/dataQuality/testCases', { ...test, parameterValues })).status).toBe(201);
    const failed = { testCaseStatus: 'Failed', timestamp: Date.now(), result: 'Found 3 rows' };
    expect((await api('POST', `/v1/dataQuality/testCases/testCaseResults/${table}.${name}`, failed)).ok).toBe(true);
    const { id } = await (await api('GET', '/v1/users/name/rita')).json();
    const state = {
      testCaseReference: `${table}.${name}`,
      testCaseResolutionStatusType: 'Assigned',
      testCaseResolutionStatusDetails: { assignee: { id, type: 'user' } },
    };
    expect((await api('POST', '/v1/dataQuality/testCases/testCaseIncidentStatus', state)).ok).toBe(true);
    const { page, reports, close } = await visit('/my-data', { as: 'rita' });
    await page.getByRole('link', { name: `Incident of test ${name}` }).click();
    await page.getByRole('button', { name: 'Resolve' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Loaded the rest.');
    await dialog.getByRole('button', { name: 'Resolve' }).click();
    await page.getByText('Completed', { exact: true }).waitFor();
    await page.goto(`/test-case/${table}.${name}/issues`);
    await page.getByText('Admin assigned it to Rita Solver').waitFor();
    await page.getByText(/^Rita Solver resolved it/).waitFor();
    expect(reports).toEqual([]);
    await close();
  });

  it('announces something, on the page while it lasts', async () => {
    const { page, reports, close } = await use().visit(`/table/${TABLE}/activity_feed/announcements`);
    await page.getByRole('button', { name: 'Add an announcement' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add an announcement' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Say what is announced').waitFor();
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Late data');
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Shipments of today come tomorrow.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const bar = page.getByRole('region', { name: 'Announcements about fct_shipments' });
    await bar.getByText('Shipments of today come tomorrow.').waitFor();
    await page.getByRole('button', { name: 'Edit Late data' }).click();
    const edited = page.getByRole('dialog', { name: 'Edit the announcement' });
    await edited.getByLabel(/^End/).fill('2020-01-01T00:00');
    await edited.getByRole('button', { name: 'Save' }).click();
    await edited.getByText('Choose an end after the start').waitFor();
    await edited.getByLabel(/^Start/).fill('2019-12-01T00:00');
    await edited.getByRole('button', { name: 'Save' }).click();
    await bar.waitFor({ state: 'hidden' });
    await page.getByText('Ended', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Delete Late data' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No announcements').waitFor();

    await page.route('**/api/v1/announcements', (route) =>
      route.fulfill({ status: 403, contentType: 'application/json', body: '{"code":403,"message":"You may not."}' }),
    );
    await page.getByRole('button', { name: 'Add an announcement' }).click();
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Again');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').getByText('You may not.').waitFor();
    expect(reports.filter((report) => !report.includes('403'))).toEqual([]);
    await close();
  });
});

/** Reassigns a request for a description and fills it in. */
async function doTask(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Choose who should do it' }).click();
  await page.getByRole('combobox', { name: 'Find people and teams' }).fill('lena');
  await page.getByRole('option', { name: /Lena Novak/ }).click();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Lena Novak' }).waitFor();
  await page.getByRole('button', { name: 'Fill in' }).click();
  const dialog = page.getByRole('dialog', { name: 'Fill in' });
  await dialog.getByRole('button', { name: 'Fill in' }).click();
  await dialog.getByText('Fill in: Description').waitFor();
  await dialog.getByRole('textbox', { name: 'Description' }).fill('The company.');
  await dialog.getByRole('button', { name: 'Fill in' }).click();
  await page.getByText('Approved', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Fill in' }).count()).toBe(0);
  expect(await findBarriers(page)).toEqual([]);
}
