// Services: from the list to what one holds, its connection, and whether it works.
import { expect, it } from 'vitest';
import { findBarriers, inBrowser } from './support/stage.js';

inBrowser('services', (use) => {
  it('leads from the list to a service, what it holds, and what comes later', async () => {
    const { page, reports, close } = await use().visit('/settings/services');
    await page.getByRole('textbox', { name: 'Find a service' }).fill('ware');
    await page.getByRole('link', { name: 'warehouse' }).click();
    await page.getByRole('heading', { level: 1, name: 'warehouse' }).waitFor();
    await page.getByRole('tab', { name: 'Databases' }).waitFor();
    await page.getByRole('link', { name: 'analytics' }).click();
    await page.getByRole('heading', { level: 1, name: 'analytics' }).waitFor();
    await page.getByRole('navigation', { name: 'Where it is' }).getByRole('link', { name: 'warehouse' }).click();
    await page.getByRole('tab', { name: 'Connection' }).click();
    await page.getByText('No connection is stored').waitFor();
    await page.getByRole('tab', { name: 'Agents' }).click();
    await page.getByText('No agents yet').waitFor();
    await page.goto('/settings/services/dashboards');
    await page.getByRole('link', { name: 'reports' }).waitFor();
    expect(await page.getByRole('link', { name: 'warehouse' }).count()).toBe(0);
    expect(reports).toEqual([]);
    await close();
  });

  it('changes a connection without showing its secrets, and tests it step by step', async () => {
    const { api, visit } = use();
    const config = {
      type: 'Mysql',
      username: 'reader',
      authType: { password: 'secret-9' },
      hostPort: 'db.invalid:3306',
    };
    const body = { name: 'with_connection', serviceType: 'Mysql', connection: { config } };
    const made = await api('PUT', '/v1/services/databaseServices', body);
    expect(made.status).toBe(201);
    const { page, reports, close } = await visit('/service/databaseServices/with_connection/connection');
    await page.getByText('reader').waitFor();
    await page.getByText('Stored, not shown').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Edit the connection' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit the connection' });
    await dialog.getByRole('textbox', { name: 'Username' }).fill('writer');
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('writer').waitFor();
    const stored = async () =>
      (await (await api('GET', '/v1/services/databaseServices/name/with_connection')).json()).connection.config;
    await expect.poll(stored).toMatchObject({ username: 'writer', authType: { password: '*********' } });

    await page.getByRole('button', { name: 'Test the connection' }).click();
    await page.getByText('The connection does not work').waitFor();
    const steps = page.getByRole('list', { name: 'Steps of the test' });
    await steps.getByText('Failed', { exact: true }).first().waitFor();
    await page.reload();
    await page.getByText('The connection does not work').waitFor();
    const left = await (await api('GET', '/v1/automations/workflows?limit=100&include=all')).json();
    expect(left.data.filter(({ name }: { name: string }) => name.startsWith('test-connection'))).toEqual([]);
    expect(await page.content()).not.toContain('secret-9');
    expect(reports).toEqual([]);
    await close();
  });

  it('says what it has no page for', async () => {
    const { page, close } = await use().visit('/service/nothingServices/x');
    await page.getByText('No service matches').waitFor();
    await page.goto('/databaseServices/add-service');
    await page.getByText('Forms for new services are not available yet. Use the API instead.').waitFor();
    await page.getByRole('link', { name: 'Explore the catalog' }).waitFor();
    await close();
  });
});
