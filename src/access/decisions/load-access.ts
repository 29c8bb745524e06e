// Loads teams, roles, policies and people from storage as the plain data used for decisions.
import { parseObject, type Role, type Stored, type User } from '../../../contract/index.js';
import type { Operation } from '../../../contract/operations.js';
import { groupBy } from '../../context/index.js';
import { ACCESS_EDGE, ACCESS_TYPE, domainEdges, ORGANIZATION, type Start } from '../../entities/index.js';
import { functionsUsed, parsePolicyCondition } from '../../rules/index.js';
import {
  type EntityRow,
  getEntityById,
  listEntities,
  RELATION,
  relationsFrom,
  relationsTo,
  type Sql,
  walkDescendants,
} from '../../storage/index.js';
import {
  type AccessGraph,
  type AccessPerson,
  type AccessPolicy,
  type AccessRule,
  type AccessTeam,
  teamWithBelow,
} from './access-graph.js';

const EVERYTHING = 1_000_000;

/** All teams, roles and policies that are neither deleted nor disabled. */
export async function loadGraph(sql: Sql): Promise<AccessGraph> {
  const teamRows = await listEntities(sql, { type: ACCESS_TYPE.team, limit: EVERYTHING });
  const roleRows = (await listEntities(sql, { type: ACCESS_TYPE.role, limit: EVERYTHING })).filter(isEnabled);
  const policyRows = await listEntities(sql, { type: ACCESS_TYPE.policy, limit: EVERYTHING });
  const fromTeams = await relationsFrom(sql, ids(teamRows), [RELATION.parentOf, ACCESS_EDGE.defaultsTo]);
  const applied = groupBy(await relationsFrom(sql, ids(policyRows), [ACCESS_EDGE.applies]), (edge) => edge.to_id);
  const parents = groupBy(
    fromTeams.filter((edge) => edge.kind === RELATION.parentOf),
    (edge) => edge.to_id,
  );
  const defaults = groupBy(
    fromTeams.filter((edge) => edge.kind === ACCESS_EDGE.defaultsTo),
    (edge) => edge.from_id,
  );
  const policiesOf = (id: string) => (applied.get(id) ?? []).map((edge) => edge.from_id);
  const teams = teamRows.map(({ id, name }) => ({
    id,
    name,
    parentIds: (parents.get(id) ?? []).map((edge) => edge.from_id),
    policyIds: policiesOf(id),
    defaultRoleIds: (defaults.get(id) ?? []).map((edge) => edge.to_id),
  }));
  const roles = roleRows.map(({ id, name }) => ({ id, name, policyIds: policiesOf(id) }));
  const graph: AccessGraph = {
    teams: byId(teams),
    roles: byId(roles),
    policies: byId(policyRows.flatMap(readPolicy)),
    organizationId: teams.find((team) => team.name === ORGANIZATION)?.id ?? null,
    members: new Map(),
    accounts: { admins: [], bots: [] },
  };
  return { ...graph, members: await loadMembers(graph, sql), accounts: await loadAccounts(graph, sql) };
}

/**
 * null if the user does not exist or is deleted. The id of a team gives a member who has the rights and domains of the team, and no
 * others: whoever reads what is sent to the team.
 */
export async function loadPerson(sql: Sql, id: string): Promise<AccessPerson | null> {
  const row = await getEntityById(sql, id);
  if (row?.deleted !== 0) return null;
  if (row.type === ACCESS_TYPE.team) return memberOf(row, sql);
  if (row.type !== ACCESS_TYPE.user) return null;
  const { isAdmin = false, isBot = false } = parseObject<Stored<User>>(row.doc);
  const teams = await relationsTo(sql, [id], [RELATION.has]);
  const roles = await relationsFrom(sql, [id], [ACCESS_EDGE.hasRole]);
  return {
    id,
    name: row.name,
    isAdmin,
    isBot,
    teamIds: teams.filter((edge) => edge.deleted === 0).map((edge) => edge.from_id),
    roleIds: roles.map((edge) => edge.to_id),
    domainIds: await domainsOf(row, isBot ? null : RELATION.has, sql),
  };
}

async function memberOf(team: EntityRow, sql: Sql): Promise<AccessPerson> {
  const { id, name } = team;
  const domainIds = await domainsOf(team, RELATION.parentOf, sql);
  return { id, name, isAdmin: false, isBot: false, teamIds: [id], roleIds: [], domainIds };
}

/** The own domains of a user or team and those of the teams at the other end of `above`, with all their sub-domains. */
async function domainsOf({ id }: EntityRow, above: Start | null, sql: Sql): Promise<string[]> {
  const { own = [], inherited = [] } = (await domainEdges([id], above, sql)).get(id) ?? {};
  return withSubDomains(
    [...own, ...inherited].map((edge) => edge.from_id),
    sql,
  );
}

function isEnabled({ doc }: EntityRow): boolean {
  return parseObject<Stored<Role>>(doc).disabled !== true;
}

/**
 * Empty for a disabled policy. Throws on an unreadable rule: rules are validated when written, so it would be a bug.
 */
function readPolicy(row: EntityRow): AccessPolicy[] {
  const { enabled = true, rules = [] } = parseObject<{ enabled?: boolean; rules?: StoredRule[] }>(row.doc);
  return enabled ? [{ id: row.id, name: row.name, rules: rules.map(readRule) }] : [];
}

interface StoredRule {
  name: string;
  effect: 'allow' | 'deny';
  operations: Operation[];
  resources: string[];
  condition?: string;
}

function readRule(rule: StoredRule): AccessRule {
  const text = rule.condition?.trim() ? rule.condition : null;
  const parsed = text === null ? null : parsePolicyCondition(text);
  if (parsed && !parsed.ok) throw new Error(`the stored rule ${rule.name} has a condition that cannot be read`);
  return {
    name: rule.name,
    effect: rule.effect,
    operations: rule.operations,
    resources: rule.resources.map((resource) => (resource === '*' ? 'all' : resource.toLowerCase())),
    condition: parsed?.condition ?? null,
    text,
  };
}

/** Users are loaded only for teams that have a rule about the owner of a resource. */
async function loadMembers(graph: AccessGraph, sql: Sql): Promise<Map<string, string[]>> {
  const asking = [...graph.teams.values()].filter((team) => asksForTeam(team, graph));
  const teamIds = [...new Set(asking.flatMap((team) => [...teamWithBelow(team.id, graph)]))];
  const edges = groupBy(await relationsFrom(sql, teamIds, [RELATION.has]), (edge) => edge.from_id);
  return new Map([...edges].map(([id, members]) => [id, members.map((edge) => edge.to_id)]));
}

function asksForTeam(team: AccessTeam, graph: AccessGraph): boolean {
  return team.policyIds.some((id) => uses('matchTeam', graph.policies.get(id)));
}

function uses(name: string, policy: AccessPolicy | undefined): boolean {
  return (policy?.rules ?? []).some(({ condition }) => condition !== null && functionsUsed(condition).has(name));
}

/** Looking for them takes reading all users, so only for what a rule that applies to somebody asks. */
async function loadAccounts(graph: AccessGraph, sql: Sql): Promise<AccessGraph['accounts']> {
  const asking = [...graph.policies.values()].filter(
    (policy) => uses('isAdminUser', policy) || uses('isBotUser', policy),
  );
  const applied = await appliedOf(asking, graph, sql);
  const withFlag = (name: string, field: 'isAdmin' | 'isBot') =>
    applied.some((policy) => uses(name, policy)) ? usersWith(field, sql) : [];
  return { admins: await withFlag('isAdminUser', 'isAdmin'), bots: await withFlag('isBotUser', 'isBot') };
}

/** Those of the policies that apply to somebody: by a team, a default role of one, or a role of a user. */
async function appliedOf(policies: readonly AccessPolicy[], graph: AccessGraph, sql: Sql): Promise<AccessPolicy[]> {
  const having = (id: string) => [...graph.roles.values()].filter(({ policyIds }) => policyIds.includes(id));
  const roleIds = policies.flatMap(({ id }) => ids(having(id)));
  const assigned = roleIds.length === 0 ? [] : await relationsTo(sql, roleIds, [ACCESS_EDGE.hasRole]);
  const teams = [...graph.teams.values()];
  const roles = new Set([...assigned.map((edge) => edge.to_id), ...teams.flatMap((team) => team.defaultRoleIds)]);
  return policies.filter(
    ({ id }) => teams.some((team) => team.policyIds.includes(id)) || having(id).some((role) => roles.has(role.id)),
  );
}

async function usersWith(field: 'isAdmin' | 'isBot', sql: Sql): Promise<string[]> {
  const conditions = [{ by: 'boolean', field, value: true }] as const;
  return ids(await listEntities(sql, { type: ACCESS_TYPE.user, conditions, limit: EVERYTHING }));
}

async function withSubDomains(domainIds: readonly string[], sql: Sql): Promise<string[]> {
  const all = new Set(domainIds);
  for (const id of domainIds)
    for await (const rows of walkDescendants(sql, id))
      for (const row of rows) if (row.type === ACCESS_TYPE.domain) all.add(row.id);
  return [...all];
}

function ids(rows: readonly { id: string }[]): string[] {
  return rows.map((row) => row.id);
}

function byId<T extends { id: string }>(items: readonly T[]): Map<string, T> {
  return new Map(items.map((item) => [item.id, item]));
}
