// What people do most, by mouse and by keyboard alone, within the number of clicks and keys that the design allows.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { whyButton } from './support/events.js';
import { enter, tabTo } from './support/keys.js';
import { inBrowser, type Stage } from './support/stage.js';
import { countSteps } from './support/steps.js';

const SCHEMA = 'warehouse.analytics.facts';
const TABLE = `${SCHEMA}.fct_orders`;

/** A person with a mouse, or one without. */
interface Hands {
  name: 'mouse' | 'keyboard';
  /** Presses a button, follows a link, chooses. */
  act(page: Page, target: Locator): Promise<void>;
  /** Goes to a field to type into it. */
  into(page: Page, target: Locator): Promise<void>;
  /** Chooses one of what a list or a menu that is open offers. */
  choose(page: Page, target: Locator): Promise<void>;
}

const MOUSE: Hands = {
  name: 'mouse',
  act: (_, target) => target.click(),
  into: (_, target) => target.click(),
  choose: (_, target) => target.click(),
};

const KEYBOARD: Hands = {
  name: 'keyboard',
  act: enter,
  into: (page, target) => tabTo(page, target),
  async choose(page, target) {
    await target.waitFor();
    const isAt = () =>
      target.evaluate(
        (element) =>
          element === document.activeElement ||
          element.hasAttribute('data-combobox-selected') ||
          element.hasAttribute('data-active'),
      );
    for (let i = 0; i < 20 && !(await isAt()); i++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  },
};

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const button = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

let count = 0;
async function makeTable({ api }: Stage, columns = ['id'], description = 'As it was.') {
  count += 1;
  const name = `travelled_${count}`;
  const body = { columns: columns.map((column) => ({ name: column, dataType: 'STRING' })), description };
  const { id } = await (await api('PUT', '/v1/tables', { name, databaseSchema: SCHEMA, ...body })).json();
  const read = async () => (await api('GET', `/v1/tables/${id}?fields=owners,columns`)).json();
  return { id, name, path: `/table/${SCHEMA}.${name}`, read };
}

/** A test of a table whose last result failed. */
async function makeFailure({ api }: Stage) {
  count += 1;
  const name = `fails_${count}`;
  const test = { name, entityLink: `<#E::table::${TABLE}>`, testDefinition: 'tableRowCountToBeBetween' };
  const parameterValues = [{ name: 'minValue', value: '10' }];
  expect((await api('POST', '/v1/dataQuality/testCases', { ...test, parameterValues })).status).toBe(201);
  const report = async (testCaseStatus: string) => {
    const result = { testCaseStatus, timestamp: Date.now(), result: 'Found 3 rows' };
    expect((await api('POST', `/v1/dataQuality/testCases/testCaseResults/${TABLE}.${name}`, result)).ok).toBe(true);
  };
  await report('Failed');
  return { name, fqn: `${TABLE}.${name}`, report };
}

async function expectWithin(most: number, steps: () => Promise<string[]>) {
  const done = await steps();
  expect(done.length, done.join(', ')).toBeGreaterThan(0);
  expect(done.length, done.join(', ')).toBeLessThanOrEqual(most);
}

for (const hands of [MOUSE, KEYBOARD])
  inBrowser(`journeys by ${hands.name}`, (use) => {
    const { act, into, choose } = hands;
    const isMouse = hands.name === 'mouse';

    it('opens a half-known table from anywhere in 2', async () => {
      const { page, reports, close } = await use().visit('/settings');
      await heading(page, 'Settings');
      const steps = await countSteps(page);
      if (isMouse) await page.getByRole('searchbox', { name: 'Search' }).click();
      else await page.keyboard.press('Control+k');
      if (!isMouse) await page.getByRole('textbox', { name: 'Command palette' }).waitFor();
      await page.keyboard.type('audit_ord');
      if (isMouse) await page.getByRole('option', { name: /^audit_orders/ }).click();
      else {
        await expect.poll(() => page.locator('[data-action][data-selected]').allTextContents()).toHaveLength(1);
        await page.getByRole('dialog').getByText('audit_orders', { exact: true }).waitFor();
        await page.keyboard.press('Enter');
      }
      await heading(page, 'audit_orders');
      await expectWithin(2, steps);
      expect(reports).toEqual([]);
      await close();
    });

    it('gives a table an owner in 2', async () => {
      const { name, path, read } = await makeTable(use());
      const { page, reports, close } = await use().visit(path);
      await heading(page, name);
      await button(page, 'Edit the owners').waitFor();
      const steps = await countSteps(page);
      if (isMouse) await button(page, 'Edit the owners').click();
      else await page.keyboard.press('o');
      await choose(page, page.getByRole('option', { name: 'Admin' }));
      await page.getByRole('link', { name: 'Admin' }).waitFor();
      await expectWithin(2, steps);
      await expect.poll(async () => (await read()).owners.length).toBe(1);
      expect(reports).toEqual([]);
      await close();
    });

    it('describes 20 columns without a dialog in 22', async () => {
      const names = Array.from({ length: 20 }, (_, i) => `c_${i}`);
      const { name, path, read } = await makeTable(use(), names);
      const { page, reports, close } = await use().visit(path);
      await heading(page, name);
      const steps = await countSteps(page);
      await act(page, page.getByRole('button', { name: /Edit the description of c_0$/ }));
      for (const column of names) {
        await page.getByRole('textbox', { name: new RegExp(`^Description of ${column}$`) }).waitFor();
        await page.keyboard.type(`About ${column}.`);
        await page.keyboard.press('Enter');
      }
      const described = async () =>
        (await read()).columns.filter((one: { description?: string }) => one.description).length;
      await expect.poll(described, { timeout: 15_000 }).toBe(20);
      await expectWithin(22, steps);
      expect(reports).toEqual([]);
      await close();
    });

    it('makes an alert on failing tests of a schema, tried out, in 6', async () => {
      await makeFailure(use());
      const { page, reports, close } = await use().visit(`/databaseSchema/${SCHEMA}`);
      await heading(page, 'facts');
      const steps = await countSteps(page);
      await act(page, button(page, 'More actions'));
      await choose(page, page.getByRole('menuitem', { name: 'Alert on failing tests' }));
      await heading(page, 'Add an alert');
      await page.getByText(/would have matched [1-9]/).waitFor();
      await act(page, page.getByRole('combobox', { name: 'Channel' }));
      await choose(page, page.getByRole('option', { name: 'Slack' }));
      await into(page, page.getByRole('textbox', { name: 'Address' }));
      await page.keyboard.type('https://hooks.example.com/journey');
      if (isMouse) await button(page, 'Save').click();
      else await page.keyboard.press('Enter');
      await heading(page, 'Failing tests of facts');
      await expectWithin(6, steps);
      const { data } = await (
        await use().api('GET', '/v1/events/subscriptions?alertType=Observability&limit=100')
      ).json();
      const made = data.find((one: { displayName?: string }) => one.displayName === 'Failing tests of facts');
      expect(made.destinations).toMatchObject([{ type: 'Slack' }]);
      expect(JSON.stringify(made.input.filters)).toContain(SCHEMA);
      expect((await use().api('DELETE', `/v1/events/subscriptions/${made.id}?hardDelete=true`)).ok).toBe(true);
      expect(reports).toEqual([]);
      await close();
    });

    it('learns why an alert did not fire in 3', async () => {
      const { api, visit } = use();
      const name = `silent_${hands.name}`;
      const alert = {
        ...{ name, alertType: 'Observability', resources: ['testCase'] },
        input: {
          actions: [
            {
              ...{ name: 'GetTestCaseStatusUpdates', effect: 'include', prefixCondition: 'AND' },
              arguments: [{ name: 'testResultList', input: ['Failed'] }],
            },
          ],
        },
        destinations: [{ category: 'External', type: 'Slack', config: { endpoint: 'https://hooks.example.com/x' } }],
      };
      expect((await api('POST', '/v1/events/subscriptions', alert)).status).toBe(201);
      const test = await makeFailure(use());
      await test.report('Success');
      const { page, reports, close } = await visit('/observability/alerts');
      await page.getByRole('link', { name, exact: true }).waitFor();
      const steps = await countSteps(page);
      await act(page, page.getByRole('link', { name, exact: true }));
      await heading(page, name);
      if (isMouse) await page.getByRole('tab', { name: 'Diagnostics' }).click();
      else {
        await tabTo(page, page.getByRole('tab', { name: 'Configuration' }));
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('ArrowRight');
      }
      await act(page, whyButton(page, test.name));
      await page.getByText('Not delivered').first().waitFor();
      await page.getByText(/does not pass the triggers/).waitFor();
      await expectWithin(3, steps);
      expect(reports).toEqual([]);
      await close();
    });

    it('renews the token of a bot in 4', async () => {
      const { api, visit } = use();
      const name = `renewed-${hands.name}`;
      const account = { name, email: `${name}@example.com`, isBot: true };
      const mechanism = { authType: 'JWT', config: { JWTTokenExpiry: '30' } };
      const user = await api('PUT', '/v1/users', { ...account, authenticationMechanism: mechanism });
      expect(user.ok, await user.clone().text()).toBe(true);
      expect((await api('PUT', '/v1/bots', { name, botUser: name })).ok).toBe(true);
      const { page, reports, close } = await visit('/settings/bots');
      await page.getByRole('link', { name, exact: true }).first().waitFor();
      const steps = await countSteps(page);
      await act(page, page.getByRole('link', { name, exact: true }).first());
      await act(page, button(page, /^(Renew|Create) token$/));
      await act(page, button(page.getByRole('dialog'), /^(Renew|Create token)$/));
      await page.getByRole('textbox', { name: 'Text of the token' }).waitFor();
      await act(page, button(page, 'Done'));
      await page.getByRole('textbox', { name: 'Text of the token' }).waitFor({ state: 'hidden' });
      await expectWithin(4, steps);
      expect(reports).toEqual([]);
      await close();
    });

    it('makes a personal token for 30 days in 3', async () => {
      const person = `token_${hands.name}`;
      await use().join(person);
      const { page, reports, close } = await use().visit('/my-data', { as: person });
      await page.getByRole('heading', { level: 1, name: /^Welcome/ }).waitFor();
      const steps = await countSteps(page);
      await act(page, button(page, /^Account of/));
      await choose(page, page.getByRole('menuitem', { name: 'Password and tokens' }));
      const field = page.getByRole('textbox', { name: 'Name of the token' });
      await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
      await page.keyboard.type('notebook');
      if (isMouse) await button(page, 'Create token').click();
      else await page.keyboard.press('Enter');
      await page.getByRole('textbox', { name: 'Text of the token' }).waitFor();
      await expectWithin(3, steps);
      const tokens = (await (await use().api('GET', `/v1/users/security/token?username=${person}`)).json()).data;
      expect(Math.round((tokens[0].expiryDate - Date.now()) / 86_400_000)).toBe(30);
      expect(reports).toEqual([]);
      await close();
    });

    it('gets from a failing test to its resolved incident in 4', async () => {
      const { name, fqn } = await makeFailure(use());
      const { page, reports, close } = await use().visit(`/test-case/${fqn}/test-case-results`);
      await heading(page, name);
      const steps = await countSteps(page);
      await page.getByRole('tab', { name: 'Results' }).waitFor();
      if (isMouse) await page.getByRole('tab', { name: 'Incident' }).click();
      else {
        await tabTo(page, page.getByRole('tab', { name: 'Results' }));
        for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
      }
      await act(page, button(page, 'Acknowledge'));
      await page.getByText('Admin acknowledged it').waitFor();
      await act(page, button(page, 'Resolve'));
      const dialog = page.getByRole('dialog', { name: `Resolve the incident of ${name}` });
      const said = dialog.getByRole('textbox', { name: 'What was done?' });
      await expect.poll(() => said.evaluate((element) => element === document.activeElement)).toBe(true);
      await page.keyboard.type('Loaded the rest');
      await act(page, button(dialog, 'Resolve'));
      await page
        .getByText(/^Admin resolved it/)
        .first()
        .waitFor();
      await expectWithin(4, steps);
      expect(reports).toEqual([]);
      await close();
    });

    it('decides between two descriptions in 2, and loses neither before', async () => {
      const { id, name, path, read } = await makeTable(use());
      const { page, reports, close } = await use().visit(path);
      await heading(page, name);
      await button(page, 'Edit the description').waitFor();
      await page.keyboard.press('e');
      await page.getByRole('textbox', { name: 'Description' }).waitFor();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type('Mine.');
      await use().api('PATCH', `/v1/tables/${id}`, [{ op: 'replace', path: '/description', value: 'Theirs.' }]);
      const steps = await countSteps(page);
      if (isMouse) await button(page, 'Save').click();
      else await page.keyboard.press('Control+Enter');
      const dialog = page.getByRole('dialog', { name: 'Somebody else changed this too' });
      for (const text of ['As it was.', 'Theirs.', 'Mine.']) await dialog.getByText(text).first().waitFor();
      expect((await read()).description).toBe('Theirs.');
      await act(page, button(dialog, 'Use mine'));
      await expect.poll(async () => (await read()).description).toBe('Mine.');
      await expectWithin(2, steps);
      expect(reports.filter((line) => !/status of 412/.test(line))).toEqual([]);
      await close();
    });
  });
