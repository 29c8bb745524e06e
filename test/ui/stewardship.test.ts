// Columns of the whole catalog, workflows, recognizers of tags and apps: what stewards and administrators look after.
import { expect, it } from 'vitest';
import { findBarriers, inBrowser } from './support/stage.js';

inBrowser('stewardship', (use) => {
  it('describes all columns of a name, after a preview', async () => {
    // Unique names, because other tests share the server and this one may be retried.
    const [plain, partly] = [`noted_on_${Date.now()}`, `noted_by_${Date.now()}`];
    // More names than the page shows at first, all before these.
    const many = Array.from({ length: 250 }, (_, i) => ({ name: `crowd_${i}`, dataType: 'INT' }));
    const crowd = { name: `crowd_${Date.now()}`, databaseSchema: 'warehouse.analytics.facts', columns: many };
    expect((await use().api('PUT', '/v1/tables', crowd)).status).toBe(201);
    for (const i of [1, 2, 3]) {
      const described = i === 1 ? { description: 'The one who noted it.' } : {};
      const columns = [
        { name: plain, dataType: 'DATE' },
        { name: partly, dataType: 'INT', ...described },
      ];
      const body = { name: `${plain}_${i}`, databaseSchema: 'warehouse.analytics.facts', columns };
      expect((await use().api('PUT', '/v1/tables', body)).status).toBe(201);
    }
    const { page, reports, close } = await use().visit('/settings');
    await page.getByRole('textbox', { name: 'Find a setting' }).fill('inconsistent');
    await page.getByRole('link', { name: /^Columns/ }).click();
    await page.getByRole('textbox', { name: 'Find by name' }).fill(plain.slice(0, -1));
    const row = page.getByRole('row').filter({ hasText: plain });
    await row.getByText('Not described').waitFor();
    await page.getByRole('row').filter({ hasText: 'account_code' }).waitFor({ state: 'detached' });
    await row.getByRole('button', { name: plain }).click();
    await page.getByRole('dialog', { name: plain }).getByText('No description').waitFor();
    await page.getByRole('button', { name: 'Edit all 3' }).click();
    const dialog = page.getByRole('dialog', { name: `Edit ${plain}` });
    await dialog.getByRole('textbox', { name: 'Description' }).fill('The day in the books.');
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('3 columns change:').waitFor();
    await dialog.getByRole('button', { name: 'Change 3 columns' }).click();
    await page.getByText('3 columns changed').waitFor();
    await row.getByText('Incomplete').waitFor();
    await row.getByText('The day in the books.').waitFor();
    await page.getByRole('combobox', { name: 'State' }).selectOption({ label: 'Not described' });
    await page.getByText('No column matches').waitFor();
    await page.goto(`/columns?column=${partly}`);
    await page.getByRole('button', { name: 'Edit all 3' }).click();
    const proposed = page.getByRole('dialog').getByRole('textbox', { name: 'Description' });
    expect(await proposed.inputValue(), 'what somebody said of some of them').toBe('The one who noted it.');
    await page.goto('/columns?column=nowhere');
    await page.getByRole('dialog', { name: 'nowhere' }).getByText('No column matches').waitFor();
    expect(reports).toEqual([]);
    await close();
  });

  it('certifies an asset for some time, and ends that', async () => {
    const { page, reports, close } = await use().visit('/table/warehouse.analytics.facts.fct_subscriptions');
    const certify = async (choice: string, until?: string) => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Certify' }).click();
      const dialog = page.getByRole('dialog', { name: 'Certify fct_subscriptions' });
      await dialog.getByRole('combobox', { name: 'Certification' }).selectOption({ label: choice });
      if (until) {
        await dialog.getByLabel('Valid until').fill('2020-01-31');
        await dialog.getByRole('button', { name: 'Certify' }).click();
        await dialog.getByText('Choose a date in the future').waitFor();
        expect(await findBarriers(page)).toEqual([]);
        await dialog.getByLabel('Valid until').fill(until);
      }
      await dialog.getByRole('button', { name: 'Certify' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    const facts = page.getByRole('complementary').filter({ hasText: 'Owners' });
    await certify('Gold', '2099-01-31');
    await facts.getByText('until Jan 31, 2099').waitFor();
    const stored = async () => {
      const path = '/v1/tables/name/warehouse.analytics.facts.fct_subscriptions?fields=certification';
      return (await (await use().api('GET', path)).json()).certification?.tagLabel.tagFQN;
    };
    expect(await stored()).toBe('Certification.Gold');
    const day = async () => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Certify' }).click();
      const dialog = page.getByRole('dialog', { name: 'Certify fct_subscriptions' });
      await dialog.getByRole('combobox', { name: 'Certification' }).selectOption({ label: 'Gold' });
      const proposed = await dialog.getByLabel('Valid until').inputValue();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      return proposed;
    };
    await certify('Not certified');
    await facts.getByText('until Jan 31, 2099').waitFor({ state: 'detached' });
    expect(await stored()).toBeUndefined();
    const path = '/v1/system/settings/assetCertificationSettings';
    const { config_type, config_value } = await (await use().api('GET', path)).json();
    const keep = (value: object) => use().api('PUT', '/v1/system/settings', { config_type, config_value: value });
    expect((await keep({ ...config_value, validityPeriod: 'P2Y1W' })).status).toBe(200);
    await page.reload();
    const end = new Date();
    end.setFullYear(end.getFullYear() + 2, end.getMonth(), end.getDate() + 7);
    const pad = (part: number) => String(part).padStart(2, '0');
    expect(await day()).toBe(`${end.getFullYear()}-${pad(end.getMonth() + 1)}-${pad(end.getDate())}`);
    expect((await keep(config_value)).status).toBe(200);
    expect(reports).toEqual([]);
    await close();
  });

  it('says what a workflow does, suspends it, takes its file and removes it', async () => {
    const { page, reports, close } = await use().visit('/settings/governance/workflows');
    await page.getByRole('link', { name: 'Approval of metrics' }).click();
    await page.getByText('When metrics are added or changed, not for changes of reviewers').waitFor();
    await page.getByText('If yes: Mark as approved').waitFor();
    await page.getByRole('button', { name: 'Suspend' }).click();
    await page.getByText('Suspended', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('Active', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'All workflows' }).click();
    await page.getByRole('heading', { level: 1, name: 'Workflows' }).waitFor();
    const steps = { nodes: [{ name: 'begin', type: 'startEvent', subType: 'startEvent' }], edges: [] };
    const upload = (text: string) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    await upload('no JSON');
    await page.getByText('The file is not a JSON document.').waitFor();
    await upload(JSON.stringify({ name: 'unfinished', description: 'x', ...steps }));
    await page.getByText(/there must be an endEvent/).waitFor();
    await upload(JSON.stringify({ name: 'draft', displayName: 'A draft', description: 'Later.' }));
    await page.getByRole('link', { name: 'A draft' }).click();
    await page.getByText('No steps yet: this is a draft.').waitFor();
    await page.getByText('No runs of the last 30 days are recorded.').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { level: 1, name: 'Workflows' }).waitFor();
    await page.getByRole('link', { name: 'A draft' }).waitFor({ state: 'detached' });
    expect(reports.filter((one) => !one.includes('400'))).toEqual([]);
    await close();
  });

  it('shows the runs that an engine recorded, with their steps', async () => {
    const at = Date.now() - 60_000;
    const { page, close } = await use().visit('/my-data', {
      prepare: async (context) => {
        const page = (data: object[]) => ({ json: { data, paging: { total: data.length } } });
        const run = { id: '7b1c9a52-8f0e-4c55-9d6b-2f1f6f6f0001', startedAt: at, endedAt: at + 2000 };
        await context.route('**/v1/governance/workflowInstances?*', (route) =>
          route.fulfill(page([{ ...run, status: 'FAILURE', exception: 'Nobody to ask' }])),
        );
        await context.route('**/v1/governance/workflowInstanceStates/**', (route) =>
          route.fulfill(page([{ id: run.id, status: 'EXCEPTION', stage: { name: 'ask', startedAt: at } }])),
        );
      },
    });
    await page.goto('/settings/governance/workflows/approval_of_metrics');
    await page.getByText('Began 1 minute ago, took 2 s, Nobody to ask').click();
    await page.getByRole('listitem').filter({ hasText: /^Ask/ }).getByText('Failed').waitFor();
    await close();
  });

  it('adds, switches and removes recognizers of a tag, and shows what people report', async () => {
    await use().api('POST', '/v1/tags/name/Sensitivity.Personal/feedback', {
      entityLink: '<#E::table::warehouse.analytics.facts.fct_orders::columns::status>',
      ...{ tagFQN: 'Sensitivity.Personal', feedbackType: 'FALSE_POSITIVE', userComments: 'It is a state.' },
    });
    const { page, reports, close } = await use().visit('/tag/Sensitivity.Personal');
    await page.getByRole('tab', { name: 'Recognizers' }).click();
    await page.getByText('email, phone, birth_date').waitFor();
    await page.getByText('It is a state.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add a recognizer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a recognizer' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('passports');
    await dialog.getByRole('combobox', { name: 'Recognizes' }).selectOption({ label: 'A pattern' });
    await dialog.getByRole('button', { name: 'Add a recognizer' }).click();
    await dialog.getByText('Fill in: Regular expressions, one a line').waitFor();
    await dialog.getByRole('textbox', { name: 'Regular expressions' }).fill('^P\\d{7}$');
    await dialog.getByRole('button', { name: 'Add a recognizer' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('^P\\d{7}$').waitFor();
    await page.getByRole('switch', { name: 'Use passports' }).click({ force: true });
    const stored = async () => {
      const answer = await use().api('GET', '/v1/tags/name/Sensitivity.Personal/recognizers');
      const { data } = (await answer.json()) as { data: { name: string; enabled?: boolean }[] };
      return data.map(({ name, enabled }) => [name, enabled ?? true]);
    };
    await expect.poll(stored).toContainEqual(['passports', false]);
    await page.getByRole('button', { name: 'Remove passports' }).click();
    await expect.poll(stored).not.toContainEqual(['passports', false]);
    expect(await stored()).toHaveLength(2);
    expect(reports).toEqual([]);
    await close();
  });

  it('installs an app of the marketplace, configures and uninstalls it', async () => {
    await use().api('PUT', '/v1/apps/marketplace', {
      ...{ name: 'Greeter', displayName: 'Greeter', description: 'Says hello.', developer: 'Us' },
      ...{ className: 'x.Greeter', appType: 'external', scheduleType: 'OnlyManual', permission: 'All' },
      ...{ runtime: { enabled: true } },
      appConfiguration: {
        ...{ type: 'Custom', greeting: 'Hello', loud: false, languages: ['English'], nobody: [] },
        ...{ hours: { from: 9, rules: [{ day: 'Monday', open: true }] } },
      },
    });
    const { page, reports, close } = await use().visit('/marketplace');
    await page.getByRole('button', { name: 'Install Greeter' }).click();
    const panel = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Greeter' }) });
    await panel.getByRole('button', { name: 'Configure' }).click();
    const dialog = page.getByRole('dialog', { name: 'Configure Greeter' });
    await dialog.getByRole('textbox', { name: 'Greeting' }).fill('Good day');
    await dialog.getByRole('switch', { name: 'Loud' }).click({ force: true });
    await dialog.getByRole('textbox', { name: 'Languages' }).fill('English\n\nDeutsch\n');
    const hours = dialog.getByRole('group', { name: 'Hours' });
    await hours.getByRole('textbox', { name: 'From' }).fill('10');
    await hours.getByRole('group', { name: 'Rules 1' }).getByRole('textbox', { name: 'Day' }).fill('Sunday');
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { appConfiguration } = await (await use().api('GET', '/v1/apps/name/Greeter')).json();
    expect(appConfiguration).toEqual({
      ...{ type: 'Custom', greeting: 'Good day', loud: true, languages: ['English', 'Deutsch'], nobody: [] },
      ...{ hours: { from: 10, rules: [{ day: 'Sunday', open: true }] } },
    });
    await panel.getByRole('button', { name: 'Uninstall' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Uninstall' }).click();
    await page.getByRole('button', { name: 'Install Greeter' }).waitFor();
    expect(reports).toEqual([]);
    await close();
  });
});
