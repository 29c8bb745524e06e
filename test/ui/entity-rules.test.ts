// Rules that an administrator enables are in force at once, on the pages, too.
import { expect, it } from 'vitest';
import { findBarriers, inBrowser } from './support/stage.js';

inBrowser('rules for assets', (use) => {
  it('are enabled, added and removed on their page', { timeout: 120_000 }, async () => {
    const { api } = use();
    const { page, reports, close } = await use().visit('/settings/preferences/dataAssetRules');
    const single = page.getByRole('switch', { name: 'Multiple Domains are not allowed' });
    expect(await single.isChecked()).toBe(false);
    await single.press(' ');
    await page.getByRole('combobox', { name: 'Of', exact: true }).click();
    await page.getByRole('option', { name: 'Topics' }).click();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const added = page.getByRole('switch', { name: 'Topics: Description' });
    expect(await added.isChecked()).toBe(true);
    expect(await page.getByRole('button', { name: 'Add', exact: true }).isDisabled()).toBe(true);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. It is in force now.').waitFor();

    const services = await (await api('GET', '/v1/services/messagingServices?limit=1')).json();
    const topic = { name: 'silent', service: services.data[0].fullyQualifiedName, partitions: 1 };
    const refused = await api('POST', '/v1/topics', topic);
    expect([refused.status, (await refused.json()).message]).toEqual([
      400,
      'Rule [Topics: Description] validation failed: Entity does not satisfy the rule. Rule context: Description must not be empty.',
    ]);

    await page.reload();
    expect(await single.isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Remove Topics: Description' }).click();
    await single.press(' ');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. It is in force now.').waitFor();
    expect((await api('POST', '/v1/topics', topic)).status).toBe(201);
    expect(reports).toEqual([]);
    await close();
  });
});
