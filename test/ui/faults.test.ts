// What goes wrong between page and server: the person sees one sentence and a way on, and nothing typed is lost.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { besidesFaults, findCodes, inject, PROXY_PAGE } from './support/faults.js';
import { inBrowser, PASSWORD, type Stage } from './support/stage.js';

const SCHEMA = 'warehouse.analytics.facts';
const READ = /\/api\/v1\/tables\/name\//;
const WRITE = /\/api\/v1\/tables\/[0-9a-f-]{36}$/;
const CREATE = /\/api\/v1\/domains$/;

const forbidden = {
  status: 403,
  body: {
    errorType: 'FORBIDDEN',
    message: "Principal: CatalogPrincipal{name='admin'} operations [EditAll] not allowed",
  },
};
const missing = { status: 404, body: { errorType: 'ENTITY_NOT_FOUND', message: 'table instance for x not found' } };
const taken = { status: 409, body: { errorType: 'ENTITY_ALREADY_EXISTS', message: 'table x already exists' } };
const down = { status: 503, body: PROXY_PAGE };
const busy = (seconds: number) => ({
  status: 429,
  body: { errorType: 'TOO_MANY_REQUESTS', message: `too many requests; try again in ${seconds} seconds` },
  headers: { 'retry-after': String(seconds) },
});

const NEEDS = 'This requires the right Edit all, which an administrator can grant.';
const DOWN = 'The server is not available at the moment.';
const UNREACHABLE = 'The server cannot be reached. Check the connection, then try again.';

let count = 0;
async function makeTable({ api }: Stage) {
  count += 1;
  const name = `fault_${count}`;
  const body = { name, databaseSchema: SCHEMA, columns: [{ name: 'id', dataType: 'INT' }], description: 'As it was.' };
  const { id } = await (await api('PUT', '/v1/tables', body)).json();
  const read = async () => (await api('GET', `/v1/tables/${id}?fields=owners`)).json();
  return { id, name, path: `/table/${SCHEMA}.${name}`, read };
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

/** Types a description, and sends it. */
async function describePage(page: Page, text: string) {
  await page.getByRole('button', { name: 'Edit the description', exact: true }).waitFor();
  await page.keyboard.press('e');
  await page.getByRole('textbox', { name: 'Description' }).fill(text);
  await page.keyboard.press('Control+Enter');
}

async function signInAgain(page: Page, password: string) {
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.getByLabel('Password').waitFor();
  await page.keyboard.press('Escape');
  await dialog.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
}

inBrowser('faults of a read', (use) => {
  it.each([
    ['403', forbidden, NEEDS, 'link', 'Go to My data'],
    ['404', missing, 'It may have been moved or deleted, or you are not allowed to see it.', 'link', 'Go to My data'],
    ['409', taken, 'Table x already exists.', 'button', 'Try again'],
    ['503', down, DOWN, 'button', 'Try again'],
  ] as const)('%s: tells it, and offers a way on', async (_, fault, sentence, role, way) => {
    const { name, path } = await makeTable(use());
    const { page, reports, close } = await use().visit('/settings/preferences/appearance');
    const fail = await inject(page, READ, fault);
    await page.goto(path);
    await page.getByText(sentence, { exact: true }).waitFor();
    await page.getByRole(role, { name: way }).waitFor();
    expect(await findCodes(page)).toEqual([]);
    await fail.end();
    if (way === 'Try again') {
      await page.getByRole('button', { name: way }).click();
      await heading(page, name);
    }
    expect(besidesFaults(reports)).toEqual([]);
    await close();
  });

  it('401: asks to sign in over the page, and reads again', async () => {
    await use().join('reader');
    const { name } = await makeTable(use());
    const { page, reports, close } = await use().visit('/my-data', { as: 'reader' });
    await heading(page, 'Welcome');
    await inject(page, READ, { status: 401, times: 1 });
    await inject(page, /\/session\/refresh$/, { method: 'POST', status: 204, times: 1 });
    await page.getByRole('searchbox', { name: 'Search' }).fill(name);
    await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
    await signInAgain(page, PASSWORD);
    await heading(page, name);
    expect(besidesFaults(reports)).toEqual([]);
    await close();
  });

  it('429: waits as long as the server says, and says so', async () => {
    const { name, path } = await makeTable(use());
    const { page, reports, close } = await use().visit('/settings/preferences/appearance');
    const fail = await inject(page, READ, { ...busy(2), times: 1 });
    await page.goto(path);
    await page.getByText(/^The server gets too many requests. Trying again in [12] second/).waitFor();
    expect(await findCodes(page)).toEqual([]);
    await heading(page, name);
    await page.getByText(/Trying again/).waitFor({ state: 'hidden' });
    const [first = 0, second = 0] = fail.times;
    expect(second - first).toBeGreaterThanOrEqual(1950);
    expect(besidesFaults(reports)).toEqual([]);
    await close();
  });

  it('slow: shows that it loads, after ten seconds also that it takes long, and then the page', async () => {
    const { name, path } = await makeTable(use());
    const { page, reports, close } = await use().visit('/settings/preferences/appearance');
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(READ, async (route) => {
      await asked;
      await route.fallback();
    });
    await page.goto(path);
    await page.getByRole('status', { name: 'Loading' }).waitFor();
    const slow = page.getByText('This takes longer than usual.');
    expect(await slow.isVisible()).toBe(false);
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) animation.currentTime = 10_500;
    });
    await slow.waitFor();
    answer();
    await heading(page, name);
    expect(reports).toEqual([]);
    await close();
  });

  it('offline: says so on a page that is open and on one that is opened, which comes by itself later', async () => {
    const { page, reports, close } = await use().visit('/settings/preferences/appearance');
    await heading(page, 'Appearance');
    await page.context().setOffline(true);
    await page.getByText('You are offline. What is shown may be out of date.').waitFor();
    await page.getByRole('link', { name: 'Explore' }).click();
    await page.getByRole('alert').getByText(UNREACHABLE).waitFor();
    expect(await findCodes(page)).toEqual([]);
    await page.context().setOffline(false);
    await heading(page, 'Explore');
    await page
      .getByRole('status')
      .getByText(/result/)
      .waitFor();
    await page.getByText('You are offline').waitFor({ state: 'hidden' });
    expect(besidesFaults(reports)).toEqual([]);
    await close();
  });
});

inBrowser('faults of an edit in place', (use) => {
  it('403, 404, 409 and 503: tells it, and shows what was typed again', async () => {
    const { name, path, read } = await makeTable(use());
    const { page, reports, close } = await use().visit(path);
    await heading(page, name);
    await describePage(page, 'What I knew.');
    await expect.poll(async () => (await read()).description).toBe('What I knew.');
    await page.getByText('What I knew.').waitFor();
    await page.keyboard.press('e');
    const field = page.getByRole('textbox', { name: 'Description' });
    await field.fill('What I know.');
    for (const [fault, sentence] of [
      [forbidden, NEEDS],
      [missing, 'Table instance for x not found.'],
      [taken, 'Table x already exists.'],
      [down, DOWN],
    ] as const) {
      const fail = await inject(page, WRITE, { method: 'PATCH', ...fault });
      await field.press('Control+Enter');
      const alert = page
        .getByRole('alert')
        .filter({ hasText: `${name} was not saved` })
        .filter({ hasText: sentence });
      await alert.waitFor();
      await field.waitFor();
      expect(await field.inputValue()).toBe('What I know.');
      expect(await findCodes(page)).toEqual([]);
      await fail.end();
    }
    await field.press('Control+Enter');
    await expect.poll(async () => (await read()).description).toBe('What I know.');
    expect(besidesFaults(reports)).toEqual([]);
    await close();
  });

  it('401: asks to sign in over the page, and stores it then', async () => {
    await use().join('writer');
    const { name, path, read } = await makeTable(use());
    const { page, reports, close } = await use().visit(path, { as: 'writer' });
    await heading(page, name);
    await inject(page, WRITE, { method: 'PATCH', status: 401, times: 1 });
    await inject(page, /\/session\/refresh$/, { method: 'POST', status: 204, times: 1 });
    await describePage(page, 'What I know.');
    await signInAgain(page, PASSWORD);
    await expect.poll(async () => (await read()).description).toBe('What I know.');
    expect(besidesFaults(reports)).toEqual([]);
    await close();
  });

  it('412: a conflict that nobody decides gives back what was typed', async () => {
    const { id, name, path, read } = await makeTable(use());
    const { page, reports, close } = await use().visit(path);
    await heading(page, name);
    await page.getByRole('button', { name: 'Edit the description', exact: true }).waitFor();
    await page.keyboard.press('e');
    await page.getByRole('textbox', { name: 'Description' }).fill('Mine.');
    await use().api('PATCH', `/v1/tables/${id}`, [{ op: 'replace', path: '/description', value: 'Theirs.' }]);
    await page.keyboard.press('Control+Enter');
    const dialog = page.getByRole('dialog', { name: 'Somebody else changed this too' });
    await dialog.getByRole('heading', { name: 'Description' }).waitFor();
    expect(await findCodes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    const field = page.getByRole('textbox', { name: 'Description' });
    await field.waitFor();
    expect(await field.inputValue()).toBe('Mine.');
    expect((await read()).description).toBe('Theirs.');
    expect(besidesFaults(reports)).toEqual([]);
    await close();
  });

  it('429: waits as long as the server says, and stores it then', async () => {
    const { name, path, read } = await makeTable(use());
    const { page, reports, close } = await use().visit(path);
    await heading(page, name);
    const fail = await inject(page, WRITE, { method: 'PATCH', ...busy(1), times: 1 });
    await describePage(page, 'What I know.');
    await page.getByText(/^The server gets too many requests/).waitFor();
    await page.getByRole('status').getByText(`${name} saved`).waitFor();
    const [first = 0, second = 0] = fail.times;
    expect(second - first).toBeGreaterThanOrEqual(950);
    expect((await read()).description).toBe('What I know.');
    expect(besidesFaults(reports)).toEqual([]);
    await close();
  });

  it('offline: offers to try again what was chosen, and does it', async () => {
    const { name, path, read } = await makeTable(use());
    const { page, reports, close } = await use().visit(path);
    await heading(page, name);
    await page.getByRole('button', { name: 'Edit the owners' }).waitFor();
    await page.keyboard.press('o');
    await page.getByRole('option', { name: 'Admin' }).waitFor();
    await page.context().setOffline(true);
    await page.keyboard.press('Enter');
    const alert = page.getByRole('alert').filter({ hasText: `${name} was not saved` });
    await alert.getByText(UNREACHABLE).waitFor();
    await page.getByText('Nobody').waitFor(); // not what is not stored
    expect(await findCodes(page)).toEqual([]);
    await page.context().setOffline(false);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'Admin' }).waitFor();
    await expect.poll(async () => (await read()).owners?.length).toBe(1);
    expect(besidesFaults(reports)).toEqual([]);
    await close();
  });

  it('says why a vote was not counted', async () => {
    const { name, path } = await makeTable(use());
    const { page, reports, close } = await use().visit(path);
    await heading(page, name);
    await inject(page, /\/vote$/, { method: 'PUT', ...forbidden });
    await page.getByRole('button', { name: 'Useful, 0 votes', exact: true }).click();
    await page.getByText(NEEDS).waitFor();
    expect(besidesFaults(reports)).toEqual([]);
    await close();
  });
});

inBrowser('faults of a form', (use) => {
  async function fill(page: Page, name: string) {
    await page.getByRole('button', { name: 'Add a domain' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a domain' });
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await dialog.getByRole('textbox', { name: 'Description' }).fill('What it is for.');
    return dialog;
  }

  it('403, 409, 503 and offline: tells it in the form, which keeps what was typed', async () => {
    const { page, reports, close } = await use().visit('/domain');
    const dialog = await fill(page, 'FormKept');
    for (const [fault, sentence] of [
      [forbidden, NEEDS],
      [taken, 'Table x already exists.'],
      [down, DOWN],
      [null, UNREACHABLE],
    ] as const) {
      const fail = fault && (await inject(page, CREATE, { method: 'POST', ...fault }));
      await page.context().setOffline(fault === null);
      await dialog.getByRole('button', { name: 'Create' }).click();
      await dialog.getByRole('alert').getByText(sentence, { exact: true }).waitFor();
      expect(await dialog.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('What it is for.');
      expect(await findCodes(page)).toEqual([]);
      await fail?.end();
    }
    await page.context().setOffline(false);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await heading(page, 'FormKept');
    expect(besidesFaults(reports)).toEqual([]);
    await close();
  });

  it('401: asks to sign in over the form, and sends it then', async () => {
    const { page, reports, close } = await use().visit('/domain');
    const dialog = await fill(page, 'FormSignIn');
    await inject(page, CREATE, { method: 'POST', status: 401, times: 1 });
    await inject(page, /\/session\/refresh$/, { method: 'POST', status: 204, times: 1 });
    await dialog.getByRole('button', { name: 'Create' }).click();
    await signInAgain(page, use().adminPassword);
    await heading(page, 'FormSignIn');
    expect(besidesFaults(reports)).toEqual([]);
    await close();
  });

  it('429: waits as long as the server says, and sends it then', async () => {
    const { page, reports, close } = await use().visit('/domain');
    const dialog = await fill(page, 'FormLater');
    await inject(page, CREATE, { method: 'POST', ...busy(1), times: 1 });
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByText(/^The server gets too many requests/).waitFor();
    await heading(page, 'FormLater');
    expect(besidesFaults(reports)).toEqual([]);
    await close();
  });

  it('has what was typed when it is opened again', async () => {
    const { page, reports, close } = await use().visit('/domain');
    await fill(page, 'FormDraft');
    await page.waitForTimeout(400); // drafts are kept a moment after the last key
    await page.reload();
    await page.getByRole('button', { name: 'Add a domain' }).click();
    const field = page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true });
    expect(await field.inputValue()).toBe('FormDraft');
    expect(reports).toEqual([]);
    await close();
  });
});
