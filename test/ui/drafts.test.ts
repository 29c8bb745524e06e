// What was typed into a form is there again after a reload, but no secret, until it is saved or given up.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { inBrowser } from './support/stage.js';

const TABLE = 'warehouse.analytics.facts.fct_customers';
const RESTORED = 'Your unsaved changes were restored.';

const stored = (page: Page) => page.evaluate(() => JSON.stringify({ ...localStorage }));
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true }).first();

/** Waits until the browser keeps a text, then loads the page again. */
async function reload(page: Page, text: string): Promise<void> {
  await expect.poll(() => stored(page)).toContain(text);
  await page.reload();
}

/** Gives up what was typed: the form is as it began, and nothing is kept. */
async function discard(page: Page, name: string, before: string, text: string): Promise<void> {
  await page.getByText(RESTORED).waitFor();
  await page.getByRole('button', { name: 'Discard them' }).click();
  await expect.poll(() => box(page, name).inputValue()).toBe(before);
  await page.getByText(RESTORED).waitFor({ state: 'detached' });
  await expect.poll(() => stored(page)).not.toContain(text);
}

inBrowser('what was typed', (use) => {
  it.each([
    ['a contract', `/table/${TABLE}/contract`, 'Description', 'Write a contract'],
    ['a template of messages', '/settings/notifications/templates/add-template', 'Description', undefined],
    ['a new test', `/data-quality/add-test?table=${TABLE}`, 'Name', undefined],
  ])('into the form of %s is there again, and can be given up', async (_, path, name, opener) => {
    const { page, reports, close } = await use().visit(path);
    const open = async () => {
      if (opener) await page.getByRole('button', { name: opener }).click();
      await box(page, name).waitFor();
    };
    await open();
    await box(page, name).fill('typed-earlier');
    await reload(page, 'typed-earlier');
    await open();
    expect(await box(page, name).inputValue()).toBe('typed-earlier');
    await discard(page, name, '', 'typed-earlier');
    expect(reports).toEqual([]);
    await close();
  });

  it('into the form of an account is there again without the password', async () => {
    const { page, reports, close } = await use().visit('/create-user');
    await box(page, 'Name').fill('drafted');
    await box(page, 'Password').fill('Secret-horse-9');
    await reload(page, 'drafted');
    expect(await box(page, 'Name').inputValue()).toBe('drafted');
    expect(await box(page, 'Password').inputValue()).toBe('');
    expect(await stored(page)).not.toContain('Secret-horse-9');
    await discard(page, 'Name', '', 'drafted');
    expect(reports).toEqual([]);
    await close();
  });

  it('into the form of an alert is there again without the keys of its destinations', async () => {
    const { page, reports, close } = await use().visit('/observability/alerts/add');
    await box(page, 'Name').fill('drafted-alert');
    await page.getByRole('combobox', { name: 'Channel' }).click();
    await page.getByRole('option', { name: 'Webhook' }).click();
    await page.getByRole('combobox', { name: 'Authentication' }).click();
    await page.getByRole('option', { name: 'Secret key' }).click();
    await box(page, 'Secret key').fill('Secret-horse-9');
    await page.getByRole('button', { name: 'Add a header' }).click();
    await box(page, 'Name of the header').fill('x-key');
    await box(page, 'Value of the header x-key').fill('Secret-horse-9');
    await box(page, 'Address').fill('https://hooks.example.com/kept');
    await reload(page, 'https://hooks.example.com/kept');
    expect(await stored(page)).not.toContain('Secret-horse-9');
    expect(await box(page, 'Address').inputValue()).toBe('https://hooks.example.com/kept');
    expect(await box(page, 'Secret key').inputValue()).toBe('');
    await discard(page, 'Name', '', 'drafted-alert');
    expect(reports).toEqual([]);
    await close();
  });

  it('into a setting is there again without its password, beside what is stored', async () => {
    const { page, reports, close } = await use().visit('/settings/preferences/email');
    const before = await box(page, 'Sender').inputValue();
    await box(page, 'Sender').fill('drafted@example.com');
    await box(page, 'Password').fill('Secret-horse-9');
    await reload(page, 'drafted@example.com');
    expect(await box(page, 'Sender').inputValue()).toBe('drafted@example.com');
    expect(await stored(page)).not.toContain('Secret-horse-9');
    await discard(page, 'Sender', before, 'drafted@example.com');
    expect(reports).toEqual([]);
    await close();
  });
});
