// A catalog that was seeded with wider rules gets the narrower ones at its next start, where nobody changed them.
import { expect, test } from 'vitest';
import { getSetting, putSetting } from '../../src/storage/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { forEachStore } from '../support/stores.js';

interface Rule {
  name: string;
  resources: string[];
  operations: string[];
  effect: string;
  condition?: string;
  description?: string;
}

const wide = (name: string, more: Partial<Rule> = {}): Rule => ({
  name,
  description: 'As it was',
  resources: ['All'],
  operations: ['EditAll', 'ViewAll'],
  effect: 'allow',
  ...more,
});

forEachStore('seeded rules of an older catalog', (use) => {
  const policyOf = async (app: TestApp, name: string) => (await app.request('GET', `/v1/policies/name/${name}`)).json;
  const rulesOf = async (app: TestApp, name: string) => (await policyOf(app, name)).rules as Rule[];
  const setRules = async (app: TestApp, name: string, rules: object[]) => {
    const { id } = await policyOf(app, name);
    const body = [{ op: 'replace', path: '/rules', value: rules }];
    expect((await app.request('PATCH', `/v1/policies/${id}`, { body })).status).toBe(200);
  };
  const forget = async () => {
    await use().store.write(async (sql) => {
      const seeded = JSON.parse((await getSetting(sql, 'access.seeded'))?.doc ?? '[]') as string[];
      const doc = JSON.stringify(seeded.filter((name) => !name.startsWith('change ')));
      await putSetting(sql, { name: 'access.seeded', updated_at: Date.now(), doc });
    });
  };

  test('become narrower once, and stay as an administrator wrote them', async () => {
    const first = await createTestApp({ store: use() });
    const seeded = new Map<string, Rule[]>();
    for (const name of [
      'OrganizationPolicy',
      'IngestionBotPolicy',
      'LineageBotPolicy',
      'UsageBotPolicy',
      'ProfilerBotPolicy',
    ])
      seeded.set(name, await rulesOf(first, name));
    const ownRule = wide('ours', { resources: ['table'], operations: ['Delete'] });
    const organization = (seeded.get('OrganizationPolicy') as Rule[]).map((rule) =>
      rule.name.endsWith('NoOwner-Rule') ? { ...rule, resources: ['all'] } : rule,
    );
    await setRules(first, 'OrganizationPolicy', [...organization, ownRule]);
    const operations = ['Create', 'BulkCreate', 'BulkUpdate', 'EditAll', 'ViewAll', 'Delete'];
    const displayName = (seeded.get('IngestionBotPolicy') as Rule[]).filter((rule) => rule.effect === 'deny');
    await setRules(first, 'IngestionBotPolicy', [wide('IngestionBotRule-Allow', { operations }), ...displayName]);
    const queries = (seeded.get('LineageBotPolicy') as Rule[]).slice(0, 1);
    await setRules(first, 'LineageBotPolicy', [...queries, wide('LineageBotRule-Allow')]);
    // Changed by hand: one operation less.
    const changed = [wide('ProfilerBotBotRule-Allow', { operations: ['ViewAll'] })];
    await setRules(first, 'ProfilerBotPolicy', changed);
    const kept = await rulesOf(first, 'UsageBotPolicy');
    await first.close();
    await forget();

    const second = await createTestApp({ store: use() });
    expect(await rulesOf(second, 'IngestionBotPolicy')).toEqual(seeded.get('IngestionBotPolicy'));
    expect(await rulesOf(second, 'LineageBotPolicy')).toEqual(seeded.get('LineageBotPolicy'));
    expect(await rulesOf(second, 'OrganizationPolicy')).toEqual([
      ...(seeded.get('OrganizationPolicy') as Rule[]),
      ownRule,
    ]);
    expect(await rulesOf(second, 'ProfilerBotPolicy')).toEqual(changed);
    expect(await rulesOf(second, 'UsageBotPolicy')).toEqual(kept);
    expect(second.logged.map(({ fields }) => fields)).toContainEqual({
      policy: 'ProfilerBotPolicy',
      rule: 'ProfilerBotBotRule-Allow',
    });
    const { updatedBy, version } = await policyOf(second, 'IngestionBotPolicy');
    expect([updatedBy, version]).toEqual(['system', expect.any(Number)]);
    // An administrator who wants the wide rule back keeps it.
    await setRules(second, 'OrganizationPolicy', organization);
    await second.close();
    const third = await createTestApp({ store: use() });
    expect(await rulesOf(third, 'OrganizationPolicy')).toEqual(organization);
    await third.close();
  });

  test('lose the operation that clients do not know', async () => {
    const app = await createTestApp({ store: use() });
    const only = { name: 'secrets', effect: 'allow', resources: ['databaseService'], operations: ['ViewBasic'] };
    const body = {
      name: 'old-secrets',
      rules: [only, { ...only, name: 'more', operations: ['ViewAll', 'ViewBasic'] }],
    };
    expect((await app.request('POST', '/v1/policies', { body })).status).toBe(201);
    await app.close();
    await use().store.write((sql) =>
      sql.run(`update entity set doc = replace(doc, '"ViewBasic"', '"ViewSecrets"') where fqn = 'old-secrets'`),
    );
    await forget();
    const again = await createTestApp({ store: use() });
    const rules = await rulesOf(again, 'old-secrets');
    expect(rules.map((rule) => rule.operations)).toEqual([['ViewBasic'], ['ViewAll']]);
    expect(JSON.stringify(again.logged)).toContain('CAIRN_CONNECTION_READERS');
    await again.close();
  });
});
