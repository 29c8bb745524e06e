// Every source x filter x trigger x include/exclude x AND/OR, over events of everything that can happen.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EventFilterRule } from '../../contract/index.js';
import { compileRules } from '../../src/alerts/rules/compile-rules.js';
import { createEventMatcher } from '../../src/alerts/rules/match-event.js';
import { readEvent } from '../../src/alerts/rules/read-event.js';
import { assemble } from '../../src/assemble.js';
import { type Scope, systemActor } from '../../src/catalog/index.js';
import { readConfig } from '../../src/config/index.js';
import { filteringRules } from '../../src/entities/alerts/filtering-rules.js';
import { type AlertSourceRules, alertSources } from '../../src/entities/index.js';
import { readEvents } from '../../src/storage/index.js';
import { openPeople, type People } from '../access/support/catalog-of-people.js';
import { placeAll } from '../support/read-events.js';
import { forEachSeededStore } from '../support/stores.js';
import { type Happened, letHappen, type Told, tell } from './support/recorded-events.js';

const { catalog } = assemble({
  config: readConfig({}, {}),
  publicUrl: 'http://cairn.test',
  secretKey: new Uint8Array(32),
});
const { types } = catalog.registry;

/** A filter or trigger with values for which some events match and others do not, and what decides about it. */
interface Atom {
  arguments: Record<string, string[]>;
  holds(told: Told): boolean;
}

const changedIn = ({ event }: Told) => {
  const { fieldsAdded = [], fieldsUpdated = [], fieldsDeleted = [] } = event.changeDescription ?? {};
  return { written: [...fieldsAdded, ...fieldsUpdated], all: [...fieldsAdded, ...fieldsUpdated, ...fieldsDeleted] };
};
const changes = (told: Told, ...names: string[]) =>
  changedIn(told).all.some(({ name }: { name: string }) => names.includes(name.split('.').at(-1) ?? ''));
const reports = (told: Told, of: string, field: string, status: string, ...wanted: string[]) =>
  told.row.entity_type === of &&
  changedIn(told).written.some(
    ({ name, newValue }: { name: string; newValue: Record<string, string> }) =>
      name === field && wanted.includes(newValue[status] ?? ''),
  );

function atoms({ owner, bot, domain, suite, table }: Happened): Record<string, Atom> {
  const named = (list: { name?: string; fullyQualifiedName?: string }[] = [], text: string) =>
    list.some(({ name, fullyQualifiedName }) => text === name || text === fullyQualifiedName);
  const isOwned: Atom = {
    arguments: { ownerNameList: [owner.name, 'nobody'] },
    holds: (told) =>
      told.row.entity_type !== 'THREAD' && told.entity.owners?.length > 0
        ? named(told.entity.owners, owner.name)
        : named(told.now.owners, owner.name),
  };
  const fqns = [table, 'held', 'held.db'];
  const isBelow = (fqn = '') =>
    fqn === table || fqn.startsWith(`${table}.`) || fqn === 'held' || fqn.startsWith('held.');
  const mentions = ({ row, entity, event }: Told) => {
    const comment = event.changeDescription?.fieldsAdded?.find(({ name }: { name: string }) => name === 'comments');
    const message =
      row.entity_type === 'THREAD' ? (entity.posts?.at(-1)?.message ?? entity.message) : comment?.newValue;
    return String(message).includes(`<#E::user::${owner.name}|`);
  };
  return {
    filterByOwnerName: isOwned,
    filterByOwner: isOwned,
    filterByFqn: {
      arguments: { fqnList: fqns },
      holds: ({ row, now, suites }) =>
        isBelow(row.entity_type === 'THREAD' ? now.fullyQualifiedName : row.entity_fqn) || suites.some(isBelow),
    },
    filterByDomain: {
      arguments: { domainList: [domain.fullyQualifiedName] },
      holds: ({ row, now, entity }) =>
        named(now.id || row.entity_type === 'THREAD' ? now.domains : entity.domains, domain.fullyQualifiedName),
    },
    filterByEventType: {
      arguments: { eventTypeList: ['entityCreated', 'entityDeleted', 'threadCreated'] },
      holds: ({ event }) => ['entityCreated', 'entityDeleted', 'threadCreated'].includes(event.eventType),
    },
    filterByUpdaterName: {
      arguments: { updateByUserList: ['admin'] },
      holds: ({ event }) => event.userName === 'admin',
    },
    filterByUpdaterIsBot: { arguments: {}, holds: ({ isBot }) => isBot },
    filterByEntityId: {
      arguments: { entityIdList: ['no id', bot.id, domain.id.toUpperCase()] },
      holds: ({ event }) => [bot.id, domain.id].includes(event.entityId),
    },
    filterByGeneralMetadataEvents: { arguments: {}, holds: (told) => changes(told, 'description', 'tags') },
    filterByMentionedName: { arguments: { userList: [owner.name] }, holds: mentions },
    filterByTableNameTestCaseBelongsTo: {
      arguments: { tableNameList: [table] },
      holds: ({ row }) => row.entity_type === 'testCase' && row.entity_fqn.startsWith(`${table}.`),
    },
    filterByEntityName: {
      arguments: { entityNameList: [table] },
      holds: ({ row }) => row.entity_type === 'dataContract' && row.entity_fqn.startsWith(`${table}.`),
    },
    GetTableSchemaChanges: { arguments: {}, holds: (told) => changes(told, 'columns', 'dataModel', 'joins') },
    GetTableMetricsUpdates: { arguments: {}, holds: (told) => changes(told, 'profile', 'customMetrics') },
    GetTopicSchemaChanges: { arguments: {}, holds: (told) => changes(told, 'messageSchema') },
    GetContainerSchemaChanges: { arguments: {}, holds: (told) => changes(told, 'parent', 'children') },
    GetPipelineStatusUpdates: {
      arguments: { pipelineStateList: ['FAILED'] },
      holds: (told) => reports(told, 'pipeline', 'pipelineStatus', 'executionStatus', 'Failed'),
    },
    GetIngestionPipelineStatusUpdates: {
      arguments: { ingestionPipelineStateList: ['Failed', 'success'] },
      holds: (told) => reports(told, 'ingestionPipeline', 'pipelineStatus', 'pipelineState', 'failed', 'success'),
    },
    GetTestCaseStatusUpdates: {
      arguments: { testResultList: ['failed', 'Aborted'] },
      holds: (told) => reports(told, 'testCase', 'testCaseResult', 'testCaseStatus', 'Failed', 'Aborted'),
    },
    GetTestCaseStatusUpdatesUnderSuite: {
      arguments: { testStatusList: ['Failed'], testSuiteList: [suite.fullyQualifiedName] },
      holds: (told) =>
        told.suites.includes(suite.fullyQualifiedName) &&
        reports(told, 'testCase', 'testCaseResult', 'testCaseStatus', 'Failed'),
    },
    GetTestSuiteStatusUpdates: { arguments: { testResultList: ['Failed'] }, holds: () => false },
    GetDataContractStatusUpdates: {
      arguments: { contractStatusList: ['Failed', 'success'] },
      holds: ({ row, entity }) => row.entity_type === 'dataContract' && entity.latestResult?.status === 'Failed',
    },
  };
}

interface Given {
  name: string;
  effect: 'include' | 'exclude';
  prefixCondition: 'AND' | 'OR';
}
const EFFECTS = ['include', 'exclude'] as const;
const PREFIXES = ['AND', 'OR'] as const;
const single = (name: string): Given[][] => EFFECTS.map((effect) => [{ name, effect, prefixCondition: 'OR' as const }]);

/** No rule, each alone, each pair in both orders, and three of them, which show what binds tighter. */
function combinations(names: readonly string[]): Given[][] {
  const pairs = names.flatMap((one) =>
    names.flatMap((two) =>
      EFFECTS.flatMap((first) =>
        EFFECTS.flatMap((second) =>
          PREFIXES.map((prefix): Given[] => [
            { name: one, effect: first, prefixCondition: 'AND' },
            { name: two, effect: second, prefixCondition: prefix },
          ]),
        ),
      ),
    ),
  );
  const triples = names.slice(2).flatMap((third, i) =>
    PREFIXES.flatMap((second) =>
      PREFIXES.map((last): Given[] => [
        { name: names[i] ?? third, effect: 'include', prefixCondition: 'AND' },
        { name: names[i + 1] ?? third, effect: 'exclude', prefixCondition: second },
        { name: third, effect: 'include', prefixCondition: last },
      ]),
    ),
  );
  return [[], ...names.flatMap(single), ...pairs, ...triples];
}

/** `A OR B AND C` is A or both B and C. */
function expected(rules: readonly Given[], told: Told, known: Record<string, Atom>): boolean {
  if (rules.length === 0) return true;
  const groups: boolean[][] = [];
  for (const { name, effect, prefixCondition } of rules) {
    const value = (known[name] as Atom).holds(told) !== (effect === 'exclude');
    const group = prefixCondition === 'OR' ? undefined : groups.at(-1);
    if (group) group.push(value);
    else groups.push([value]);
  }
  return groups.some((group) => group.every(Boolean));
}

function isRouted({ row, entity }: Told, source: string, hasTriggers: boolean): boolean {
  if (source === 'all') return true;
  if (row.entity_type !== 'THREAD') return row.entity_type === source;
  return !hasTriggers && (entity.entityRef.type === source || entity.type.toLowerCase() === source);
}

/**
 * Events of the source and some others. Those of everything are tried with the sources that they have of their own; here
 * some are enough.
 */
function isTried(one: Told, source: string): boolean {
  if (source === 'all') return ['THREAD', 'testCase', 'task', 'domain', 'user'].includes(one.row.entity_type);
  return isRouted(one, source, false) || ['topic', 'database'].includes(one.row.entity_type);
}

forEachSeededStore('conditions of alerts', (use) => {
  let people: People;
  let happened: Happened;
  let told: Told[];
  beforeAll(async () => {
    people = await openPeople(use());
    const sources = new Set(
      (['Notification', 'Observability'] as const).flatMap((type) =>
        alertSources(type, catalog).map(({ name }) => name),
      ),
    );
    happened = await letHappen(
      people,
      types.filter(({ name }) => sources.has(name)),
    );
    await placeAll(use().store);
    const rows = await use().store.read((sql) => readEvents(sql, { after: 0, limit: 10_000 }));
    const begun = rows.findIndex(({ entity_fqn }) => entity_fqn === happened.owner.name);
    told = [];
    for (const row of rows.slice(begun)) told.push(await tell(row, people, types, happened));
  }, 120_000);
  afterAll(() => people.app.close());

  const inputOf = (rules: readonly Given[], known: Record<string, Atom>) =>
    rules.map(({ name, ...rest }) => ({
      name,
      ...rest,
      arguments: Object.entries((known[name] as Atom).arguments).map(([argument, input]) => ({
        name: argument,
        input,
      })),
    }));

  /** Each condition is told once for each event. */
  function remembered(known: Record<string, Atom>): Record<string, Atom> {
    return Object.fromEntries(
      Object.entries(known).map(([name, atom]) => {
        const results = new Map<Told, boolean>();
        const holds = (one: Told) => {
          const result = results.get(one) ?? atom.holds(one);
          results.set(one, result);
          return result;
        };
        return [name, { ...atom, holds }];
      }),
    );
  }

  async function check(alertType: 'Notification' | 'Observability', source: AlertSourceRules): Promise<Set<string>> {
    const known = remembered(atoms(happened));
    // Each rule as the server makes it from the input; making it takes longer than evaluating it.
    const made = new Map<string, EventFilterRule>();
    const ruleOf = (given: Given): EventFilterRule => {
      const key = JSON.stringify(given);
      const isFilter = source.supportedFilters.some(({ name }) => name === given.name);
      const input = { [isFilter ? 'filters' : 'actions']: inputOf([given], known) };
      const stored = made.get(key);
      if (stored) return stored;
      const { rules = [], actions = [] } = filteringRules({ alertType, resources: [source.name], input }, catalog);
      const [rule] = [...rules, ...actions];
      if (!rule) throw new Error(`no rule for ${key}`);
      made.set(key, rule);
      return rule;
    };
    const filters = combinations(source.supportedFilters.map(({ name }) => name));
    const triggers = source.supportedActions.flatMap(({ name }) => [name]);
    const cases = [
      ...filters.map((rules) => ({ rules, actions: [] as Given[] })),
      ...combinations(triggers).flatMap((actions) => filters.slice(0, 9).map((rules) => ({ rules, actions }))),
    ].map(({ rules, actions }) => {
      const made = { resources: [source.name], rules: rules.map(ruleOf), actions: actions.map(ruleOf) };
      return { rules, actions, compiled: compileRules(made) };
    });
    const seen = new Set<string>();
    const wrong: unknown[] = [];
    await use().store.read(async (sql) => {
      const { store } = use();
      const context = { now: Date.now, id: () => '', log: console };
      const scope = {
        catalog,
        context,
        actor: systemActor,
        sql,
        reopen: store.read,
        invalidate: () => {},
      } as unknown as Scope;
      for (const one of told.filter((event) => isTried(event, source.name))) {
        const matcher = createEventMatcher(readEvent(one.row), scope);
        for (const { rules, actions, compiled } of cases) {
          const right =
            isRouted(one, source.name, actions.length > 0) &&
            expected(rules, one, known) &&
            expected(actions, one, known);
          const got = await matcher.matches(compiled);
          if (got !== right) wrong.push({ source: source.name, rules, actions, event: one.event, right });
          const [only] = [...rules, ...actions];
          if (only && rules.length + actions.length === 1 && isRouted(one, source.name, actions.length > 0))
            seen.add(`${only.name} ${only.effect} ${got}`);
        }
      }
    });
    expect(wrong.slice(0, 1), `${wrong.length} of ${cases.length} rules`).toEqual([]);
    return seen;
  }

  it('have something to decide about', () => {
    const kinds = new Set(told.map(({ event }) => event.eventType));
    for (const kind of ['entityCreated', 'entityUpdated', 'entitySoftDeleted', 'threadCreated', 'postCreated'])
      expect(kinds).toContain(kind);
    const sources = alertSources('Notification', catalog).map(({ name }) => name);
    const silent = sources.filter((name) => !told.some((one) => isRouted(one, name, false)));
    expect(silent).toEqual([]);
  });

  it('agree with the truth table of notifications', async () => {
    const seen = new Set<string>();
    for (const source of alertSources('Notification', catalog))
      for (const outcome of await check('Notification', source)) seen.add(outcome);
    for (const { name } of alertSources('Notification', catalog)[0]?.supportedFilters ?? [])
      for (const outcome of ['include true', 'include false', 'exclude true', 'exclude false'])
        expect(seen, `${name} ${outcome}`).toContain(`${name} ${outcome}`);
    expect(seen).toContain('filterByMentionedName include true');
    expect(seen).toContain('filterByMentionedName include false');
  });

  it('agree with the truth table of observability', async () => {
    const seen = new Set<string>();
    for (const source of alertSources('Observability', catalog))
      for (const outcome of await check('Observability', source)) seen.add(outcome);
    // Nothing reports the result of a suite, and no container moves.
    const fired = [...seen].filter((outcome) => outcome.endsWith('include true'));
    for (const { supportedActions, supportedFilters } of alertSources('Observability', catalog))
      for (const { name } of [...supportedActions, ...supportedFilters])
        if (!['GetTestSuiteStatusUpdates', 'GetContainerSchemaChanges', 'GetTopicSchemaChanges'].includes(name))
          expect(fired, name).toContain(`${name} include true`);
  });
});
