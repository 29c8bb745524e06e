import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Condition } from './condition.js';
import { evaluateCondition, functionsUsed } from './evaluate-condition.js';
import { evaluatePolicyCondition, parsePolicyCondition, toFilter } from './policy-condition.js';
import { describePolicyFunctions, POLICY_FUNCTIONS, type PolicyContext } from './policy-functions.js';
import { matchesFilter, type ResourceFacts, type ResourceFilter } from './resource-filter.js';

const ann: PolicyContext = {
  subject: {
    id: 'ann',
    teams: [{ id: 't-sales', name: 'sales' }],
    ancestorTeams: [{ id: 't-org', name: 'Organization' }],
    roles: ['DataConsumer', 'DataSteward'],
    domainIds: ['d-shop', 'd-shop-eu'],
  },
  policyTeamId: 't-org',
  accounts: { admins: ['root'], bots: ['crawler'] },
};

const bare: ResourceFacts = {
  ownerIds: [],
  ownerTeamIds: [],
  tags: [],
  certification: null,
  domainIds: [],
  reviewerIds: [],
};

function parse(text: string): Condition {
  const parsed = parsePolicyCondition(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.condition;
}

function holds(text: string, resource: Partial<ResourceFacts> = {}, context: PolicyContext = ann): boolean {
  return evaluatePolicyCondition(parse(text), context, { ...bare, ...resource });
}

const withDomains = (...domainIds: string[]): PolicyContext => ({ ...ann, subject: { ...ann.subject, domainIds } });

describe('policy functions', () => {
  it.each<[string, Partial<ResourceFacts>, boolean]>([
    ['isOwner()', { ownerIds: ['ann'] }, true],
    ['isOwner()', { ownerIds: ['bob', 't-sales'] }, true],
    ['isOwner()', { ownerIds: ['t-org'] }, false],
    ['isOwner()', {}, false],
    ['noOwner()', {}, true],
    ['noOwner()', { ownerIds: ['bob'] }, false],
    ['isReviewer()', { reviewerIds: ['t-sales'] }, true],
    ['isReviewer()', { ownerIds: ['ann'] }, false],
    ['hasDomain()', {}, true],
    ['hasDomain()', { domainIds: ['d-hr', 'd-shop-eu'] }, true],
    ['hasDomain()', { domainIds: ['d-hr'] }, false],
    ['noDomain()', {}, true],
    ['noDomain()', { domainIds: ['d-hr'] }, false],
    ['isAdminUser()', { id: 'root' }, true],
    ['isAdminUser()', { id: 'crawler' }, false],
    ['isBotUser()', { id: 'crawler' }, true],
    ['isBotUser()', { id: null }, false],
    ["matchAnyTag('PII.None', 'PII.Sensitive')", { tags: ['PII.Sensitive'] }, true],
    ["matchAnyTag('PII.Sensitive')", { tags: ['pii.sensitive'] }, false],
    ["matchAllTags('Tier.Tier1', 'PII.Sensitive')", { tags: ['PII.Sensitive', 'Tier.Tier1', 'x.y'] }, true],
    ["matchAllTags('Tier.Tier1', 'PII.Sensitive')", { tags: ['Tier.Tier1'] }, false],
    ["matchAnyCertification('Certification.Gold')", { certification: 'Certification.Gold' }, true],
    ["matchAnyCertification('Certification.Gold')", { tags: ['Certification.Gold'] }, false],
    ['matchTeam()', { ownerIds: ['bob'], ownerTeamIds: ['t-hr', 't-org'] }, true],
    ['matchTeam()', { ownerIds: ['eve'], ownerTeamIds: ['t-abroad'] }, false],
    ['matchTeam()', {}, false],
    ["inAnyTeam('hr', 'Organization')", {}, true],
    ["inAnyTeam('hr')", {}, false],
    ["hasAnyRole('Admin', 'DataSteward')", {}, true],
    ["hasAnyRole('Admin')", {}, false],
  ])('%s on %j', (text, resource, expected) => {
    expect(holds(text, resource)).toBe(expected);
  });

  it('excludes a subject without domains only from resources in a domain', () => {
    expect(holds('hasDomain()', {}, withDomains())).toBe(true);
    expect(holds('hasDomain()', { domainIds: ['d-shop'] }, withDomains())).toBe(false);
  });

  it('matchTeam() only holds for a policy of a team above the subject', () => {
    const resource = { ownerTeamIds: ['t-org', 't-hr'] };
    expect(holds('matchTeam()', resource, { ...ann, policyTeamId: null })).toBe(false);
    expect(holds('matchTeam()', resource, { ...ann, policyTeamId: 't-hr' })).toBe(false);
  });
});

describe('the filter of a condition', () => {
  it.each<[string, ResourceFilter]>([
    ['isOwner()', { kind: 'ownedBy', ids: ['ann', 't-sales'] }],
    ["hasAnyRole('DataSteward') && noOwner()", { kind: 'noOwner' }],
    ["!hasAnyRole('DataSteward') && noOwner()", { kind: 'none' }],
    ["isOwner() || inAnyTeam('sales')", { kind: 'all' }],
    ["!matchAnyTag('a', 'a')", { kind: 'not', of: { kind: 'taggedAny', tags: ['a'] } }],
    ['!!noOwner()', { kind: 'noOwner' }],
    ['!(true && false)', { kind: 'all' }],
    ['noOwner() && (noDomain() && true)', { kind: 'and', of: [{ kind: 'noOwner' }, { kind: 'noDomain' }] }],
    ['hasDomain()', { kind: 'or', of: [{ kind: 'noDomain' }, { kind: 'inDomains', ids: ['d-shop', 'd-shop-eu'] }] }],
    ['matchTeam()', { kind: 'ownedUnderTeam', teamId: 't-org' }],
  ])('%s', (text, filter) => {
    expect(toFilter(parse(text), ann)).toEqual(filter);
  });

  it('has no domain condition if the subject has no domains', () => {
    expect(toFilter(parse('hasDomain()'), withDomains())).toEqual({ kind: 'noDomain' });
  });
});

const some = <Value>(...values: Value[]) => fc.subarray(values);
const people = ['ann', 'bob', 't-sales', 't-hr', 't-org'];
const teams = [
  { id: 't-sales', name: 'sales' },
  { id: 't-hr', name: 'hr' },
  { id: 't-org', name: 'org' },
];

const contexts: fc.Arbitrary<PolicyContext> = fc.record({
  subject: fc.record({
    id: fc.constantFrom('ann', 'bob'),
    teams: some(...teams),
    ancestorTeams: some(...teams),
    roles: some('steward', 'admin'),
    domainIds: some('d1', 'd2'),
  }),
  policyTeamId: fc.constantFrom(null, 't-org', 't-hr'),
  accounts: fc.record({ admins: some('u1', 'u2'), bots: some('u2', 'u3') }),
});

const resources: fc.Arbitrary<ResourceFacts> = fc.record({
  id: fc.constantFrom(null, 'u1', 'u2', 'u3'),
  ownerIds: some(...people),
  ownerTeamIds: some('t-sales', 't-hr', 't-org'),
  tags: some('a.x', 'a.y', 'b.z'),
  certification: fc.constantFrom(null, 'c.gold', 'c.silver'),
  domainIds: some('d1', 'd2', 'd3'),
  reviewerIds: some(...people),
  filerIds: some(...people),
  assigneeIds: some(...people),
});

const argument: Record<string, string[]> = {
  hasAnyRole: ['steward', 'admin', 'none'],
  inAnyTeam: ['sales', 'hr', 'org', 'none'],
  matchAllTags: ['a.x', 'a.y', 'b.z', 'none'],
  matchAnyTag: ['a.x', 'a.y', 'b.z', 'none'],
  matchAnyCertification: ['c.gold', 'c.silver', 'none'],
};

const calls: fc.Arbitrary<Condition> = fc.constantFrom(...POLICY_FUNCTIONS.values()).chain(({ name, lists }) => {
  if (lists === 0) return fc.constant<Condition>({ kind: 'call', name, lists: [] });
  return fc
    .subarray(argument[name] ?? [], { minLength: 1 })
    .map((list): Condition => ({ kind: 'call', name, lists: [list] }));
});

const conditions: fc.Arbitrary<Condition> = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'medium' },
    calls,
    fc.boolean().map((value): Condition => ({ kind: 'constant', value })),
    tie('condition').map((of): Condition => ({ kind: 'not', of })),
    fc
      .tuple(fc.constantFrom('and' as const, 'or' as const), fc.array(tie('condition'), { minLength: 2, maxLength: 4 }))
      .map(([kind, of]): Condition => ({ kind, of })),
  ),
})).condition;

/** A second, independent definition of the functions over plain sets, for comparison. */
function meaning(
  name: string,
  list: readonly string[],
  { subject, policyTeamId, accounts }: PolicyContext,
  on: ResourceFacts,
): boolean {
  const self = [subject.id, ...subject.teams.map((team) => team.id)];
  const under = [...subject.teams, ...subject.ancestorTeams];
  const meanings: Record<string, () => boolean> = {
    isOwner: () => on.ownerIds.some((id) => self.includes(id)),
    noOwner: () => on.ownerIds.length === 0,
    isReviewer: () => on.reviewerIds.some((id) => self.includes(id)),
    isTaskAssignee: () => (on.assigneeIds ?? []).some((id) => self.includes(id)),
    isTaskFiler: () => (on.filerIds ?? []).includes(subject.id),
    hasDomain: () => on.domainIds.length === 0 || on.domainIds.some((id) => subject.domainIds.includes(id)),
    noDomain: () => on.domainIds.length === 0,
    matchAnyTag: () => list.some((tag) => on.tags.includes(tag)),
    matchAllTags: () => list.every((tag) => on.tags.includes(tag)),
    matchAnyCertification: () => list.some((tag) => tag === on.certification),
    matchTeam: () => under.some(({ id }) => id === policyTeamId) && on.ownerTeamIds.some((id) => id === policyTeamId),
    inAnyTeam: () => under.some((team) => list.includes(team.name)),
    isAdminUser: () => accounts.admins.some((id) => id === on.id),
    isBotUser: () => accounts.bots.some((id) => id === on.id),
    hasAnyRole: () => list.some((role) => subject.roles.includes(role)),
  };
  const found = meanings[name];
  if (found === undefined) throw new Error(`no second definition of ${name}`);
  return found();
}

describe('for every condition, subject and resource', () => {
  it('the decision, the filter and the plain meaning agree', () => {
    fc.assert(
      fc.property(conditions, contexts, resources, (condition, context, resource) => {
        const expected = evaluateCondition(condition, ({ name, lists }) =>
          meaning(name, lists[0] ?? [], context, resource),
        );
        expect(evaluatePolicyCondition(condition, context, resource)).toBe(expected);
        expect(matchesFilter(toFilter(condition, context), resource)).toBe(expected);
      }),
      { numRuns: 3000 },
    );
  });

  it('long lists have the same meaning as short ones', () => {
    const many = Array.from({ length: 3000 }, (_, index) => `t.${index}`);
    const quoted = many.map((tag) => `'${tag}'`).join(',');
    expect(holds(`matchAllTags(${quoted})`, { tags: [...many].reverse() })).toBe(true);
    expect(holds(`matchAllTags(${quoted})`, { tags: many.slice(1) })).toBe(false);
    expect(holds(`matchAnyTag(${quoted})`, { tags: ['a', 'b', 'c', 'd', 'e', 't.2999'] })).toBe(true);
    expect(holds(`matchAnyTag(${quoted})`, { tags: ['a', 'b', 'c', 'd', 'e', 'f'] })).toBe(false);
  });
});

describe('what authors and callers can query', () => {
  it('lists the functions by name in the schema of the interface, with examples that parse', () => {
    const described = describePolicyFunctions();
    const names = described.map(({ name }) => name);
    expect(names).toEqual([...names].sort());
    for (const entry of described) {
      expect(Object.keys(entry).sort()).toEqual(['description', 'examples', 'input', 'name', 'parameterInputType']);
      for (const example of entry.examples) expect(functionsUsed(parse(example))).toContain(entry.name);
    }
  });

  it('names the functions a condition uses', () => {
    expect(
      [...functionsUsed(parse("!isOwner() && (noOwner() || isOwner() || matchAnyTag('a')) && true"))].sort(),
    ).toEqual(['isOwner', 'matchAnyTag', 'noOwner']);
  });
});
