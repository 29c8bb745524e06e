// Sign-in, its end, and what lies around every page.
import { expect, it } from 'vitest';
import { inBrowser, PASSWORD } from './support/stage.js';

inBrowser('session', (use) => {
  it('signs in by the form, shows the page that was wanted, survives a reload, and signs out', async () => {
    await use().join('visitor');
    const { page, reports, close } = await use().visit('/settings?x=1', { as: null });
    await page.getByLabel('Email or username').fill('visitor');
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('Email, username or password is wrong.').waitFor();
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    expect(new URL(page.url()).search).toBe('?x=1');
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    expect(
      await page.evaluate(() =>
        [...Object.values(localStorage), ...Object.values(sessionStorage), document.cookie].join(),
      ),
    ).not.toMatch(/eyJ|session/);
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: /Sign in|signed out/ }).waitFor();
    await page.goto('/settings');
    await page.getByRole('heading', { level: 1, name: 'Sign in to Cairn' }).waitFor();
    expect(reports.filter((line) => !/status of 401/.test(line))).toEqual([]); // the wrong password
    await close();
  });

  it('asks to sign in again over the page, and sends the request again', async () => {
    await use().join('returner');
    const { page, close } = await use().visit('/my-data', { as: 'returner' });
    await page.getByRole('heading', { level: 1, name: /^Welcome/ }).waitFor();
    const { id } = await (await use().api('GET', '/v1/users/name/returner')).json();
    expect(id).toBeTruthy();
    const body = {
      username: 'returner',
      newPassword: `${PASSWORD}b`,
      confirmPassword: `${PASSWORD}b`,
      requestType: 'USER',
    };
    expect((await use().api('PUT', '/v1/users/changePassword', body)).status).toBe(200);
    await page.getByRole('searchbox', { name: 'Search' }).fill('orders');
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Password').fill(`${PASSWORD}b`);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('searchbox', { name: 'Search' }).fill('orders ');
    await page.getByRole('option', { name: /^fct_orders/ }).waitFor();
    await close();
  });

  it('finds by typing, and opens the page of results with Enter', async () => {
    const { page, reports, close } = await use().visit('/my-data');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('fct_orders');
    // Other tests of this server add tables with names like it, so its place among the hits is not known.
    const name = page.getByText('warehouse.analytics.facts.fct_orders', { exact: true });
    const option = page.getByRole('option').filter({ has: name });
    await option.waitFor();
    for (let i = 0; i < 10 && (await option.getAttribute('aria-selected')) !== 'true'; i++)
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/table/warehouse.analytics.facts.fct_orders');
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Command palette' }).fill('settings');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/settings');
    expect(reports).toEqual([]);
    await close();
  });

  it('takes a key of the first second for itself, not for the second of a shortcut', async () => {
    const { page, close } = await use().visit('/my-data');
    await page.getByRole('heading', { level: 1 }).waitFor();
    // `g` and `e` together open Explore; `e` alone is nothing here, however early it comes.
    await page.evaluate(() => {
      const early = new KeyboardEvent('keydown', { key: 'e', bubbles: true });
      Object.defineProperty(early, 'timeStamp', { value: 500 });
      document.body.dispatchEvent(early);
    });
    await page.keyboard.press('/');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Search');
    expect(new URL(page.url()).pathname).toBe('/my-data');
    await close();
  });

  it('changes the theme, and keeps it', async () => {
    const { page, reports, close } = await use().visit('/settings/preferences/appearance');
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const light = await ground();
    await page.getByRole('radiogroup', { name: 'Theme' }).getByText('Dark').click();
    await expect.poll(ground).not.toBe(light);
    const dark = await ground();
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await ground()).toBe(dark);
    expect(reports).toEqual([]);
    await close();
  });
});
