// Where links lead that name an entity by its type, as messages of alerts and the audit log do.
import { expect, it } from 'vitest';
import { inBrowser } from './support/stage.js';

/** Types that people neither make nor change, and that no page shows. */
const UNSEEN = [
  'dataInsightChart',
  'dataInsightCustomChart',
  'taskFormSchema',
  'testConnectionDefinition',
  'webAnalyticEvent',
];

inBrowser('links', (use) => {
  it('lead to a page for every type of the sample data, which shows it', { timeout: 240_000 }, async () => {
    const { api } = use();
    const names = new Map<string, string>();
    for (let after = ''; ; ) {
      const query = `eventType=entityCreated&userName=system&limit=200${after && `&after=${encodeURIComponent(after)}`}`;
      const { data, paging } = await (await api('GET', `/v1/audit/logs?${query}`)).json();
      for (const { entityType, entityFQN } of data) names.set(entityType, entityFQN);
      after = paging.after ?? '';
      if (after === '') break;
    }
    expect(names.size).toBeGreaterThan(50);
    const { page, reports, open, close } = await use().visit('/settings/access/audit-logs');
    const lost: string[] = [];
    const broken: string[] = [];
    for (const [type, fqn] of names) {
      await open(`/${type}/${encodeURIComponent(fqn)}`);
      const outcome = page.locator('h1').or(page.getByText('Something went wrong')).first();
      await outcome.waitFor();
      await page.waitForLoadState('networkidle');
      if ((await outcome.textContent()) === 'There is no page at this address') lost.push(type);
      broken.push(...reports.map((report) => `${type}: ${report}`));
    }
    expect(lost.sort()).toEqual(UNSEEN);
    expect(broken).toEqual([]);
    await close();
  });
});
