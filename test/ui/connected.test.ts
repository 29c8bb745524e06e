// What is connected with what: tables by keys, terms by relations, metrics by what they are computed from; and what queries cost.
import { expect, it } from 'vitest';
import { findBarriers, inBrowser } from './support/stage.js';

const FACTS = 'warehouse.analytics.facts';

inBrowser('what is connected', (use) => {
  it('leads along the keys of a schema from table to table', async () => {
    const { page, reports, close } = await use().visit(`/databaseSchema/${FACTS}`);
    await page.getByRole('tab', { name: 'Relationships' }).click();
    const diagram = page.getByRole('region', { name: 'Tables that facts is connected with by foreign keys' });
    await diagram.getByRole('link', { name: 'dim_customers' }).waitFor();
    await page.getByText('Show as a list').click();
    await page.getByText('fct_orders – customer_id – dim_customers').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await diagram.getByRole('link', { name: 'dim_customers' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'dim_customers' }).waitFor();
    await page.getByRole('link', { name: 'Show as a diagram' }).click();
    await page.getByRole('region', { name: 'Tables that dim_customers is connected with by foreign keys' }).waitFor();
    await page.getByRole('link', { name: /^fct_orders/ }).waitFor();
    expect(reports).toEqual([]);
    await close();
  });

  it('names what queries join a table with', async () => {
    const { api, visit } = use();
    const table = await (await api('GET', `/v1/tables/name/${FACTS}.fct_reviews`)).json();
    const other = 'warehouse.analytics.dimensions.dim_products';
    await api('PUT', `/v1/tables/${table.id}/joins`, {
      startDate: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
      dayCount: 1,
      columnJoins: [
        { columnName: 'product_id', joinedWith: [{ fullyQualifiedName: `${other}.product_id`, joinCount: 40 }] },
      ],
    });
    const { page, reports, close } = await visit(`/table/${FACTS}.fct_reviews/relationships`);
    const joined = page.getByRole('listitem').filter({ hasText: /^product_id with .*, 40 times$/ });
    await joined.waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await joined.getByRole('link', { name: `${other}.product_id` }).click();
    await page.getByRole('heading', { level: 1, name: 'dim_products' }).waitFor();
    expect(reports).toEqual([]);
    await close();
  });

  it('says so where no table refers to another one', async () => {
    const { page, reports, close } = await use().visit('/databaseSchema/warehouse.analytics.staging/relationships');
    await page.getByText('As far as their columns say, no table here refers to another one.').waitFor();
    expect(reports).toEqual([]);
    await close();
  });

  it('follows relations of terms as far as is asked for', async () => {
    const { page, reports, close } = await use().visit('/glossary/Shop.NetRevenue');
    await page.getByRole('tab', { name: 'Relations' }).click();
    const diagram = page.getByRole('region', { name: 'Terms that Net revenue is related to' });
    await diagram.getByRole('link', { name: 'Average basket' }).waitFor();
    await page.getByRole('radiogroup', { name: 'Steps away, at most' }).getByText('1', { exact: true }).click();
    await diagram.getByRole('link', { name: 'Average basket' }).waitFor({ state: 'detached' });
    await diagram.getByRole('link', { name: 'Return' }).click();
    await page.getByRole('heading', { level: 1, name: 'Return' }).waitFor();
    await page.getByRole('region', { name: 'Terms that Return is related to' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(reports).toEqual([]);
    await close();
  });

  it('defines a metric, derives another one from it, and says what it is computed from', async () => {
    const { api, visit } = use();
    const base = await (await api('POST', '/v1/metrics', { name: 'visits', metricType: 'COUNT' })).json();
    const daily = await (await api('POST', '/v1/metrics', { name: 'visits_a_day' })).json();
    const { page, reports, open, close } = await visit('/metric/visits_a_day');
    await page.getByText('Nobody has said yet how it is computed.').waitFor();
    await page.getByRole('button', { name: 'Edit the definition' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit the definition' });
    await dialog.getByRole('textbox', { name: 'Expression' }).fill('count(visit_id) / 30');
    await dialog.getByRole('combobox', { name: 'Unit' }).click();
    await page.getByRole('option', { name: 'Other' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('textbox', { name: 'Its own unit' }).fill('visits');
    await dialog.getByRole('combobox', { name: 'Granularity' }).click();
    await page.getByRole('option', { name: 'Day' }).click();
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('count(visit_id) / 30').waitFor();
    await page.getByText('Expression (SQL)').waitFor();

    await page.getByRole('tab', { name: 'Related metrics' }).click();
    await page.getByRole('button', { name: 'Edit what it is derived from' }).click();
    await page.getByRole('combobox', { name: 'Find metrics' }).fill('visits');
    await page.getByRole('option', { name: /^visits(?!_)/ }).click();
    await page.getByRole('link', { name: 'visits', exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Assets' }).click();
    await page.getByText('No assets').waitFor();
    await open('/metric/visits/related_metrics');
    await page.getByRole('link', { name: 'visits_a_day' }).waitFor();
    expect(await (await api('GET', '/v1/metrics/name/visits_a_day?fields=derivedFrom')).json()).toMatchObject({
      metricExpression: { language: 'SQL', code: 'count(visit_id) / 30' },
      unitOfMeasurement: 'OTHER',
      customUnitOfMeasurement: 'visits',
      granularity: 'DAY',
      derivedFrom: { id: base.id },
    });
    expect(reports).toEqual([]);
    await close();
    for (const { id } of [daily, base]) await api('DELETE', `/v1/metrics/${id}?hardDelete=true`);
  });

  it('adds what queries of a service cost', async () => {
    const { api, visit } = use();
    const { data } = await (await api('GET', '/v1/queries?limit=1&service=warehouse')).json();
    const queryReference = { id: data[0].id, type: 'query' };
    const { page, reports, open, close } = await visit('/service/databaseServices/warehouse/query_costs');
    await page.getByText('No costs reported').waitFor();
    for (const cost of [10, 2.5])
      await api('POST', '/v1/queryCostRecord', {
        ...{ timestamp: Date.now() - 1000, cost, count: 20, totalDuration: 90, queryReference },
      });
    await open('/service/databaseServices/warehouse/query_costs');
    await page.getByRole('row', { name: /revenue_by_country.*12\.5.*40.*4\.5 sec/ }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('link', { name: 'revenue_by_country' }).click();
    await page.getByRole('heading', { level: 1, name: 'revenue_by_country' }).waitFor();
    expect(reports).toEqual([]);
    await close();
  });
});
