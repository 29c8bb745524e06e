// Every page as somebody who may look at everything and change nothing: no action that the server would refuse, nothing that is
// for machines. One window goes from page to page, so that all of them together take about as long as a few tests.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { PAGES } from './pages.js';
import { inBrowser, type Stage } from './support/stage.js';

/** Beginnings of what changes something. A person may always do some of it: for themselves, or to look. */
const CHANGES =
  /^(Add|New|Create|Edit|Change|Delete|Remove|Rename|Restore|Upload|Import|Save|Approve|Reject|Acknowledge|Resolve|Validate now|Take a profile|Run|Trigger|Enable|Disable|Revoke|Test the connection|Send a test|Announce)\b/;
const ALLOWED = [
  /^Add a (condition|filter|widget)$/, // of a search
  /^(Add|New) (reaction|token)/,
  /^Change (the )?password/,
  /^Save (the )?draft/,
];
/** Pages of a person's own, and forms that anybody may fill in. */
const OWN = ['/settings/preferences/appearance', '/settings/access/permission-debugger'];
/** What pages ask that only administrators see: all that they show others is that they may not. */
const FOR_ADMINS =
  /\/v1\/(system\/(settings|diagnostics|security\/config|secretReads)|permissions\/debug|audit\/logs)\b/;

inBrowser('rights', (use) => {
  it('shows on no page what a viewer may not do, nor anything for machines', { timeout: 300_000 }, async () => {
    await joinViewer(use());
    const { page, reports, close } = await use().visit('/my-data', { as: 'sees-only' });
    await page.getByRole('heading', { level: 1, name: /^Welcome/ }).waitFor();
    const found: string[] = [];
    page.on('response', (answer) => {
      if (answer.status() >= 400 && !FOR_ADMINS.test(answer.url()))
        found.push(`${page.url()}: ${answer.status()} of ${answer.url()}`);
    });
    for (const [path, heading] of PAGES) {
      if (!(await goTo(page, path, heading))) found.push(`${path}: is not shown`);
      const problems = await settled(page, path);
      found.push(...problems.map((problem) => `${path}: ${problem}`));
    }
    expect(found).toEqual([]);
    expect(reports.filter((one) => !/status of 403/.test(one))).toEqual([]);

    // Anybody may see the apps, but the runs of one count all entities.
    reports.length = 0;
    expect(await goTo(page, '/settings/apps', 'Apps')).toBe(true);
    expect(await settled(page, '/settings/apps')).toEqual([]);
    expect(reports).toEqual([]);
    await close();
  });

  it('offers an ordinary account, who may change what they own, nothing on what others own', async () => {
    await use().join('owns-nothing');
    const { page, reports, open, close } = await use().visit('/my-data', { as: 'owns-nothing' });
    const found: string[] = [];
    for (const [path, heading] of LISTS) {
      await open(path);
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
      const problems = [...(await settled(page, path)), ...reports];
      if ((await page.locator('main').locator('[role=switch]:enabled, textarea:not([readonly])').count()) > 0)
        problems.push('something can be switched or written');
      found.push(...problems.map((problem) => `${path}: ${problem}`));
    }
    expect(found).toEqual([]);

    // A field of a form that nobody can save sends it nevertheless.
    await open('/settings/notifications/templates/system-notification-entity-updated');
    await page.getByRole('textbox', { name: 'Subject' }).press('Enter');
    await page.waitForTimeout(300);
    expect(await page.getByText('Entity Updated was saved').count()).toBe(0);
    await close();
  });
});

/** Pages with actions on things that have no page of their own, or are no data. */
const LISTS: readonly [path: string, heading: string][] = [
  ['/observability/alerts', 'Alerts'],
  ['/observability/alert/failing_tests_of_facts/configuration', 'Failing tests of facts'],
  ['/observability/alert/failing_tests_of_facts/diagnostics', 'Failing tests of facts'],
  ['/settings/notifications/templates/system-notification-entity-updated', 'Entity updated'],
  ['/settings/customProperties/tables', 'Custom properties of table'],
  ['/settings/preferences/data-quality', 'Kinds of tests'],
  ['/settings/governance/intake-forms', 'Intake forms'],
  ['/settings/apps', 'Apps'],
  ['/incident-manager', 'Incidents'],
];

/** Somebody who may see everything, and whom a rule denies all changes. */
async function joinViewer({ api, join }: Stage): Promise<void> {
  const operations = [
    'Create',
    'Delete',
    'EditAll',
    'Trigger',
    'Deploy',
    'Kill',
    'EditUsers',
    'EditPolicy',
    'EditRole',
  ];
  const rules = [
    { name: 'see', effect: 'allow', resources: ['all'], operations: ['ViewAll'] },
    { name: 'change', effect: 'deny', resources: ['all'], operations },
  ];
  const policy = await api('PUT', '/v1/policies', { name: 'sees-only', rules });
  if (!policy.ok) throw new Error(await policy.text());
  const role = await api('PUT', '/v1/roles', { name: 'sees-only', policies: ['sees-only'] });
  if (!role.ok) throw new Error(await role.text());
  await join('sees-only', { roles: [(await role.json()).id] });
}

/** As a link does, without loading everything again. Resolves to whether the page appeared, or what its person lacks. */
async function goTo(page: Page, path: string, heading: string | RegExp): Promise<boolean> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  const main = page.getByRole('main');
  const shown = main.getByRole('heading', { level: 1, name: heading, exact: true });
  const refused = main.getByText(/^You (are not allowed to see this|may not add services)/);
  return shown
    .or(refused)
    .first()
    .waitFor({ timeout: 20_000 })
    .then(
      () => true,
      () => false,
    );
}

/** What is wrong with a page once it is complete. Rights of one thing are known a moment after it, so it is looked at until nothing is. */
async function settled(page: Page, path: string): Promise<string[]> {
  await page.waitForLoadState('networkidle');
  let problems: string[] = [];
  for (let tries = 0; tries < 8; tries++) {
    problems = await problemsOf(page, path);
    if (problems.length === 0) return [];
    await page.waitForTimeout(200);
  }
  return problems;
}

async function problemsOf(page: Page, path: string): Promise<string[]> {
  const seen = await page.evaluate(() => {
    const main = document.querySelector('main');
    const actions = [...(main?.querySelectorAll<HTMLElement>('button, a[href], [role=button]') ?? [])].filter(
      (one) =>
        one.offsetParent !== null &&
        !one.matches(':disabled, [aria-disabled=true], [data-disabled=true], fieldset:disabled *'),
    );
    return {
      names: actions.map((one) => (one.getAttribute('aria-label') ?? one.innerText).trim()),
      // What people write into code is theirs.
      codes: [...(main?.querySelectorAll<HTMLElement>('[role=alert], [role=alert] *, h1, h2, h3') ?? [])].map(
        (one) => one.innerText,
      ),
      text: [...(main?.querySelectorAll<HTMLElement>('*') ?? [])]
        .filter((one) => !one.closest('code, pre, textarea, .cm-editor, td.code'))
        .flatMap((one) =>
          [...one.childNodes].filter(({ nodeType }) => nodeType === 3).map((node) => node.textContent ?? ''),
        ),
    };
  });
  const offered = OWN.some((own) => path.startsWith(own))
    ? []
    : seen.names.filter((name) => CHANGES.test(name) && !ALLOWED.some((one) => one.test(name)));
  const text = seen.text.filter(
    (one) =>
      /[{[]\s*"\w+"\s*:/.test(one) ||
      /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/.test(one) ||
      /^\s*Error:? ?[45]\d\d\s*$|\b[A-Z]{4,}_[A-Z_]{4,}\b/.test(one),
  );
  // Elsewhere such a number may be a count.
  text.push(...seen.codes.filter((one) => /^\s*[45]\d\d\s*$/.test(one)));
  return [
    ...new Set([...offered.map((one) => `offers "${one}"`), ...text.map((one) => `says "${one.slice(0, 120)}"`)]),
  ];
}
