// The main journeys by keyboard alone, and the pages of somebody who may only look.
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { enter, tabTo } from './support/keys.js';
import { inBrowser } from './support/stage.js';

const SCHEMA = 'warehouse.analytics.facts';
const TABLE = `${SCHEMA}.fct_orders`;

const isFocused = (target: Locator) =>
  expect.poll(() => target.evaluate((element) => element === document.activeElement)).toBe(true);

inBrowser('journeys by keyboard', (use) => {
  it('finds a table, describes it, gives it an owner and a tag, and reads its tabs', async () => {
    const { api, visit } = use();
    const name = 'found_by_keys';
    const body = { name, databaseSchema: SCHEMA, columns: [{ name: 'id', dataType: 'INT' }] };
    const { id } = await (await api('PUT', '/v1/tables', body)).json();
    const read = async () => (await api('GET', `/v1/tables/${id}?fields=owners,tags`)).json();
    const { page, reports, close } = await visit('/my-data');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type(name);
    await page.getByRole('option', { name: new RegExp(`^${name}`) }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.getByRole('button', { name: 'Edit the description', exact: true }).waitFor();
    await page.keyboard.press('e');
    await page.getByRole('textbox', { name: 'Description' }).waitFor();
    await page.keyboard.type('By keys.');
    await page.keyboard.press('Control+Enter');
    await page.getByText('By keys.').waitFor();
    await page.keyboard.press('o');
    await page.getByRole('combobox', { name: 'Find people and teams' }).waitFor();
    await page.keyboard.type('admin');
    await expect.poll(() => page.getByRole('option').first().textContent()).toMatch(/^A?Admin/); // behind the initial
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Admin', exact: true }).waitFor();
    // The focus is where it was, so the next key is for the page.
    await expect.poll(() => page.getByRole('option').count()).toBe(0);
    await page.keyboard.press('t');
    await page.getByRole('combobox', { name: 'Find tags and glossary terms' }).waitFor();
    await page.keyboard.type('Certified');
    await page
      .getByRole('option', { name: /Certified/ })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    const stored = { description: 'By keys.', owners: [{ name: 'admin' }], tags: [{ name: 'Certified' }] };
    await expect.poll(read).toMatchObject(stored);
    await expect.poll(() => page.getByRole('option').count()).toBe(0);
    const first = page.getByRole('tab', { selected: true });
    const before = await first.textContent();
    await page.keyboard.press(']');
    await expect.poll(() => page.getByRole('tab', { selected: true }).textContent()).not.toBe(before);
    await page.keyboard.press('[');
    await expect.poll(() => page.getByRole('tab', { selected: true }).textContent()).toBe(before);
    await enter(page, page.getByRole('button', { name: 'More actions' }));
    await page.getByRole('menuitem', { name: 'Copy the full name' }).waitFor();
    await expect.poll(() => page.locator('[role=menu] :focus').count()).toBe(1);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('menuitem').count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('More actions');
    expect(reports).toEqual([]);
    await close();
  });

  it('tells what a button without a word does when the focus comes to it', async () => {
    const { page, reports, close } = await use().visit('/my-data');
    const help = page.getByRole('banner').getByRole('button', { name: 'Keyboard shortcuts' });
    await tabTo(page, help);
    const hint = page.getByRole('tooltip').getByText('Keyboard shortcuts');
    await hint.waitFor();
    expect(await hint.getAttribute('id')).toBe(await help.getAttribute('aria-describedby'));
    await page.keyboard.press('Tab');
    await hint.waitFor({ state: 'detached' });
    expect(reports).toEqual([]);
    await close();
  });

  it('gives the focus to the palette in the moment it is there', async () => {
    const { page, close } = await use().visit('/my-data');
    await page.getByRole('heading', { level: 1 }).waitFor();
    // A key between the two would be one of the page.
    const isFocused = page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          const observer = new MutationObserver(() => {
            const field = document.querySelector('[role=dialog] input');
            if (!field) return;
            observer.disconnect();
            resolve(document.activeElement === field);
          });
          observer.observe(document.body, { childList: true, subtree: true });
        }),
    );
    await page.keyboard.press('Control+k');
    expect(await isFocused).toBe(true);
    await close();
  });

  it('opens what the palette found, once it has found it', async () => {
    const { page, reports, close } = await use().visit('/my-data');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog');
    await palette.getByRole('textbox').waitFor();
    await page.keyboard.type('fct_orders');
    await palette.getByText(TABLE, { exact: true }).waitFor();
    await expect.poll(() => palette.locator('[data-selected]').allTextContents()).toEqual([`fct_orders${TABLE}`]);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'fct_orders' }).waitFor();
    expect(reports).toEqual([]);
    await close();
  });

  it('brings who left something out to the first field that lacks it', async () => {
    const { page, open, reports, close } = await use().visit('/create-user');
    await page.getByRole('heading', { level: 1, name: 'New user' }).waitFor();
    await enter(page, page.getByRole('button', { name: 'Create' }));
    const focused = () => page.evaluate(() => document.activeElement?.closest('div:has(label)')?.textContent);
    await expect.poll(focused).toMatch(/^Name/);
    await open('/glossary');
    await enter(page, page.getByRole('button', { name: 'Add a glossary' }));
    const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('lacks_a_description');
    await name.press('Enter');
    await expect.poll(focused).toMatch(/^Description/);
    expect(reports).toEqual([]);
    await close();
  });

  it('acknowledges an incident and resolves it', async () => {
    const { api, visit } = use();
    const name = 'rows_of_keys';
    const test = { name, entityLink: `<#E::table::${TABLE}>`, testDefinition: 'tableRowCountToBeBetween' };
    const parameterValues = [{ name: 'minValue', value: '10' }];
    expect((await api('POST', '/v1/dataQuality/testCases', { ...test, parameterValues })).status).toBe(201);
    const failed = { testCaseStatus: 'Failed', timestamp: Date.now(), result: 'Found 3 rows' };
    expect((await api('POST', `/v1/dataQuality/testCases/testCaseResults/${TABLE}.${name}`, failed)).ok).toBe(true);
    const { page, reports, close } = await visit('/incident-manager');
    const line = page.getByRole('row', { name: new RegExp(name) });
    await enter(page, line.getByRole('button', { name: 'Acknowledge' }));
    await line.getByText('Acknowledged').waitFor();
    await enter(page, line.getByRole('button', { name: 'Resolve' }));
    const dialog = page.getByRole('dialog', { name: `Resolve the incident of ${name}` });
    await tabTo(page, dialog.getByRole('textbox', { name: 'What was done?' }));
    await page.keyboard.type('Loaded the rest');
    // Within the dialog Tab goes round.
    await tabTo(page, dialog.getByRole('button', { name: 'Cancel' }), 'Shift+Tab');
    await enter(page, dialog.getByRole('button', { name: 'Resolve' }));
    await dialog.waitFor({ state: 'hidden' });
    await line.waitFor({ state: 'hidden' });
    expect(reports).toEqual([]);
    await close();
  });

  it('adds an alert', async () => {
    const { api, visit } = use();
    const { page, reports, close } = await visit('/observability/alerts');
    await enter(page, page.getByRole('link', { name: 'Add an alert' }));
    await page.getByRole('heading', { level: 1, name: 'Add an alert' }).waitFor();
    await tabTo(page, page.getByRole('textbox', { name: 'Name', exact: true }));
    await page.keyboard.type('Alert of keys');
    await enter(page, page.getByRole('button', { name: 'Add a filter' }));
    await page.getByRole('menuitem', { name: /^Test case name/ }).waitFor();
    await tabTo(page, page.getByRole('menuitem', { name: /^Test case name/ }), 'ArrowDown');
    await page.keyboard.press('Enter');
    const filter = page.getByRole('group', { name: 'Filter 1' });
    await tabTo(page, filter.getByRole('combobox', { name: 'Test case name', exact: true }));
    await page.keyboard.type(TABLE);
    await page.getByRole('option', { name: TABLE, exact: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await tabTo(page, page.getByRole('combobox', { name: 'Channel' }));
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'Slack' }).waitFor();
    await page.keyboard.type('Slack');
    for (let i = 0; i < 12 && (await page.getByRole('option', { name: 'Slack' }).isVisible()); i++) {
      if (await page.getByRole('option', { name: 'Slack' }).getAttribute('data-combobox-selected')) {
        await page.keyboard.press('Enter');
        break;
      }
      await page.keyboard.press('ArrowDown');
    }
    await tabTo(page, page.getByRole('textbox', { name: 'Address' }));
    await page.keyboard.type('https://hooks.example.com/keys');
    await enter(page, page.getByRole('button', { name: 'Save' }));
    await page.getByRole('heading', { level: 1, name: 'Alert of keys' }).waitFor();
    const { data } = await (await api('GET', '/v1/events/subscriptions?alertType=Observability&limit=100')).json();
    const made = data.find((one: { displayName?: string }) => one.displayName === 'Alert of keys');
    expect(made).toMatchObject({ destinations: [{ type: 'Slack' }] });
    expect(JSON.stringify(made)).toContain(TABLE);
    expect(reports).toEqual([]);
    await close();
  });

  it('has the focus where it was when a dialog closes: on its button, and on that of the menu that opened it', async () => {
    const { page, open, reports, close } = await use().visit('/bots/ingestion-bot');
    const leave = async () => {
      await page.getByRole('dialog').getByRole('button').first().waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    const renew = page.getByRole('button', { name: 'Renew token' });
    await enter(page, renew);
    await leave();
    await isFocused(renew);
    await open(`/table/${TABLE}`);
    const more = page.getByRole('button', { name: 'More actions' });
    for (const item of ['Certify', 'Request access to the data', 'Delete…']) {
      await enter(page, more);
      await page.getByRole('menuitem', { name: item }).focus();
      await page.keyboard.press('Enter');
      await leave();
      await isFocused(more);
    }
    expect(reports).toEqual([]);
    await close();
  });

  it('goes back to the rows once something was done with those that are selected', async () => {
    const { page, reports, close } = await use().visit(`/table/${SCHEMA}.fct_payments`);
    const box = page.getByRole('checkbox', { name: 'Select order_id' });
    await tabTo(page, box);
    await page.keyboard.press('Space');
    await enter(page, page.getByRole('button', { name: 'Clear the selection' }));
    await isFocused(box);
    await page.keyboard.press('Space');
    await enter(page, page.getByRole('button', { name: 'Tag the selection' }));
    await page.getByRole('combobox').fill('Confidential');
    await page.getByRole('option', { name: /Confidential/ }).waitFor();
    await page.keyboard.press('Enter');
    await page
      .getByRole('row', { name: /^Select order_id/ })
      .getByText('Confidential')
      .waitFor();
    await isFocused(box);
    expect(reports).toEqual([]);
    await close();
  });

  it('goes on writing after a message is sent, and has the focus where a reply and an edit began', async () => {
    const { page, reports, close } = await use().visit(`/table/${TABLE}/activity_feed/conversations`);
    const field = page.getByRole('textbox', { name: 'Start a conversation' });
    await tabTo(page, field);
    await page.keyboard.type('Written by keys.');
    await enter(page, page.getByRole('button', { name: 'Send' }));
    const thread = page.getByRole('article', { name: 'Text of Admin' }).filter({ hasText: 'Written by keys.' });
    await thread.waitFor();
    await isFocused(field);
    const reply = thread.getByRole('button', { name: 'Reply', exact: true });
    await enter(page, reply);
    await page.keyboard.type('And a reply.');
    await page.keyboard.press('Control+Enter');
    await thread.getByText('And a reply.').waitFor();
    await isFocused(reply);
    const menu = thread.getByRole('button', { name: /^What to do with the text of/ }).first();
    await tabTo(page, menu, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Edit' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Edit your text' }).waitFor();
    await page.keyboard.press('Escape');
    await isFocused(menu);
    expect(reports).toEqual([]);
    await close();
  });
});

/** What somebody without rights must not be offered: buttons and links that change something and are not disabled. */
const CHANGES = /^(Add|New|Create|Edit|Delete|Remove|Restore|Acknowledge|Resolve|Assign|Enable|Rename|Save|Move)\b/;

inBrowser('pages of somebody who may only look', (use) => {
  it('offers no action that cannot be done', async () => {
    const { api, join, visit } = use();
    const rule = { name: 'look', effect: 'deny', operations: ['All'], resources: ['All'] };
    const may = { name: 'see', effect: 'allow', operations: ['ViewAll'], resources: ['All'] };
    const edits = [
      'Create',
      'Delete',
      'EditAll',
      'EditDescription',
      'EditTags',
      'EditOwners',
      'EditTests',
      'EditDisplayName',
    ];
    const rules = [{ ...rule, operations: [...edits, 'EditCustomFields', 'EditTier', 'EditGlossaryTerms'] }, may];
    expect((await api('POST', '/v1/policies', { name: 'only-look', rules })).status).toBe(201);
    const role = await api('POST', '/v1/roles', { name: 'only-look', policies: ['only-look'] });
    await join('onlooker', { roles: [(await role.json()).id] });
    const { page, reports, close } = await visit('/my-data', { as: 'onlooker' });
    for (const path of [
      `/table/${TABLE}`,
      `/databaseSchema/${SCHEMA}`,
      '/domain/Sales/assets',
      '/tags/Trust',
      '/metrics',
      '/data-quality/test-cases',
      '/incident-manager',
      '/observability/alerts',
      '/settings/members/teams',
      '/settings/access/roles/DataSteward',
      '/settings/bots',
      '/settings/services',
      '/service/databaseServices/warehouse/connection',
      '/settings/sso',
      '/settings/preferences/lineageConfig',
      '/settings/preferences/profiler-configuration',
      '/settings/preferences/data-quality',
      '/settings/governance/glossary-term-relations',
      '/settings/preferences/email',
      `/table/${TABLE}/profiler/table-profile`,
      `/table/${TABLE}/table_queries`,
      '/glossary/Shop.Revenue',
      '/dataProduct/order_insights',
      '/users/lena/access-token',
    ]) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      const offered = await page
        .getByRole('main')
        .evaluate((main) =>
          [...main.querySelectorAll('button, a, [role=switch], input[type=checkbox]')]
            .filter((one) => one.getAttribute('aria-disabled') !== 'true' && !(one as HTMLButtonElement).disabled)
            .map((one) => (one.getAttribute('aria-label') || one.textContent || '').trim()),
        );
      expect(
        offered.filter((name) => CHANGES.test(name)),
        path,
      ).toEqual([]);
    }
    expect(reports.filter((line) => !/status of 403/.test(line))).toEqual([]);
    await close();
  });
});
