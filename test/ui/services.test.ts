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
    await dialog.getByRole('textbox', { name: 'Schema', exact: true }).fill('sales');
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('writer').waitFor();
    const stored = async () =>
      (await (await api('GET', '/v1/services/databaseServices/name/with_connection')).json()).connection.config;
    await expect
      .poll(stored)
      .toMatchObject({ username: 'writer', databaseSchema: 'sales', authType: { password: '*********' } });

    await page.getByRole('button', { name: 'Test the connection' }).click();
    await page.getByText('The connection does not work').waitFor();
    const steps = page.getByRole('list', { name: 'Steps of the test' });
    await steps.getByText('Failed', { exact: true }).first().waitFor();
    await steps.getByText(/is not a public address|ECONNREFUSED|cannot be/).waitFor();
    await page.reload();
    await page.getByText('The connection does not work').waitFor();
    const left = await (await api('GET', '/v1/automations/workflows?limit=100&include=all')).json();
    expect(left.data.filter(({ name }: { name: string }) => name.startsWith('test-connection'))).toEqual([]);
    expect(await page.content()).not.toContain('secret-9');
    expect(reports).toEqual([]);
    await close();
  });

  it('adds a service: its product, its connection, a test, and what is missing', async () => {
    const { page, reports, close } = await use().visit('/settings/services/databases');
    await page.getByRole('link', { name: 'Add a service' }).click();
    await page.getByRole('textbox', { name: 'Find a product' }).fill('mysq');
    await page.getByRole('link', { name: 'MySQL' }).click();
    await page.getByRole('heading', { level: 1, name: 'Add a service: MySQL' }).waitFor();
    const save = page.getByRole('button', { name: 'Save' });
    await save.click();
    await page.getByText('Name is needed.', { exact: true }).waitFor();
    await page.getByText('Host and port is needed.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('added here');
    await page.getByRole('textbox', { name: 'Username' }).fill('reader');
    await page.getByRole('textbox', { name: 'Password' }).fill('secret-8');
    await page.getByRole('textbox', { name: 'Host and port' }).fill('db.invalid:3306');
    await page.getByText(/more fields$/).click();
    const options = page.getByRole('group', { name: 'Further options' });
    await options.getByRole('button', { name: 'Add an entry' }).click();
    await options.getByRole('textbox', { name: /^Name of an entry/ }).fill('charset');
    await options.getByRole('textbox', { name: 'Value of charset' }).fill('utf8mb4');
    await page.getByRole('group', { name: 'Tables' }).getByRole('textbox', { name: 'Leave out' }).fill('^tmp\n^old');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Test the connection' }).click();
    await page.getByText('The connection does not work').waitFor();
    await save.click();
    await page.getByRole('heading', { level: 1, name: 'added here' }).waitFor();
    await page.getByText('The connection does not work').waitFor();
    const made = await (await use().api('GET', '/v1/services/databaseServices/name/added%20here')).json();
    expect(made.connection.config).toMatchObject({
      type: 'Mysql',
      username: 'reader',
      authType: { password: '*********' },
      hostPort: 'db.invalid:3306',
      connectionOptions: { charset: 'utf8mb4' },
      tableFilterPattern: { excludes: ['^tmp', '^old'] },
    });
    expect(await page.content()).not.toContain('secret-8');
    expect(reports).toEqual([]);
    await close();
  });

  it('keeps what was typed into a new service, but no secret, and marks the field that the server refuses', async () => {
    const { page, close } = await use().visit('/dashboardServices/add-service?product=Superset');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('kept-here');
    await page.getByRole('textbox', { name: 'Host and port' }).fill('no address');
    await page.getByRole('textbox', { name: 'Password' }).first().fill('secret-7');
    await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain('kept-here');
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('secret-7');
    await page.reload();
    await expect.poll(() => page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('kept-here');
    expect(await page.getByRole('textbox', { name: 'Password' }).first().inputValue()).toBe('');
    await page.getByRole('textbox', { name: 'Username' }).first().fill('u');
    await page.getByRole('textbox', { name: 'Password' }).first().fill('p');
    await page.getByRole('button', { name: 'Save' }).click();
    const field = page.getByRole('textbox', { name: 'Host and port' });
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByText('Host and port must be a URI.').count()).toBe(2); // at the field, and below the form
    await page.getByRole('button', { name: 'Test the connection' }).click();
    await page.getByRole('alert').getByText('Host and port must be a URI.').first().waitFor();
    expect(await page.getByText('connection.config').count()).toBe(0);
    await close();
  });

  it('adds a connection to a service that has none', async () => {
    const { api, visit } = use();
    await api('PUT', '/v1/services/messagingServices', { name: 'no_connection', serviceType: 'Kafka' });
    const { page, reports, close } = await visit('/service/messagingServices/no_connection/connection');
    await page.getByRole('button', { name: 'Add a connection' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a connection' });
    await dialog.getByRole('textbox', { name: 'Bootstrap servers' }).fill('broker-1:9092');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('broker-1:9092').waitFor();
    expect(reports).toEqual([]);
    await close();
  });

  it('offers nobody to add what the server would refuse', async () => {
    const rules = [{ name: 'r', effect: 'deny', resources: ['databaseService'], operations: ['Create'] }];
    const { api, visit, join } = use();
    const policy = { name: 'no-new-databases', rules };
    expect((await api('PUT', '/v1/policies', policy)).ok).toBe(true);
    const role = await api('PUT', '/v1/roles', { name: 'no-new-databases', policies: [policy.name] });
    await join('adds-nothing', { roles: [(await role.json()).id] });
    const { page, close } = await visit('/databaseServices/add-service', { as: 'adds-nothing' });
    await page.getByText('You may not add services').waitFor();
    await close();
  });

  it('says what it has no page for', async () => {
    const { page, close } = await use().visit('/service/nothingServices/x');
    await page.getByText('No service matches').waitFor();
    await page.goto('/databaseServices/add-service?product=Nothing');
    await page.getByText('No product matches').waitFor();
    await close();
  });
});
