// An alert from the form to the reason why it did not fire.
import { expect, it } from 'vitest';
import { whyButton } from './support/events.js';
import { findBarriers, inBrowser } from './support/stage.js';

const TABLE = 'warehouse.analytics.facts.fct_orders';

inBrowser('alerts', (use) => {
  it('writes an alert on failing tests of a schema, tries it out, and tells why it did not fire', async () => {
    const { api } = use();
    const testCase = {
      name: 'rows_of_an_alert',
      entityLink: `<#E::table::${TABLE}>`,
      testDefinition: 'tableRowCountToBeBetween',
      parameterValues: [{ name: 'minValue', value: '10' }],
    };
    expect((await api('POST', '/v1/dataQuality/testCases', testCase)).status).toBe(201);
    const report = (testCaseStatus: string, timestamp: number) =>
      api('POST', `/v1/dataQuality/testCases/testCaseResults/${TABLE}.rows_of_an_alert`, { testCaseStatus, timestamp });
    const now = Date.now();
    expect((await report('Failed', now - 60_000)).ok).toBe(true);
    expect((await report('Success', now - 30_000)).ok).toBe(true);

    const { page, reports, close } = await use().visit('/observability/alerts');
    await page.getByRole('link', { name: 'Add an alert' }).first().click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Failed tests of facts');
    await page.getByText(/would have matched [1-9]/).waitFor();
    await page.getByRole('button', { name: 'Add a filter' }).click();
    await page.getByRole('menuitem', { name: /^Test case name/ }).click();
    await page.getByText('Complete the conditions').waitFor();
    await page
      .getByRole('group', { name: 'Filter 1' })
      .getByRole('combobox', { name: 'Test case name', exact: true })
      .fill(TABLE);
    await page.getByRole('option', { name: TABLE, exact: true }).click();
    await page.getByText(/would have matched [1-9]/).waitFor();
    await page.getByRole('combobox', { name: 'Channel' }).click();
    await page.getByRole('option', { name: 'Slack' }).click();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Is required.', { exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Address' }).fill('https://hooks.example.com/facts');
    await page.getByRole('button', { name: 'Save' }).click();

    await page.getByRole('heading', { level: 1, name: 'Failed tests of facts' }).waitFor();
    await page.getByText('https://hooks.example.com/facts').waitFor();
    await page.getByRole('tab', { name: 'Diagnostics' }).click();
    await whyButton(page, 'rows_of_an_alert').click();
    await page.getByText('Not delivered').first().waitFor();
    await page.getByText(/does not pass the triggers/).waitFor(); // the newest result is a success
    await page.getByText('Passed', { exact: true }).first().waitFor();
    expect(await page.getByText('Success', { exact: true }).count()).toBe(0);
    expect(await findBarriers(page)).toEqual([]);

    const again = page.getByRole('button', { name: 'Deliver all failed again' });
    await page.getByRole('tab', { name: 'Recent events' }).click();
    await page.getByText('No finished deliveries').waitFor();
    expect(await again.isDisabled()).toBe(true);
    expect((await report('Failed', now)).ok).toBe(true);
    await page.getByText('hooks.example.com cannot be reached').first().waitFor({ timeout: 20_000 });
    await page.getByText('Deliveries and attempts').first().click();
    await page.getByText('Attempt 1').waitFor();
    await page
      .getByText(/^Admin changed/)
      .first()
      .waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await again.click();
    await page.getByText(/will be sent again/).waitFor();
    expect(reports.filter((line) => !/status of 400/.test(line))).toEqual([]); // the address was missing at first
    await close();
  });

  it('edits a notification, and keeps its secrets', async () => {
    const { api } = use();
    const alert = {
      name: 'changes-of-orders',
      alertType: 'Notification',
      resources: ['table'],
      destinations: [
        {
          category: 'External',
          type: 'Webhook',
          config: { endpoint: 'https://hooks.example.com/orders', authType: { type: 'bearer', secretKey: 'hush' } },
        },
      ],
    };
    expect((await api('POST', '/v1/events/subscriptions', alert)).status).toBe(201);
    const { page, reports, close } = await use().visit('/settings/notifications');
    await page.getByRole('switch', { name: 'changes-of-orders is on' }).press('Space');
    await page.getByText('Off', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Actions for changes-of-orders' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const secret = page.getByRole('textbox', { name: 'Secret key' });
    expect(await secret.getAttribute('placeholder')).toBe('Stored; type to replace it');
    expect(await secret.inputValue()).toBe('');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Changes of orders');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Changes of orders' }).waitFor();
    const stored = await (await api('GET', '/v1/events/subscriptions/name/changes-of-orders')).json();
    expect(stored).toMatchObject({ displayName: 'Changes of orders', enabled: false });
    expect(stored.destinations[0].config.authType.secretKey).toMatch(/^\*+$/);
    expect(reports).toEqual([]);
    await close();
  });

  it('opens a notification as messages link to it, and names what conversations are about', async () => {
    const { api } = use();
    const alert = {
      name: 'all-conversations',
      alertType: 'Notification',
      resources: ['conversation'],
      destinations: [{ category: 'External', type: 'Webhook', config: { endpoint: 'https://hooks.example.com/talk' } }],
    };
    expect((await api('POST', '/v1/events/subscriptions', alert)).status).toBe(201);
    const thread = { about: `<#E::table::${TABLE}>`, message: 'Which currency?' };
    const { id } = await (await api('POST', '/v1/feed', thread)).json();
    expect((await api('POST', `/v1/feed/${id}/posts`, { message: 'Euro.' })).status).toBe(201);
    const { page, reports, close } = await use().visit('/eventsubscription/all-conversations');
    await page.getByRole('heading', { level: 1, name: 'all-conversations' }).waitFor();
    await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Diagnostics' }).click();
    const event = page.getByRole('listitem').filter({ hasText: 'admin replied in' }).first();
    await event.getByRole('link', { name: 'fct_orders', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'fct_orders' }).waitFor();
    expect(reports).toEqual([]);
    await close();
  });
});
