// From the wish to see data to the decision about it, and what is shown of the data themselves.
import { expect, it } from 'vitest';
import { findBarriers, inBrowser } from './support/stage.js';

const TABLE = 'warehouse.analytics.facts.fct_refunds';

inBrowser('requests for access and sample data', (use) => {
  it('are asked for on the page of the data, found, and decided', async () => {
    await use().join('iris', { displayName: 'Iris Vance' });
    const iris = await use().visit(`/table/${TABLE}`, { as: 'iris' });
    const { page } = iris;
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Request access to the data' }).click();
    const dialog = page.getByRole('dialog', { name: 'Request access to the data' });
    await dialog.getByLabel('Until').fill('2020-01-31');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByText('Choose a date in the future').waitFor();
    await dialog.getByText('Fill in: Reason').waitFor();
    await dialog.getByLabel('Until').fill('2099-01-31');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('To reconcile refunds');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.waitFor({ state: 'detached' });
    await iris.open('/data-access-requests?mine=yes');
    const mine = page.getByRole('row').filter({ hasText: 'To reconcile refunds' });
    await mine.waitFor();
    expect(await mine.textContent()).toContain('All of it, Read');
    expect(await mine.textContent()).toContain('Jan 31, 2099');
    expect(await page.getByRole('row').count(), 'only their own').toBe(2);
    expect(iris.reports).toEqual([]);
    await iris.close();

    const admin = await use().visit('/settings');
    await admin.page.getByRole('link', { name: /^Data access requests/ }).click();
    await admin.page.getByRole('textbox', { name: 'Find by reason' }).fill('reconcile');
    const row = admin.page.getByRole('row').filter({ hasText: 'Iris Vance' });
    await row.waitFor();
    await admin.page.getByRole('row').filter({ hasText: 'Aiko' }).waitFor({ state: 'detached' });
    expect(await findBarriers(admin.page)).toEqual([]);
    await row.getByRole('link', { name: 'fct_refunds' }).click();
    await admin.page.getByRole('heading', { level: 1, name: 'Access to fct_refunds' }).waitFor();
    await admin.page.getByRole('button', { name: 'Approve' }).click();
    await admin.page.getByRole('button', { name: 'Mark as granted' }).click();
    await admin.page.getByText('Granted', { exact: true }).waitFor();
    await admin.open('/data-access-requests?status=active&q=reconcile');
    await row.getByText('Granted', { exact: true }).waitFor();
    expect(await row.textContent()).toContain('admin');
    await admin.page.getByRole('combobox', { name: 'Access' }).selectOption({ label: 'With personal data masked' });
    await admin.page.getByText('No request matches these filters').waitFor();
    expect(admin.reports).toEqual([]);
    await admin.close();
  });

  it('shows messages of topics and rows of files, and removes them', async () => {
    const { page, reports, open, close } = await use().visit('/container/lake.landing');
    await page.getByRole('tab', { name: 'Sample data' }).click();
    await page.getByRole('columnheader', { name: 'country_code' }).waitFor();
    expect(await page.getByRole('gridcell', { name: 'SKU-1040' }).count()).toBe(4);
    await open('/searchIndex/shop_search.catalogue/sample_data');
    await page.getByText('"Kettle, 1.7 l"').waitFor();
    expect(await page.getByRole('button', { name: 'Remove the sample data' }).count(), 'has no route').toBe(0);
    await open('/topic/events.parcel_scanned/sample_data');
    await page.getByText('No sample data yet').waitFor();
    const { id } = await (await use().api('GET', '/v1/topics/name/events.parcel_scanned')).json();
    await use().api('PUT', `/v1/topics/${id}/sampleData`, { messages: ['{"place":"Graz"}', 'no JSON <b>'] });
    await page.reload();
    await page.getByText('"place": "Graz"').waitFor();
    await page.getByText('no JSON <b>').waitFor();
    await page.getByRole('button', { name: 'Remove the sample data' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the sample data' }).click();
    await page.getByText('No sample data yet').waitFor();
    expect(reports).toEqual([]);
    await close();
  });

  it('scrolls rows sideways that do not fit', async () => {
    const { page, close } = await use().visit('/table/warehouse.analytics.facts.fct_orders/sample_data', {
      width: 400,
    });
    const region = page.getByRole('region', { name: 'Sample data' });
    await region.getByRole('columnheader').first().waitFor();
    const reach = await region.evaluate((one) => [
      one.scrollWidth > one.clientWidth,
      document.documentElement.scrollWidth <= innerWidth,
    ]);
    expect(reach).toEqual([true, true]);
    await region.focus();
    await page.keyboard.press('End');
    await region.evaluate((one) => one.scrollTo({ left: one.scrollWidth }));
    await page.getByRole('columnheader', { name: 'currency' }).waitFor();
    await close();
  });
});
