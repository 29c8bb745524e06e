// Whether data arrives: runs of pipelines, one by one and as a whole, and the tables that they fill.
import { expect, it } from 'vitest';
import { findBarriers, inBrowser } from './support/stage.js';

const PIPELINE = 'scheduler.nightly_load';
const TABLE = 'warehouse.analytics.facts.fct_orders';

inBrowser('pipelines', (use) => {
  it('lead from all of them to the task in which the last run failed, and to what it fills', async () => {
    const { page, reports, close } = await use().visit('/my-data');
    await page.getByRole('link', { name: 'Pipelines' }).click();
    await page.getByRole('heading', { level: 1, name: 'Pipelines' }).waitFor();
    await page.getByRole('figure', { name: 'Runs of pipelines by day and how they ended' }).waitFor();
    await page.getByRole('radiogroup', { name: 'What is shown by day' }).getByText('How long they took').click();
    await page.getByRole('figure', { name: 'Average and longest runtimes of pipelines by day' }).waitFor();
    await page.getByText('Failed', { exact: true }).first().waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('row', { name: /Failed.*Every day at 2:00.*1 table/ }).waitFor();
    await page.getByRole('link', { name: 'nightly_load' }).click();
    await page.getByRole('heading', { level: 1, name: 'Nightly load' }).waitFor();
    await page.getByText('30 runs, 29 succeeded').waitFor();
    await page.getByRole('figure', { name: 'How long the runs of Nightly load took, over time' }).waitFor();
    await page.getByText(/No space left on device in build_facts$/).waitFor();
    const runs = page.getByRole('list', { name: 'Runs' }).getByRole('listitem');
    await runs.first().locator('summary').click();
    await page.getByRole('row', { name: /build_facts Failed/ }).waitFor();
    await page.getByRole('row', { name: /run_tests Skipped/ }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('link', { name: /fct_orders/ }).click();
    await page.getByRole('heading', { level: 1, name: 'fct_orders' }).waitFor();
    const filler = page.getByRole('listitem').filter({ hasText: 'usually takes' });
    await filler.getByText('Failed').waitFor();
    await filler.getByRole('link', { name: 'nightly_load' }).click();
    await page.getByText('30 runs, 29 succeeded').waitFor();
    expect(reports).toEqual([]);
    await close();
  });

  it('are chosen by service and by how their last run ended', async () => {
    const { api, visit } = use();
    const service = { name: 'quiet', serviceType: 'Dagster' };
    const created = await (await api('POST', '/v1/services/pipelineServices', service)).json();
    for (const name of ['hourly', 'weekly']) await api('POST', '/v1/pipelines', { name, service: 'quiet' });
    const run = { timestamp: Date.now() - 60_000, executionStatus: 'Successful', endTime: Date.now() - 30_000 };
    await api('PUT', '/v1/pipelines/quiet.hourly/status', run);
    const { page, reports, open, close } = await visit('/observability/pipelines?service=quiet');
    await page.getByText('2 pipelines').waitFor();
    await page.getByRole('row', { name: /weekly.*No run reported/ }).waitFor();
    await page.getByRole('radiogroup', { name: 'Show pipelines whose last run' }).getByText('Succeeded').click();
    await page.getByText('1 pipeline', { exact: true }).waitFor();
    await page.getByRole('row', { name: /hourly.*Succeeded.*30 sec/ }).waitFor();
    expect(new URL(page.url()).searchParams.get('state')).toBe('Successful');
    await open('/pipeline/quiet.weekly/executions');
    await page.getByText('No runs in this time').waitFor();
    expect(reports).toEqual([]);
    await close();
    await api('DELETE', `/v1/services/pipelineServices/${created.id}?recursive=true&hardDelete=true`);
  });

  it('show of a run what was reported, and no link that is none', async () => {
    const { api, visit } = use();
    const service = { name: 'odd', serviceType: 'Airflow' };
    const created = await (await api('POST', '/v1/services/pipelineServices', service)).json();
    const tasks = [{ name: 'a' }, { name: 'b' }];
    await api('POST', '/v1/pipelines', { name: 'one', service: 'odd', tasks });
    const at = Date.now() - 3_600_000;
    await api('PUT', '/v1/pipelines/odd.one/status', {
      timestamp: at,
      executionStatus: 'Failed',
      version: '7',
      parameters: { day: '2026-11-01' },
      metrics: { totalRowsProcessed: 1200 },
      taskStatus: [
        {
          name: 'a',
          executionStatus: 'Successful',
          startTime: at,
          endTime: at + 90_000,
          logLink: 'https://logs.example/a',
        },
        { name: 'b', executionStatus: 'Failed', logLink: 'mailto:ops@shop.example' },
      ],
      error: { errorMessage: 'no route to host', stackTrace: 'at main.py, line 3' },
    });
    const { page, reports, close } = await visit('/pipeline/odd.one/executions');
    await page.getByText('took 1.5 min, version 7, 1,200 rows').waitFor();
    await page.getByText('no route to host').waitFor();
    await page.getByRole('list', { name: 'Runs' }).locator('summary').first().click();
    await page.getByText('day = 2026-11-01').waitFor();
    expect(await page.getByRole('link', { name: 'Open the log of a' }).getAttribute('href')).toBe(
      'https://logs.example/a',
    );
    expect(await page.getByRole('link', { name: 'Open the log of b' }).count()).toBe(0);
    await page.getByText('Stack trace').click();
    await page.getByText('at main.py, line 3').waitFor();
    expect(reports).toEqual([]);
    await close();
    await api('DELETE', `/v1/services/pipelineServices/${created.id}?recursive=true&hardDelete=true`);
  });

  it('are not asked for by those who may not see them', async () => {
    const { api, join, visit } = use();
    await join('blind_to_runs');
    const deny = {
      name: 'no_pipelines',
      rules: [{ name: 'none', resources: ['pipeline'], operations: ['All'], effect: 'deny' }],
    };
    const policy = await (await api('POST', '/v1/policies', deny)).json();
    const role = await (await api('POST', '/v1/roles', { name: 'no_pipelines', policies: ['no_pipelines'] })).json();
    const user = await (await api('GET', '/v1/users/name/blind_to_runs')).json();
    await api(
      'PATCH',
      `/v1/users/${user.id}`,
      [{ op: 'add', path: '/roles', value: [{ id: role.id, type: 'role' }] }],
      {
        'content-type': 'application/json-patch+json',
      },
    );
    const { page, reports, open, close } = await visit('/my-data', { as: 'blind_to_runs' });
    await page.getByRole('link', { name: 'Data quality' }).waitFor();
    expect(await page.getByRole('link', { name: 'Pipelines' }).count()).toBe(0);
    await open(`/table/${TABLE}/profiler/table-profile`);
    await page.getByRole('figure', { name: 'Row count of fct_orders over time' }).waitFor();
    expect(await page.getByText('Filled by').count()).toBe(0);
    expect(await page.getByText(PIPELINE).count()).toBe(0);
    expect(reports).toEqual([]);
    await close();
    await api('DELETE', `/v1/users/${user.id}?hardDelete=true`);
    await api('DELETE', `/v1/roles/${role.id}?hardDelete=true`);
    await api('DELETE', `/v1/policies/${policy.id}?hardDelete=true`);
  });
});
