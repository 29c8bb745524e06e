import { describe, expect, test } from 'vitest';
import type { Operation } from '../../../contract/operations.js';
import type { Actor, ResourceFacts } from '../../catalog/index.js';
import { parsePolicyCondition } from '../../rules/index.js';
import type { Sql } from '../../storage/index.js';
import type { AccessGraph, AccessPerson, AccessRule } from './access-graph.js';
import { createAuthorizer } from './authorizer.js';

const sql = {} as Sql;

function rule(effect: 'allow' | 'deny', operations: Operation[], resources = ['all'], text?: string): AccessRule {
  const parsed = text === undefined ? null : parsePolicyCondition(text);
  if (parsed && !parsed.ok) throw new Error('bad condition in the test');
  return { name: 'rule', effect, operations, resources, condition: parsed?.condition ?? null, text: text ?? null };
}

function graphOf(policies: Record<string, AccessRule[]>, more: Partial<AccessGraph> = {}): AccessGraph {
  const byId = <T extends { id: string }>(...items: T[]) => new Map(items.map((item) => [item.id, item]));
  const team = (id: string, parentIds: string[], policyIds: string[], defaultRoleIds: string[]) => ({
    ...{ id, name: id },
    ...{ parentIds, policyIds, defaultRoleIds },
  });
  const role = (id: string, policyIds: string[]) => ({ id, name: id, policyIds });
  return {
    teams: byId(
      team('Organization', [], ['org'], ['consumer']),
      team('sales', ['Organization'], [], ['seller']),
      team('emea', ['sales'], ['only'], []),
    ),
    roles: byId(role('consumer', ['view']), role('seller', ['sell']), role('own', ['mine'])),
    policies: new Map(Object.entries(policies).map(([id, rules]) => [id, { id, name: id, rules }])),
    organizationId: 'Organization',
    members: new Map(),
    accounts: { admins: [], bots: [] },
    ...more,
  };
}

const person = (given: Partial<AccessPerson> = {}): AccessPerson => ({
  id: 'p',
  name: 'pat',
  isAdmin: false,
  isBot: false,
  teamIds: [],
  roleIds: [],
  domainIds: [],
  ...given,
});

async function prepared(graph: AccessGraph, who: AccessPerson) {
  const authorizer = createAuthorizer({ loadGraph: async () => graph, loadPerson: async () => who });
  const actor: Actor = { id: who.id, name: who.name, isAdmin: who.isAdmin, isBot: who.isBot };
  await authorizer.prepare(actor, sql);
  return { authorizer, actor };
}

const facts =
  (given: Partial<ResourceFacts> = {}) =>
  async (): Promise<ResourceFacts> => ({
    type: 'table',
    id: 't',
    ownerIds: [],
    ownerTeamIds: [],
    tags: [],
    domainIds: [],
    reviewerIds: [],
    certification: null,
    ...given,
  });

describe('who has which rules', () => {
  test('roles and policies are inherited from ancestor teams and combined with own roles', async () => {
    const graph = graphOf({
      org: [rule('allow', ['EditOwners'], ['all'], 'noOwner()')],
      view: [rule('allow', ['ViewAll'])],
      sell: [rule('allow', ['EditTier'])],
      mine: [rule('allow', ['Create'], ['table'])],
    });
    const { authorizer, actor } = await prepared(graph, person({ teamIds: ['emea'], roleIds: ['own'] }));
    const kind = (operation: string, type = 'table') => authorizer.filter(actor, operation, type).kind;
    expect(kind('ViewBasic')).toBe('all');
    expect(kind('EditTier')).toBe('all');
    expect(kind('Create')).toBe('all');
    expect(kind('Create', 'topic')).toBe('none');
    expect(kind('EditOwners')).toBe('noOwner');
    expect(kind('Delete')).toBe('none');
  });

  test('a bot has its own roles only', async () => {
    const graph = graphOf({ view: [rule('allow', ['ViewAll'])], mine: [rule('allow', ['EditAll'])] });
    const bare = await prepared(graph, person({ isBot: true }));
    expect(bare.authorizer.filter(bare.actor, 'ViewAll', 'table').kind).toBe('none');
    expect(() => bare.authorizer.possible(bare.actor, 'ViewAll', 'table')).toThrow(
      "Principal: CatalogPrincipal{name='pat'} operations [ViewAll] not allowed",
    );
    const worker = await prepared(graph, person({ isBot: true, roleIds: ['own'] }));
    expect(worker.authorizer.filter(worker.actor, 'EditTags', 'table').kind).toBe('all');
  });

  test('an admin may do everything without being loaded', async () => {
    const { authorizer, actor } = await prepared(graphOf({}), person({ isAdmin: true }));
    expect(authorizer.filter(actor, 'Delete', 'table').kind).toBe('all');
  });

  test('a deleted user may do nothing', async () => {
    const authorizer = createAuthorizer({ loadGraph: async () => graphOf({}), loadPerson: async () => null });
    const actor = { id: 'x', name: 'gone', isAdmin: false, isBot: false };
    await authorizer.prepare(actor, sql);
    expect(() => authorizer.possible(actor, 'ViewAll', 'table')).toThrow('not allowed');
  });
});

describe('decisions', () => {
  test('deny wins over allow, also by a wider operation', async () => {
    const graph = graphOf({
      view: [rule('allow', ['EditAll', 'ViewAll'])],
      org: [rule('deny', ['EditDisplayName'], ['Table'.toLowerCase()])],
    });
    const { authorizer, actor } = await prepared(graph, person());
    expect(authorizer.filter(actor, 'EditDisplayName', 'table').kind).toBe('none');
    expect(authorizer.filter(actor, 'EditDisplayName', 'topic').kind).toBe('all');
    expect(authorizer.filter(actor, 'EditDescription', 'table').kind).toBe('all');
  });

  test('resource names are case-insensitive', async () => {
    const { authorizer, actor } = await prepared(
      graphOf({ view: [rule('allow', ['ViewAll'], ['eventsubscription'])] }),
      person(),
    );
    expect(authorizer.filter(actor, 'ViewAll', 'eventSubscription').kind).toBe('all');
  });

  test('facts are loaded once, and only if a condition needs them', async () => {
    const graph = graphOf({
      org: [rule('allow', ['EditAll', 'Delete'], ['all'], 'isOwner()'), rule('allow', ['ViewAll'])],
    });
    const { authorizer, actor } = await prepared(graph, person());
    let factLoads = 0;
    const of = (ownerIds: string[]) => () => {
      factLoads++;
      return facts({ ownerIds })();
    };
    await authorizer.decide(actor, ['ViewAll'], 'table', of([]));
    expect(factLoads).toBe(0);
    await authorizer.decide(actor, ['EditTags', 'EditTier'], 'table', of(['p']));
    expect(factLoads).toBe(1);
    await expect(authorizer.decide(actor, ['EditTags', 'Delete'], 'table', of(['q']))).rejects.toThrow(
      'operations [EditTags, Delete] not allowed',
    );
  });

  test('users own themselves', async () => {
    const { authorizer, actor } = await prepared(
      graphOf({ org: [rule('allow', ['EditAll'], ['all'], 'isOwner()')] }),
      person(),
    );
    await authorizer.decide(actor, ['EditDescription'], 'user', facts({ type: 'user', id: 'p' }));
    await expect(
      authorizer.decide(actor, ['EditDescription'], 'user', facts({ type: 'user', id: 'q' })),
    ).rejects.toThrow();
  });

  test('a team policy protects what the team owns from everybody outside the team', async () => {
    const graph = graphOf(
      { view: [rule('allow', ['All'])], only: [rule('deny', ['All'], ['all'], '!matchTeam()')] },
      { members: new Map([['emea', ['erin']]]) },
    );
    const outsider = await prepared(graph, person());
    const may = (who: typeof outsider, ownerIds: string[]) =>
      who.authorizer.decide(who.actor, ['ViewAll'], 'table', facts({ ownerIds })).then(
        () => true,
        () => false,
      );
    expect(await may(outsider, ['emea'])).toBe(false);
    expect(await may(outsider, [])).toBe(true);
    const insider = await prepared(graph, person({ teamIds: ['emea'] }));
    expect(await may(insider, ['emea'])).toBe(true);
    expect(await may(insider, ['erin'])).toBe(true);
    expect(await may(insider, ['sales'])).toBe(false);
  });
});

test('any edit permission admits a patch whose body was not read yet', async () => {
  const { authorizer, actor } = await prepared(graphOf({ view: [rule('allow', ['EditTags'], ['table'])] }), person());
  authorizer.possible(actor, 'EditAny', 'table');
  expect(() => authorizer.possible(actor, 'EditAny', 'topic')).toThrow('operations [EditAll] not allowed');
});

test('invalidation triggers a reload, and a request in progress can still be decided', async () => {
  let loads = 0;
  let graph = graphOf({ view: [rule('allow', ['ViewAll'])] });
  const authorizer = createAuthorizer({
    loadGraph: async () => {
      loads++;
      return graph;
    },
    loadPerson: async () => person(),
  });
  const actor: Actor = { id: 'p', name: 'pat', isAdmin: false, isBot: false };
  await authorizer.prepare(actor, sql);
  await authorizer.prepare(actor, sql);
  expect(loads).toBe(1);
  graph = graphOf({});
  authorizer.forget();
  expect(authorizer.isPrepared(actor)).toBe(false);
  expect(authorizer.filter(actor, 'ViewAll', 'table').kind).toBe('all');
  await authorizer.prepare(actor, sql);
  expect(loads).toBe(2);
  expect(authorizer.filter(actor, 'ViewAll', 'table').kind).toBe('none');
});
