// Settings are found by their fields, and what is saved is in force.
import { expect, it } from 'vitest';
import { inBrowser } from './support/stage.js';

inBrowser('settings', (use) => {
  it('finds a setting by the name of a field, and shows its sentence', async () => {
    const { page, reports, close } = await use().visit('/settings');
    await page.getByText('How the server sends mail, with a test.').waitFor();
    await page.getByRole('textbox', { name: 'Find a setting' }).fill('encryption');
    await page.getByText('Has: encryption').waitFor();
    expect(await page.getByRole('main').getByRole('listitem').count()).toBe(1);
    await page.getByRole('link', { name: /^Email/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Email' }).waitFor();
    expect(reports).toEqual([]);
    await close();
  });

  it('saves a setting, and says why one is refused', async () => {
    const { page, reports, close } = await use().visit('/settings/preferences/loginConfiguration');
    const field = page.getByRole('textbox', { name: 'Wrong passwords in a row' });
    await field.fill('7');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. It is in force now.').waitFor();
    const { config_value: value } = await (await use().api('GET', '/v1/system/settings/loginConfiguration')).json();
    expect(value).toMatchObject({ maxLoginFailAttempts: 7, accessBlockTime: 900 });
    expect(reports).toEqual([]);
    await page.goto('/settings/preferences/email');
    await page.getByRole('button', { name: 'Send a test mail' }).click();
    await page.getByRole('alert').waitFor();
    await close();
  });

  it('compares what a search finds before and after, without saving', async () => {
    const { api, visit } = use();
    for (const team of [{ name: 'quokka-watch' }, { name: 'wombat-watch', description: 'Looks for a quokka, too.' }])
      expect((await api('POST', '/v1/teams', { teamType: 'Group', ...team })).ok).toBe(true);
    const { page, reports, close } = await visit('/settings/preferences/search-settings?type=team&q=quokka');
    const after = page.locator('section', { has: page.getByRole('heading', { name: 'With these weights' }) }).last();
    const names = async () => (await after.getByRole('listitem').allTextContents()).map((text) => text.slice(0, 12));
    await expect.poll(names, { timeout: 10_000 }).toEqual(['quokka-watch', 'wombat-watch']);
    await page.getByRole('textbox', { name: 'Weight of description', exact: true }).fill('900');
    await expect.poll(names, { timeout: 10_000 }).toEqual(['wombat-watch', 'quokka-watch']);
    await after.getByText('up 1').waitFor();
    const { config_value: value } = await (await api('GET', '/v1/system/settings/searchSettings')).json();
    const stored = value.assetTypeConfigurations.find((one: { assetType: string }) => one.assetType === 'team');
    const weight = stored.searchFields.find((one: { field: string }) => one.field === 'description').boost;
    expect(weight).toBeLessThan(900);
    expect(reports).toEqual([]);
    await close();
  });

  it('adds a custom property with choices, which assets then have, and removes it', async () => {
    const { page, reports, close } = await use().visit('/settings/customProperties/topic');
    await page.getByRole('button', { name: 'New property' }).click();
    const dialog = page.getByRole('dialog', { name: 'New property' });
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('retentionClass');
    await dialog.getByRole('textbox', { name: 'Description' }).fill('How long messages are kept.');
    await dialog.getByRole('combobox', { name: 'Kind' }).fill('choice');
    await page.getByRole('option', { name: 'Choice' }).click();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('Enter at least one value.').waitFor();
    await dialog.getByRole('textbox', { name: 'Values to choose from' }).fill('short\nlong');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByText('short, long').waitFor();
    const properties = async () =>
      (await use().api('GET', '/v1/metadata/types/name/topic/customProperties')).json() as Promise<{ name: string }[]>;
    expect((await properties()).map(({ name }) => name)).toContain('retentionClass');
    await page.getByRole('button', { name: 'Remove retentionClass' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No custom properties yet').waitFor();
    expect(await properties()).toEqual([]);
    expect(reports).toEqual([]);
    await close();
  });
});
