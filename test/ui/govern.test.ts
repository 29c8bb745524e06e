// Domains, glossaries and tags: made, filled, moved and renamed, and what the server refuses is told.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { inBrowser } from './support/stage.js';

async function fill(page: Page, title: string, name: string) {
  await page.getByRole('button', { name: title }).click();
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await dialog.getByRole('textbox', { name: 'Description' }).fill(`About ${name}`);
  await dialog.getByRole('button', { name: 'Create' }).click();
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

inBrowser('govern', (use) => {
  it('makes a domain, puts an asset into it, tells what became of each, and takes it out again', async () => {
    const { page, reports, close } = await use().visit('/domain');
    await heading(page, 'Domains');
    await fill(page, 'Add a domain', 'Marketing');
    await heading(page, 'Marketing');
    await page.getByRole('treeitem', { name: 'Marketing' }).waitFor();
    await page.getByRole('tab', { name: 'Assets' }).click();
    await page.getByRole('button', { name: 'Add assets' }).click();
    await page.getByRole('combobox', { name: 'Find assets' }).fill('close_payments');
    await page
      .getByRole('option', { name: /close_payments/ })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('1 asset was added').waitFor();
    await page.getByRole('link', { name: 'close_payments' }).waitFor();
    const table = await (
      await use().api('GET', '/v1/tables/name/finance.books.closing.close_payments?fields=domains')
    ).json();
    expect(table.domains.map(({ name }: { name: string }) => name)).toEqual(['Marketing']);
    await page.getByRole('checkbox', { name: 'Select close_payments' }).check();
    await page.getByRole('button', { name: 'Remove 1 asset' }).click();
    await page.getByRole('status').getByText('1 asset was removed').waitFor();
    await page.getByText('No assets').waitFor();
    await expect
      .poll(() => page.getByRole('button', { name: 'Add assets' }).evaluate((one) => one === document.activeElement))
      .toBe(true);
    expect(reports).toEqual([]);
    await close();
  });

  it('lets whoever may label put an asset under a term and a tag, and take it out again', async () => {
    const { api, join } = use();
    await join('labelling-person');
    expect((await api('PUT', '/v1/glossaries', { name: 'Ledger', description: 'x' })).ok).toBe(true);
    expect((await api('PUT', '/v1/glossaryTerms', { glossary: 'Ledger', name: 'Dues', description: 'x' })).ok).toBe(
      true,
    );
    // Other tests use the tags of the sample data meanwhile.
    const body = { name: 'Bookkeeping', description: 'x' };
    expect((await api('PUT', '/v1/classifications', body)).ok).toBe(true);
    const tag = { classification: 'Bookkeeping', name: 'Open', description: 'x' };
    expect((await api('PUT', '/v1/tags', tag)).ok).toBe(true);
    const TABLE = 'finance.books.closing.close_refunds';
    const labels = async () => {
      const { tags } = await (await api('GET', `/v1/tables/name/${TABLE}?fields=tags`)).json();
      return tags.map(({ tagFQN }: { tagFQN: string }) => tagFQN);
    };
    const { page, open, reports, close } = await use().visit('/glossary/Ledger.Dues/assets', {
      as: 'labelling-person',
    });
    for (const [address, label] of [
      ['/glossary/Ledger.Dues/assets', 'Ledger.Dues'],
      ['/tag/Bookkeeping.Open/assets', 'Bookkeeping.Open'],
    ] as const) {
      await open(address);
      await page.getByRole('tab', { name: /^Assets\s*0$/ }).waitFor();
      await page.getByRole('button', { name: 'Add assets' }).click();
      // What the server would refuse is not offered.
      await page.getByRole('option').first().waitFor();
      expect(await page.getByRole('option', { name: /Trust\.Certified/ }).count()).toBe(0);
      await page.getByRole('combobox', { name: 'Find assets' }).fill('close_refunds');
      await page
        .getByRole('option', { name: /close_refunds/ })
        .first()
        .waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('status').getByText('1 asset was added').waitFor();
      await page.getByRole('link', { name: 'close_refunds' }).waitFor();
      await page.getByRole('tab', { name: /^Assets\s*1$/ }).waitFor();
      expect(await labels()).toContain(label);
      await page.getByRole('checkbox', { name: 'Select close_refunds' }).check();
      await page.getByRole('button', { name: 'Remove 1 asset' }).click();
      await page.getByText('No assets').waitFor();
      await page.getByRole('tab', { name: /^Assets\s*0$/ }).waitFor();
      expect(await labels()).not.toContain(label);
    }
    expect(reports).toEqual([]);
    await close();
  });

  it('lets reviewers alone decide about a term, and shows its new name and state in lists at once', async () => {
    const { api, join, visit } = use();
    await join('judith', { displayName: 'Judith Judge' });
    const { id } = await (await api('GET', '/v1/users/name/judith')).json();
    const reviewers = [{ id, type: 'user' }];
    expect((await api('PUT', '/v1/glossaries', { name: 'Court', description: 'x', reviewers })).ok).toBe(true);
    const term = { glossary: 'Court', description: 'What is **decided**.' };
    for (const more of [{ name: 'Case' }, { name: 'Act', parent: 'Court.Case' }])
      expect((await api('PUT', '/v1/glossaryTerms', { ...term, ...more })).ok).toBe(true);
    const admin = await visit('/glossary/Court.Case');
    const notice = admin.page.getByRole('alert').filter({ hasText: 'waiting for approval' });
    await notice.getByText('Judith Judge').waitFor();
    expect(await notice.getByText('Judith Judge').count()).toBe(1); // not once more for the term below
    expect(await admin.page.getByRole('button', { name: 'Approve' }).count()).toBe(0);

    const { page, reports, close } = await visit('/glossary/Court', { as: 'judith' });
    const grid = page.getByRole('grid', { name: 'Terms' });
    await grid.getByText('In review').waitFor();
    await grid.getByRole('link', { name: 'Case' }).click();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('waiting for approval').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Court' }).click();
    await grid.getByText('Approved').waitFor();
    expect(await grid.getByText('In review').count()).toBe(0);

    await admin.page.reload();
    await admin.page.getByRole('button', { name: 'Edit the display name' }).click();
    await admin.page.getByRole('textbox', { name: 'Display name' }).fill('Lawsuit');
    await admin.page.keyboard.press('Enter');
    await admin.page.getByRole('treeitem', { name: 'Lawsuit' }).waitFor();

    const tasks = await (await api('GET', '/v1/tasks?aboutEntity=Court.Case.Act&statusGroup=open')).json();
    await page.goto(`/task/${tasks.data[0].taskId}`);
    await page.getByText('What is decided.').waitFor();
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByText(/^Judith Judge, /).waitFor();
    expect([...reports, ...admin.reports]).toEqual([]);
    await Promise.all([close(), admin.close()]);
  });

  it('offers no asset that the server would refuse', async () => {
    const { api } = use();
    const { page, open, close } = await use().visit('/domain/Finance/assets');
    for (const [address, path] of [
      ['/domain/Finance/assets', '/v1/domains/Finance'],
      ['/dataProduct/order_insights/assets', '/v1/dataProducts/order_insights'],
      ['/glossary/Shop.Basket/assets', '/v1/glossaryTerms/name/Shop.Basket'],
      ['/tag/Sensitivity.Confidential/assets', '/v1/tags/name/Sensitivity.Confidential'],
    ] as const) {
      await open(address);
      const asked = page.waitForRequest((request) => /search\/query.*must_not/.test(request.url()));
      await page.getByRole('button', { name: 'Add assets' }).click();
      const query = new URL((await asked).url()).searchParams;
      query.set('size', '1000');
      const { hits } = await (await api('GET', `/v1/search/query?${query}`)).json();
      const offered = new Map<string, object>(
        hits.hits.map(({ _source: { id, entityType: type } }: { _source: Record<string, string> }) => [
          type,
          { id, type },
        ]),
      );
      expect(offered.size).toBeGreaterThan(15);
      const found = path.includes('/name/')
        ? path.replace(/name\/.*/, (await (await api('GET', path)).json()).id)
        : path;
      const body = { dryRun: true, assets: [...offered.values()] };
      const { failedRequest = [] } = await (await api('PUT', `${found}/assets/add`, body)).json();
      expect(failedRequest.map(({ message }: { message: string }) => message)).toEqual([]);
    }
    await close();
  });

  it('says why a domain cannot be made, and keeps what was typed', async () => {
    const { page, close } = await use().visit('/domain');
    await heading(page, 'Domains');
    await fill(page, 'Add a domain', 'Sales');
    const dialog = page.getByRole('dialog', { name: 'Add a domain' });
    await dialog
      .getByRole('alert')
      .getByText(/exists/i)
      .waitFor();
    expect(await dialog.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('About Sales');
    await close();
  });

  it('adds a term to a glossary, finds it in the tree by keys, and moves it below another', async () => {
    const make = (path: string, body: object) => use().api('POST', path, { description: 'x', ...body });
    await make('/v1/glossaries', { name: 'Business' });
    await make('/v1/glossaryTerms', { glossary: 'Business', name: 'Person' });
    const { page, reports, close } = await use().visit('/glossary/Business');
    await heading(page, 'Business');
    await fill(page, 'Add a term', 'Cust.omer');
    await heading(page, 'Cust.omer');
    const tree = page.getByRole('tree', { name: 'Glossaries' });
    await tree.getByRole('treeitem', { name: 'Cust.omer', selected: true }).press('ArrowDown');
    await page.keyboard.press('Enter');
    await heading(page, 'Person');
    await page.goBack();
    await heading(page, 'Cust.omer');
    await page.getByRole('tab', { name: /^Terms/ }).click();
    await page.getByRole('button', { name: 'Move…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move Cust.omer' });
    await dialog.getByRole('button', { name: 'Choose the target' }).click();
    await page.getByRole('combobox', { name: 'Find terms' }).fill('Person');
    await page
      .getByRole('option', { name: /Person/ })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await page.waitForURL((url) => decodeURIComponent(url.pathname) === '/glossary/Business.Person."Cust.omer"');
    await heading(page, 'Cust.omer');
    expect(reports).toEqual([]);
    await close();
  });

  it('lets the owner of a glossary relate terms in any way, and names them where versions are told', async () => {
    const make = (path: string, body: object) => use().api('PUT', path, { description: 'x', ...body });
    await use().join('relating-owner', { displayName: 'Rita Relates' });
    const { id } = await (await use().api('GET', '/v1/users/name/relating-owner')).json();
    await make('/v1/glossaries', { name: 'Kinship', owners: [{ id, type: 'user' }] });
    for (const name of ['Client', 'Buyer']) await make('/v1/glossaryTerms', { glossary: 'Kinship', name });
    const { page, reports, open, close } = await use().visit('/glossary/Kinship.Client', { as: 'relating-owner' });
    await heading(page, 'Client');
    await page.getByRole('combobox', { name: 'Relation' }).click();
    await page.getByRole('option', { name: 'Synonym' }).click();
    await page.getByRole('button', { name: 'Add a related term' }).click();
    await page.getByRole('combobox', { name: 'Find terms' }).fill('Buyer');
    await page.getByRole('option', { name: /Buyer/ }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('listitem').filter({ hasText: 'Synonym' }).filter({ hasText: 'Buyer' }).waitFor();
    await page
      .getByRole('complementary')
      .getByText(/by Rita Relates/)
      .waitFor();
    expect(reports).toEqual([]);
    const { version } = await (await use().api('GET', '/v1/glossaryTerms/name/Kinship.Client')).json();
    await open(`/glossary/Kinship.Client/versions/${version}`);
    await page.getByRole('navigation', { name: 'Versions' }).getByText('Rita Relates').waitFor();
    expect(reports).toEqual([]);
    await close();
  });

  it('adds a tag, turns it off and renames it', async () => {
    const { page, reports, close } = await use().visit('/tags/Trust');
    await heading(page, 'Trust');
    await fill(page, 'Add a tag', 'Checked');
    const off = page.getByRole('switch', { name: 'Enable Checked' });
    await off.press('Space');
    await expect.poll(() => off.isChecked()).toBe(false);
    await page.getByRole('button', { name: 'Actions on Checked' }).click();
    await page.getByRole('menuitem', { name: 'Rename…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rename Checked' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Verified');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Verified' }).waitFor();
    const tag = await (await use().api('GET', '/v1/tags/name/Trust.Verified')).json();
    expect(tag.disabled).toBe(true);
    expect(reports).toEqual([]);
    await close();
  });

  it('renames a term from its page, says why it cannot have a name, and follows it everywhere', async () => {
    const { api, visit } = use();
    expect((await api('POST', '/v1/glossaries', { name: 'Harbour', description: 'h' })).ok).toBe(true);
    for (const name of ['Ship', 'Boat'])
      expect((await api('POST', '/v1/glossaryTerms', { name, glossary: 'Harbour', description: 'd' })).ok).toBe(true);
    const below = { name: 'Deck', glossary: 'Harbour', parent: 'Harbour.Ship', description: 'd' };
    expect((await api('POST', '/v1/glossaryTerms', below)).ok).toBe(true);
    const { page, reports, close } = await visit('/glossary/Harbour.Ship');
    await heading(page, 'Ship');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Rename…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rename Ship' });
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await name.fill('Boat');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').waitFor();
    expect(reports.splice(0)).toEqual([expect.stringContaining('409')]);
    await name.fill('Vessel 1.2');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await heading(page, 'Vessel 1.2');
    await dialog.waitFor({ state: 'detached' });
    expect(page.url()).toContain('/glossary/Harbour.');
    const tree = page.getByRole('tree');
    await tree.getByRole('treeitem', { name: /^Vessel 1\.2/ }).waitFor();
    await expect.poll(() => tree.getByRole('treeitem', { name: /^Ship/ }).count()).toBe(0);
    expect((await api('GET', '/v1/glossaryTerms/name/Harbour.%22Vessel%201.2%22.Deck')).status).toBe(200);
    await page.reload();
    await heading(page, 'Vessel 1.2');
    expect(reports).toEqual([]);
    await close();
  });

  it('changes facts with few values by a menu, by keys as well, and only for who may', async () => {
    const { api, join, visit } = use();
    const domain = { name: 'Catering', description: 'c', domainType: 'Aggregate' };
    expect((await api('POST', '/v1/domains', domain)).ok).toBe(true);
    expect((await api('POST', '/v1/dataProducts', { name: 'Menus', description: 'm', domains: ['Catering'] })).ok).toBe(
      true,
    );
    expect((await api('POST', '/v1/classifications', { name: 'Taste', description: 't' })).ok).toBe(true);
    const { page, open, reports, close } = await visit('/domain/Catering');
    const choose = async (fact: string, value: string) => {
      await page.getByRole('button', { name: `Change “${fact}”` }).click();
      await page.getByRole('menuitem', { name: value, exact: true }).click();
    };
    const stored = async (path: string, field: string) => (await (await api('GET', path)).json())[field];
    await choose('Kind of domain', 'Source-aligned');
    await expect.poll(() => stored('/v1/domains/name/Catering', 'domainType')).toBe('Source-aligned');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => stored('/v1/domains/name/Catering', 'domainType')).toBe('Aggregate');
    await open('/data-product/Menus');
    await choose('Priority', 'High');
    await expect.poll(() => stored('/v1/dataProducts/name/Menus', 'portfolioPriority')).toBe('HIGH');
    await open('/tags/Taste');
    await page.getByRole('button', { name: 'Change “Status”' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Disabled', exact: true }).press('Enter');
    await expect.poll(() => stored('/v1/classifications/name/Taste', 'disabled')).toBe(true);
    await page.getByText('Disabled', { exact: true }).waitFor();
    expect(reports).toEqual([]);
    await close();
    await join('guest-of-catering');
    const guest = await visit('/domain/Catering', { as: 'guest-of-catering' });
    await guest.page.getByText('Kind of domain').waitFor();
    await expect.poll(() => guest.page.getByRole('button', { name: /^Change/ }).count()).toBe(0);
    await guest.close();
  });

  it('takes back a change of domain together with the data products that it ended', async () => {
    const { api, visit } = use();
    for (const name of ['Orchard', 'Vineyard'])
      expect((await api('POST', '/v1/domains', { name, description: 'd', domainType: 'Aggregate' })).ok).toBe(true);
    const product = { name: 'Cider', description: 'c', domains: ['Orchard'] };
    expect((await api('POST', '/v1/dataProducts', product)).ok).toBe(true);
    const topic = { name: 'apples', service: 'events', partitions: 1, domains: ['Orchard'], dataProducts: ['Cider'] };
    expect((await api('POST', '/v1/topics', topic)).status).toBe(201);
    const { page, reports, close } = await visit('/topic/events.apples');
    const facts = page.getByRole('complementary', { name: 'Facts' });
    await facts.getByRole('link', { name: 'Cider' }).waitFor();
    await page.getByRole('button', { name: 'Edit the domain' }).click();
    await page.getByRole('combobox', { name: 'Find domains' }).fill('Vineyard');
    await page.getByRole('option', { name: /^Vineyard/ }).click();
    await facts.getByRole('link', { name: 'Cider' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await facts.getByRole('link', { name: 'Cider' }).waitFor();
    await facts.getByRole('link', { name: 'Orchard' }).waitFor();
    const stored = await (await api('GET', '/v1/topics/name/events.apples?fields=domains,dataProducts')).json();
    const names = [...stored.domains, ...stored.dataProducts].map(({ name }: { name: string }) => name);
    expect(names).toEqual(['Orchard', 'Cider']);
    expect(reports).toEqual([]);
    await close();
  });

  it('shows a query with what it reads', async () => {
    const { id } = await (await use().api('GET', '/v1/tables/name/webshop.shop.public.orders')).json();
    const query = await use().api('POST', '/v1/queries', {
      name: 'orders_of_today',
      query: 'select * from orders where day = today()',
      service: 'webshop',
      queryUsedIn: [{ id, type: 'table' }],
    });
    const made = await query.json();
    const { page, reports, close } = await use().visit(`/query-view/webshop.shop.public.orders/${made.id}`);
    await heading(page, 'orders_of_today');
    await page.getByText('select * from orders where day = today()').waitFor();
    expect(new URL(page.url()).pathname).toBe('/query/webshop.orders_of_today');
    await page.getByRole('button', { name: 'Edit the SQL' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit the SQL' });
    await dialog.getByRole('textbox', { name: 'SQL' }).fill('select count(*) from orders');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('select count(*) from orders').waitFor();
    await expect
      .poll(async () => (await (await use().api('GET', `/v1/queries/${made.id}`)).json()).query)
      .toBe('select count(*) from orders');
    await page.getByRole('link', { name: 'webshop.shop.public.orders' }).click();
    await page.waitForURL('**/table/webshop.shop.public.orders');
    expect(reports).toEqual([]);
    await close();
  });
});
