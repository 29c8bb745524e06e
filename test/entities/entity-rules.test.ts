// Rules that administrators set for entities of all types, and what they do to writes.
import { beforeAll, describe, expect, it } from 'vitest';
import { forEachAssetsApp } from './assets/support/assets-app.js';

const RULES = '/v1/system/settings/entityRulesSettings';

interface Rule {
  name: string;
  enabled: boolean;
  rule: string;
}

forEachAssetsApp('rules of entities', (use) => {
  const made: Record<string, { id: string; fullyQualifiedName: string }> = {};
  let count = 0;
  const fresh = (kind: string) => `${kind}${count++}`;
  const reference = (name: string, type: string) => ({ id: made[name]?.id, type });
  const fqn = (name: string) => String(made[name]?.fullyQualifiedName);
  const newTable = (more: object = {}, status = 201) =>
    use().expect(status, 'POST', '/v1/tables', {
      name: fresh('t'),
      databaseSchema: fqn('schema'),
      columns: [],
      ...more,
    });
  const patch = (status: number, { id }: { id: string }, ...operations: object[]) =>
    use().expect(status, 'PATCH', `/v1/tables/${id}`, operations);

  /** Enables the shipped rules that are named, and adds others. */
  async function enable(names: readonly string[], more: readonly object[] = []) {
    await use().expect(200, 'PUT', '/v1/system/settings/reset/entityRulesSettings');
    const { config_value } = await use().expect(200, 'GET', RULES);
    const shipped = config_value.entitySemantics.map((rule: Rule) => ({ ...rule, enabled: names.includes(rule.name) }));
    const value = { config_type: 'entityRulesSettings', config_value: { entitySemantics: [...shipped, ...more] } };
    await use().expect(200, 'PUT', '/v1/system/settings', value);
  }

  beforeAll(async () => {
    const add = async (name: string, path: string, body: object) => {
      made[name] = await use().expect(201, 'POST', path, body);
    };
    await add('service', '/v1/services/databaseServices', { name: 'ruled', serviceType: 'Mysql' });
    await add('database', '/v1/databases', { name: 'db', service: 'ruled' });
    await add('schema', '/v1/databaseSchemas', { name: 'sc', database: 'ruled.db' });
    for (const name of ['ann', 'bob'])
      await add(name, '/v1/users', { name: `rule-${name}`, email: `rule-${name}@example.com` });
    for (const name of ['red', 'blue']) await add(name, '/v1/teams', { name: `rule-${name}`, teamType: 'Group' });
    for (const name of ['sales', 'crew'])
      await add(name, '/v1/domains', { name: `rule-${name}`, domainType: 'Aggregate', description: 'd' });
    for (const [name, domain] of [
      ['invoices', 'sales'],
      ['shifts', 'crew'],
    ] as const)
      await add(name, '/v1/dataProducts', { name: `rule-${name}`, description: 'd', domains: [fqn(domain)] });
  });

  it('ship disabled, so that nothing is refused', async () => {
    const { config_value } = await use().expect(200, 'GET', RULES);
    expect(config_value.entitySemantics.map((rule: Rule) => [rule.name, rule.enabled])).toEqual([
      ['Multiple Users or Single Team Ownership', false],
      ['Multiple Domains are not allowed', false],
      ['Multiple Data Products are not allowed', false],
      ['Tables can only have a single Glossary Term', false],
      ['Data Product Domain Validation', false],
    ]);
    expect(await use().expect(200, 'GET', `${RULES}/table`)).toEqual([]);
    await newTable({
      owners: [reference('ann', 'user'), reference('red', 'team')],
      domains: [fqn('sales'), fqn('crew')],
      dataProducts: [fqn('shifts')],
    });
  });

  it('refuse what cannot be evaluated, and say which operators there are', async () => {
    const rule = (more: object) => ({
      name: 'r',
      description: 'd',
      enabled: true,
      rule: '{"!!":{"var":"owners"}}',
      ...more,
    });
    const put = (rules: object[]) => ({ config_type: 'entityRulesSettings', config_value: { entitySemantics: rules } });
    for (const [rules, message] of [
      [[rule({ rule: 'owners' })], 'entitySemantics: the rule r must be JsonLogic as JSON text'],
      [[rule({ rule: '{"launch":1}' })], 'entitySemantics: the rule r has the unknown operator "launch"'],
      [[rule({}), rule({})], 'entitySemantics: the name r occurs twice'],
    ] as const)
      expect(await use().expect(400, 'PUT', '/v1/system/settings', put([...rules]))).toMatchObject({ message });
    const operators = await use().expect(200, 'GET', '/v1/system/settings/customLogicOps');
    expect(operators).toEqual(expect.arrayContaining(['length', 'validateDataProductDomainMatch']));
    const token = await use().withoutRight('rule-nobody', ['Delete']);
    expect((await use().app.request('PUT', '/v1/system/settings', { body: put([rule({})]), token })).status).toBe(403);
  });

  describe('once enabled', () => {
    it('limit owners to people or one team, however they are written', async () => {
      await enable(['Multiple Users or Single Team Ownership']);
      const [ann, bob, red, blue] = [
        reference('ann', 'user'),
        reference('bob', 'user'),
        reference('red', 'team'),
        reference('blue', 'team'),
      ];
      const message =
        'Rule [Multiple Users or Single Team Ownership] validation failed: Entity does not satisfy the rule. ' +
        'Rule context: Validates that an entity has either multiple owners or a single team as the owner.';
      for (const owners of [
        [ann, red],
        [red, blue],
      ])
        expect(await newTable({ owners }, 400)).toMatchObject({ code: 400, errorType: 'BAD_REQUEST', message });
      const table = await newTable({ owners: [ann, bob] });
      expect(await patch(400, table, { op: 'add', path: '/owners/-', value: red })).toMatchObject({ message });
      await patch(200, table, { op: 'replace', path: '/owners', value: [red] });
      const put = { name: table.name, databaseSchema: fqn('schema'), columns: [], owners: [red, blue] };
      expect(await use().expect(400, 'PUT', '/v1/tables', put)).toMatchObject({ message });
      const bulk = await use().expect(200, 'PUT', '/v1/tables/bulk', [
        put,
        { ...put, name: fresh('t'), owners: [blue] },
      ]);
      expect(bulk).toMatchObject({ status: 'partialSuccess', failedRequest: [{ status: 400, message }] });
      const kept = await use().expect(200, 'GET', `/v1/tables/${table.id}?fields=owners`);
      expect([kept.version, kept.owners.map(({ id }: { id: string }) => id)]).toEqual([0.2, [red.id]]);
      expect(await use().expect(200, 'GET', `/v1/tables/${table.id}/versions`)).toMatchObject({
        versions: { length: 2 },
      });
    });

    it('stop no work on what was stored before, but what changes it', async () => {
      await enable([]);
      const both = [fqn('sales'), fqn('crew')];
      const table = await newTable({ domains: both, description: 'before' });
      await enable(['Multiple Domains are not allowed']);
      await patch(200, table, { op: 'replace', path: '/description', value: 'after' });
      const removed = await patch(200, table, { op: 'remove', path: '/domains/0' });
      expect(removed.domains).toHaveLength(1);
      await patch(400, table, { op: 'add', path: '/domains/-', value: reference('sales', 'domain') });
      await use().expect(200, 'DELETE', `/v1/tables/${table.id}`);
      await use().expect(200, 'PUT', '/v1/tables/restore', { id: table.id });
      // People and teams may be in several domains.
      await use().expect(201, 'POST', '/v1/teams', { name: fresh('team'), teamType: 'Group', domains: both });
    });

    it('match data products with the domain of an asset, its own or an inherited one', async () => {
      await enable(['Data Product Domain Validation', 'Multiple Data Products are not allowed']);
      const products = (...names: string[]) => ({ dataProducts: names.map(fqn) });
      await newTable({ ...products('invoices'), domains: [fqn('sales')] });
      await newTable({ ...products('invoices') }, 400);
      await newTable({ ...products('shifts'), domains: [fqn('sales')] }, 400);
      expect(await newTable({ ...products('invoices', 'shifts'), domains: [fqn('sales')] }, 400)).toMatchObject({
        message:
          'Entity does not satisfy multiple rules\n' +
          'Rule [Multiple Data Products are not allowed] validation failed: Rule context: Validates that an entity is assigned to a single data product.\n' +
          "Rule [Data Product Domain Validation] validation failed: Rule context: Validates that Data Products assigned to an entity match the entity's domains.",
      });
      const schema = await use().expect(201, 'POST', '/v1/databaseSchemas', {
        name: fresh('sc'),
        database: 'ruled.db',
        domains: [fqn('crew')],
      });
      const inside = await newTable({ databaseSchema: schema.fullyQualifiedName, ...products('shifts') });
      const assets = `/v1/dataProducts/${fqn('invoices')}/assets/add`;
      const added = await use().expect(200, 'PUT', assets, { assets: [{ id: inside.id, type: 'table' }] });
      expect(added).toMatchObject({ status: 'failure', failedRequest: [{ status: 400 }] });
    });

    it('are those of one type or of all but some, and follow the setting at once', async () => {
      const described = {
        name: 'Described',
        description: 'Say what it is',
        enabled: true,
        rule: '{"!!":{"var":"description"}}',
      };
      await enable([], [{ ...described, entityType: 'table' }]);
      expect((await newTable({}, 400)).message).toContain('Rule context: Say what it is');
      await newTable({ description: 'a table' });
      await use().expect(201, 'POST', '/v1/databases', { name: fresh('db'), service: 'ruled' });
      expect(await use().expect(200, 'GET', `${RULES}/Table`)).toMatchObject([{ name: 'Described' }]);
      await enable([], [{ ...described, ignoredEntities: ['table'] }]);
      await newTable();
      await use().expect(400, 'POST', '/v1/databases', { name: fresh('db'), service: 'ruled' });
      await use().expect(200, 'PATCH', RULES, [{ op: 'replace', path: '/entitySemantics/5/enabled', value: false }]);
      await use().expect(201, 'POST', '/v1/databases', { name: fresh('db'), service: 'ruled' });
    });

    it('limit tables to one glossary term', async () => {
      await enable(['Tables can only have a single Glossary Term']);
      await use().expect(201, 'POST', '/v1/glossaries', { name: 'rule-words', description: 'd' });
      for (const name of ['one', 'two'])
        await use().expect(201, 'POST', '/v1/glossaryTerms', { name, glossary: 'rule-words', description: 'd' });
      const label = (name: string) => ({ tagFQN: `rule-words.${name}`, source: 'Glossary' });
      const table = await newTable({ tags: [label('one'), { tagFQN: 'Grade.Good', source: 'Classification' }] });
      await patch(400, table, { op: 'add', path: '/tags/-', value: label('two') });
      const term = await use().expect(200, 'GET', '/v1/glossaryTerms/name/rule-words.two');
      const added = await use().expect(200, 'PUT', `/v1/glossaryTerms/${term.id}/assets/add`, {
        assets: [{ id: table.id, type: 'table' }],
        dryRun: false,
      });
      expect(added).toMatchObject({ numberOfRowsFailed: 1, failedRequest: [{ status: 400 }] });
      await enable([]);
    });
  });
});
