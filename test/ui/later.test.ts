// Addresses of pages that come later: a sentence and a way on, for links that exist already.
import { expect, it } from 'vitest';
import { findBarriers, inBrowser } from './support/stage.js';

const TABLE = 'warehouse.analytics.facts.fct_orders';

const PATHS = [
  '/lineage',
  `/lineage/table/${TABLE}`,
  `/table/${TABLE}/lineage`,
  '/ingestionPipeline/warehouse.nightly',
  '/ingestionPipeline/warehouse.nightly/logs',
  '/service/databaseServices/warehouse/add-ingestion/metadata',
  '/service/databaseServices/warehouse/edit-ingestion/warehouse.nightly/metadata',
  '/bulk/import/table/x',
  '/data-insights',
  '/data-insights/kpi/add-kpi',
  '/settings/preferences/nothing-yet',
];

inBrowser('pages that come later', (use) => {
  it('say so in one sentence and lead on', async () => {
    const { page, reports, close } = await use().visit('/my-data');
    for (const path of PATHS) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByText(/ are not available yet\. Use the API instead\.$/).waitFor();
      await page.getByRole('main').getByRole('link', { name: 'Explore the catalog' }).waitFor();
    }
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('main').getByRole('link', { name: 'Go to My data' }).click();
    await page.getByRole('heading', { level: 1, name: /^Welcome/ }).waitFor();
    expect(reports).toEqual([]);
    await close();
  });

  it('does not offer the tab of lineage beside others', async () => {
    const { page, close } = await use().visit(`/table/${TABLE}`);
    await page.getByRole('tab', { name: /^Columns/ }).waitFor();
    expect(await page.getByRole('tab', { name: 'Lineage' }).count()).toBe(0);
    await close();
  });
});
