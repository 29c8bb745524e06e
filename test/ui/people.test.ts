// Tokens of bots and people, and what somebody may do.
import { expect, it } from 'vitest';
import { findBarriers, inBrowser, PASSWORD } from './support/stage.js';

inBrowser('people', (use) => {
  it('renews the token of a bot: the new one is let in, the old one is not', async () => {
    const { api } = use();
    const { id } = await (await api('GET', '/v1/users/name/ingestion-bot')).json();
    const { JWTToken: old } = await (
      await api('PUT', `/v1/users/generateToken/${id}`, { id, JWTTokenExpiry: '7' })
    ).json();
    const { page, reports, close } = await use().visit('/settings/bots');
    await page.getByRole('link', { name: 'Ingestion Bot' }).first().click();
    await page.getByText(/^Valid until .*, in 7 days|^Valid until .*, next week/).waitFor();
    await page.getByRole('button', { name: 'Renew token' }).click();
    const dialog = page.getByRole('dialog', { name: 'Token of Ingestion Bot' });
    await expect.poll(() => dialog.getByRole('combobox', { name: 'Valid for' }).inputValue()).toBe('7 days');
    await dialog.getByRole('combobox', { name: 'The current token' }).click();
    await page.getByRole('option', { name: 'Stops working at once' }).click();
    await dialog.getByRole('button', { name: 'Renew' }).click();
    const text = page.getByRole('textbox', { name: 'Text of the token' });
    const renewed = await text.inputValue();
    await page.getByRole('button', { name: 'Done' }).click();
    await text.waitFor({ state: 'detached' });
    const statusFor = async (token: string) =>
      (await api('GET', '/v1/tables?limit=1', undefined, { authorization: `Bearer ${token}` })).status;
    expect(await statusFor(renewed)).toBe(200);
    expect(await statusFor(old)).toBe(401);
    expect(reports).toEqual([]);
    await close();
  });

  it('renews the token of a bot while runs go on, and ends the old one later', async () => {
    const { api } = use();
    expect((await api('PUT', '/v1/users', { name: 'loader', email: 'loader@example.com', isBot: true })).ok).toBe(true);
    expect((await api('PUT', '/v1/bots', { name: 'loader', botUser: 'loader' })).ok).toBe(true);
    const { id } = await (await api('GET', '/v1/users/name/loader')).json();
    const make = await api('PUT', `/v1/users/generateToken/${id}`, { JWTTokenExpiry: '7' });
    const { JWTToken: old } = await make.json();
    const statusFor = async (token: string) =>
      (await api('GET', '/v1/users/loggedInUser', undefined, { authorization: `Bearer ${token}` })).status;
    const { page, reports, close } = await use().visit('/bots/loader');
    await page.getByRole('button', { name: 'Renew token' }).click();
    const dialog = page.getByRole('dialog', { name: 'Token of loader' });
    await expect
      .poll(() => dialog.getByRole('combobox', { name: 'The current token' }).inputValue())
      .toBe('Works for another day');
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Renew' }).click();
    const renewed = await page.getByRole('textbox', { name: 'Text of the token' }).inputValue();
    await page.getByRole('button', { name: 'Done' }).click();
    expect([await statusFor(old), await statusFor(renewed)]).toEqual([200, 200]);
    await page.getByText(/^The token before it works until .*, tomorrow|in 24 hours/).waitFor();
    await page.getByRole('button', { name: 'End the old token' }).click();
    const question = page.getByRole('dialog', { name: 'End the old token now?' });
    await question.getByRole('button', { name: 'End the old token' }).click();
    await page.getByText(/^The token before it works/).waitFor({ state: 'detached' });
    expect([await statusFor(old), await statusFor(renewed)]).toEqual([401, 200]);
    expect(reports).toEqual([]);
    await close();
  });

  it('makes a bot that acts for users, which the audit log tells', async () => {
    const { api } = use();
    expect(
      (await api('PUT', '/v1/users', { name: 'helped', displayName: 'Hella Ped', email: 'helped@example.com' })).ok,
    ).toBe(true);
    const { page, reports, close } = await use().visit('/create-user/bot');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('go_between');
    await page.getByRole('textbox', { name: 'Email' }).fill('go-between@example.com');
    await page.getByRole('checkbox', { name: 'Acts for users' }).check();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create' }).click();
    await page.waitForURL(/\/bots\/go_between$/);
    await page.getByText('There is no token, so no program can sign in as this bot.').waitFor();
    const { id, allowImpersonation } = await (await api('GET', '/v1/users/name/go_between')).json();
    expect(allowImpersonation).toBe(true);
    const token = (await (await api('PUT', `/v1/users/generateToken/${id}`, { JWTTokenExpiry: '7' })).json()).JWTToken;
    const helped = { authorization: `Bearer ${token}`, 'x-impersonate-user': 'helped' };
    const { id: user } = await (await api('GET', '/v1/users/loggedInUser', undefined, helped)).json();
    const steps = [{ op: 'add', path: '/description', value: 'Written for me' }];
    expect((await api('PATCH', `/v1/users/${user}`, steps, helped)).status).toBe(200);
    await page.goto('/settings/access/audit-logs');
    await page.getByText('through go_between').first().waitFor();
    await page.getByRole('link', { name: 'Hella Ped' }).first().waitFor();
    await page
      .getByText(/:\d\d:\d\d/)
      .first()
      .waitFor();
    const now = Date.now();
    const told = { entityLink: '<#E::table::warehouse.analytics.facts.fct_stores>', description: 'Told to all' };
    const span = { startTime: now, endTime: now + 60_000 };
    expect((await api('POST', '/v1/announcements', { ...told, ...span })).ok).toBe(true);
    await page.reload();
    const row = page.getByRole('row', { name: /Announcement/ }).first();
    expect(await row.innerText()).not.toMatch(/announcement-/);
    expect(reports).toEqual([]);
    await close();
  });

  it('makes a personal token for 30 days by keys alone, shows it once, and revokes it', async () => {
    await use().join('scripter');
    const { page, reports, close } = await use().visit('/users/scripter/access-token', { as: 'scripter' });
    await page.getByRole('textbox', { name: 'Name of the token' }).focus();
    await page.keyboard.type('notebook');
    await page.keyboard.press('Enter');
    const text = page.getByRole('textbox', { name: 'Text of the token' });
    const token = await text.inputValue();
    const me = async () => {
      const answer = await use().api('GET', '/v1/users/loggedInUser', undefined, { authorization: `Bearer ${token}` });
      return answer.ok ? (await answer.json()).name : answer.status;
    };
    expect(await me()).toBe('scripter');
    const [line] = (await (await use().api('GET', '/v1/users/security/token?username=scripter')).json()).data;
    expect(Math.round((line.expiryDate - Date.now()) / 86_400_000)).toBe(30);
    await page.reload();
    await page.getByText('notebook').waitFor();
    expect(await text.count()).toBe(0);
    await page.getByRole('button', { name: 'Revoke notebook' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: /notebook/ });
    await dialog.getByRole('button', { name: 'Revoke' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('No tokens').waitFor();
    expect(await me()).toBe(401);
    expect(reports).toEqual([]);
    await close();
  });

  it('changes the own password, which ends other sessions, and sets that of somebody else', async () => {
    await use().join('changer');
    const { page, reports, close } = await use().visit('/users/changer/access-token', { as: 'changer' });
    await page.getByRole('button', { name: 'Change the password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the password' });
    const fill = async (label: string, text: string) => dialog.getByLabel(new RegExp(`^${label}`)).fill(text);
    await fill('Current password', 'not this one');
    await fill('New password', 'Better-horse-8');
    await fill('Repeat the password', 'Better-horse-9');
    await dialog.getByRole('button', { name: 'Change the password' }).click();
    await dialog.getByText('The passwords do not match.').waitFor();
    await fill('Repeat the password', 'Better-horse-8');
    await dialog.getByRole('button', { name: 'Change the password' }).click();
    await dialog.getByRole('alert').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await fill('Current password', PASSWORD);
    await dialog.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('Your password was changed').waitFor();
    const signIn = async (password: string) =>
      (
        await fetch(`${use().url}/api/v1/users/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: 'changer', password }),
        })
      ).status;
    expect(await signIn(PASSWORD)).toBe(401);
    expect(await signIn('Better-horse-8')).toBe(200);
    expect(reports.filter((line) => !/status of 400/.test(line))).toEqual([]);
    await close();

    const admin = await use().visit('/users/changer/access-token');
    await admin.page.getByRole('button', { name: 'Set a password' }).click();
    const other = admin.page.getByRole('dialog', { name: 'Set a password for changer' });
    for (const label of ['New password', 'Repeat the password'])
      await other.getByLabel(new RegExp(`^${label}`)).fill('Third-horse-10');
    await other.getByRole('button', { name: 'Set a password' }).click();
    await admin.page.getByText('changer has a new password').waitFor();
    expect(await signIn('Third-horse-10')).toBe(200);
    expect(admin.reports).toEqual([]);
    await admin.close();
  });

  it('finds roles and teams for a new user, and members of a persona, while typing', async () => {
    const { api } = use();
    expect((await api('PUT', '/v1/teams', { name: 'typed-team', teamType: 'Group' })).ok).toBe(true);
    expect((await api('PUT', '/v1/personas', { name: 'typed-persona' })).ok).toBe(true);
    const { page, reports, close } = await use().visit('/create-user');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('typed-user');
    await page.getByRole('textbox', { name: 'Email' }).fill('typed-user@example.com');
    await page.getByRole('combobox', { name: 'Roles' }).fill('steward');
    await page.getByRole('option', { name: 'Data Steward' }).click();
    await page.getByRole('combobox', { name: 'Teams' }).fill('typed');
    await page.getByRole('option', { name: 'typed-team' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'hidden' });
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: 'typed-user' }).waitFor();
    const made = await (await api('GET', '/v1/users/name/typed-user?fields=roles,teams')).json();
    expect([made.roles[0].name, made.teams[0].name]).toEqual(['DataSteward', 'typed-team']);

    await page.goto('/settings/persona/typed-persona');
    await page.getByRole('button', { name: 'Edit people with this persona' }).click();
    const dialog = page.getByRole('dialog', { name: 'People with this persona' });
    await dialog.getByRole('combobox', { name: 'People with this persona' }).fill('lena');
    await page.getByRole('option', { name: 'Lena Novak' }).click();
    await dialog.getByRole('heading').click(); // closes the list
    await dialog.getByRole('button', { name: 'Save' }).click();
    const members = async () => (await (await api('GET', '/v1/personas/name/typed-persona?fields=users')).json()).users;
    await expect.poll(members).toMatchObject([{ name: 'lena' }]);
    expect(reports).toEqual([]);
    await close();
  });

  it('selects by conditions what assistants get to know, and shows it', async () => {
    const { api } = use();
    const persona = { name: 'assisted', displayName: 'Assisted', contextDefinition: { rules: [] } };
    const made = await (await api('PUT', '/v1/personas', persona)).json();
    const rules = async () => (await (await api('GET', `/v1/personas/${made.id}/aiContext`)).json()).rules;
    const { page, reports, close } = await use().visit('/settings/persona/assisted/context');
    await page.getByText('No rules yet').waitFor();
    await page.getByRole('button', { name: 'Add rule' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add rule' });
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByText('Enter a name.').waitFor();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('orders');
    const found = dialog.getByRole('status');
    await found.filter({ hasText: /^Selects 3\d\d assets/ }).waitFor();
    await dialog.getByRole('button', { name: 'Add a condition' }).click();
    await dialog.getByRole('textbox', { name: 'Value' }).fill('fct_orders');
    await found.filter({ hasText: 'Selects 1 asset: fct_orders' }).waitFor();
    await dialog.getByRole('combobox', { name: 'Type of asset' }).click();
    await page.getByRole('option', { name: 'Topics' }).click();
    await found.filter({ hasText: 'Selects no asset' }).waitFor();
    await dialog.getByRole('combobox', { name: 'Type of asset' }).click();
    await page.getByRole('option', { name: 'Tables' }).click();
    await dialog.getByRole('textbox', { name: 'At most' }).fill('5');
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'Tables · Name contains fct_orders' });
    await row.filter({ hasText: 'one line each · at most 5' }).waitFor();
    await page.getByText('1 asset, about').waitFor();
    await page.getByText(/warehouse\.analytics\.facts\.fct_orders/).waitFor();
    await page.getByRole('switch', { name: 'Use orders' }).press('Space');
    await page.getByText('0 assets, about').waitFor();
    expect(await rules()).toMatchObject([{ name: 'orders', enabled: false, maxAssets: 5 }]);
    await page.getByRole('button', { name: 'Edit orders' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit orders' });
    await edit.getByRole('switch', { name: /^Description, tags and details/ }).press('Space');
    await edit.getByRole('button', { name: 'Save' }).click();
    await page.getByText('in full · at most 5').waitFor();
    await page.getByRole('button', { name: 'Change the limit' }).click();
    await page.getByRole('textbox', { name: 'Limit' }).fill('20000');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Limited to 20,000 characters').waitFor();
    await page.getByRole('button', { name: 'Remove orders' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await row.waitFor({ state: 'detached' });
    expect(await rules()).toEqual([]);
    expect(reports).toEqual([]);
    await close();
  });

  it('shows how many people the teams have', async () => {
    const { page, reports, close } = await use().visit('/settings/members/teams');
    const row = (name: string) => page.getByRole('row', { name });
    await row('Analytics').getByText('3', { exact: true }).waitFor();
    await row('Accounting').getByText('1', { exact: true }).waitFor();
    await row('Data').getByText('6', { exact: true }).waitFor();
    expect(reports).toEqual([]);
    await close();
  });

  it('adds a member to a team and keeps the others', async () => {
    const { api } = use();
    const lena = await (await api('GET', '/v1/users/name/lena')).json();
    const made = await api('POST', '/v1/teams', { name: 'kept-team', teamType: 'Group', users: [lena.id] });
    expect(made.status).toBe(201);
    await use().join('newcomer');
    const { page, reports, close } = await use().visit('/settings/members/teams/kept-team/users');
    await page.getByRole('link', { name: 'Lena Novak' }).first().waitFor();
    await page.getByRole('button', { name: 'Add members' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add members' });
    await dialog.getByRole('combobox').fill('newcomer');
    await page.getByRole('option', { name: 'newcomer' }).click();
    const members = async () =>
      (await (await api('GET', '/v1/teams/name/kept-team?fields=users')).json()).users
        .map(({ name }: { name: string }) => name)
        .sort();
    await expect.poll(members).toEqual(['lena', 'newcomer']);
    await page.getByRole('link', { name: 'newcomer' }).first().waitFor();
    expect(reports).toEqual([]);
    await close();
  });

  it('shows who may see which tokens', async () => {
    await use().join('onlooker');
    const { page, reports, close } = await use().visit('/users/lena/access-token', { as: 'onlooker' });
    await page.getByText('You may see only your own tokens.').waitFor();
    await page.goto('/bots/ingestion-bot');
    await page.getByText('Only administrators see and change tokens of bots.').waitFor();
    expect(await page.getByRole('button', { name: 'Renew token' }).count()).toBe(0);
    expect(reports).toEqual([]);
    await close();
  });

  it('answers whether somebody may do something, and by which rule', async () => {
    // Things of several types can have one name, which no field can offer twice.
    const asked: string[] = [];
    const { page, reports, close } = await use().visit('/settings/access/permission-debugger', {
      prepare: async (context) => {
        context.on('request', (request) => asked.push(new URL(request.url()).searchParams.get('index') ?? ''));
      },
    });
    await page.getByRole('combobox', { name: 'Who', exact: true }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(asked.filter((index) => index !== '')).toEqual(['user']);
    const choose = async (field: string, text: string, option: string | RegExp) => {
      await page.getByRole('combobox', { name: field, exact: true }).fill(text);
      await page.getByRole('option', { name: option }).first().click();
    };
    await choose('Who', 'lena', /^Lena Novak/);
    await choose('Kind of resource', 'table', 'Table');
    await choose('Wants to', 'description', 'Edit description');
    await page.getByRole('heading', { name: 'Yes, Lena Novak may do this' }).waitFor();
    await page.getByText('Allowed by rule DataConsumerPolicy-EditRule of policy DataConsumerPolicy').waitFor();
    await choose('Wants to', 'delete', 'Delete');
    await page.getByRole('heading', { name: 'It depends on the entity whether Lena Novak may do this' }).waitFor();
    const rule = page.getByRole('listitem').filter({ hasText: 'Cannot be decided without an entity' });
    await rule.getByText('Depends on the entity').waitFor();
    await choose('Entity', 'fct_orders', /fct_orders/);
    await page.getByRole('heading', { name: 'No, Lena Novak may not do this' }).waitFor();
    await page.getByText('Does not apply').first().waitFor();
    const address = page.url();
    await page.goto(address);
    await page.getByRole('heading', { name: 'No, Lena Novak may not do this' }).waitFor();
    expect(reports).toEqual([]);
    await close();
  });

  it('checks the condition of a rule while it is typed, and saves the rule', async () => {
    const { page, reports, close } = await use().visit('/settings/access/policies');
    await page.getByRole('button', { name: 'New policy' }).click();
    const dialog = page.getByRole('dialog', { name: 'New policy' });
    await dialog.getByLabel('Name', { exact: false }).first().fill('stewards-of-orders');
    await dialog.getByLabel('Name of the rule').fill('edit-own');
    for (const [field, text, option] of [
      ['Rights', 'edit tags', 'Edit tags'],
      ['Resources', 'topic', 'Topic'],
    ] as const) {
      await dialog.getByRole('combobox', { name: field }).fill(text);
      await page.getByRole('option', { name: option, exact: true }).click();
      await page.keyboard.press('Tab');
    }
    const condition = dialog.getByRole('textbox', { name: 'Condition' });
    await condition.fill('isOwnr()');
    await dialog.getByText(/Unknown function isOwnr/).waitFor();
    await condition.fill('isOwner()');
    await dialog.getByText('The condition is understood.').waitFor();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: 'stewards-of-orders' }).waitFor();
    await page.getByText('if isOwner()').waitFor();
    expect(reports.filter((line) => !/status of 400/.test(line))).toEqual([]); // the wrong condition
    await close();
  });
});
