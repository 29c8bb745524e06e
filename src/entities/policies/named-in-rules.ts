// Conditions of policy rules refer to tags, certifications and teams by name. To delete one changes the effect of the
// rules, so only administrators may; after a rename the rules are rewritten.
import { type Policy, parseObject, type Stored } from '../../../contract/index.js';
import { changeEntities, type Fields, type Scope } from '../../catalog/index.js';
import { callsOf, mapArguments, parsePolicyCondition } from '../../rules/index.js';
import { type EntityRow, listEntities, lockRows } from '../../storage/index.js';
import { refuseSystemRename } from '../system-provided.js';
import { ACCESS_TYPE } from './access-edges.js';
import { notAdmin } from './not-admin.js';

const MOST_POLICIES = 100_000;

/** Condition functions whose arguments are names of tags or of teams. */
export const NAMING_FUNCTIONS = {
  tags: ['matchAnyTag', 'matchAllTags', 'matchAnyCertification'],
  teams: ['inAnyTeam'],
} as const;

/**
 * Names that the conditions of all policies pass to these functions. Disabled policies count, since they may be enabled
 * later.
 */
export async function namedInRules(functions: readonly string[], scope: Scope): Promise<Set<string>> {
  const names = new Set<string>();
  for (const row of await policyRows(scope))
    for (const { condition } of rulesOf(row)) for (const name of namesIn(condition ?? '', functions)) names.add(name);
  return names;
}

function policyRows({ sql }: Scope): Promise<EntityRow[]> {
  return listEntities(sql, { type: ACCESS_TYPE.policy, include: 'all', limit: MOST_POLICIES });
}

function rulesOf({ doc }: EntityRow): NonNullable<Stored<Policy>['rules']> {
  return parseObject<Stored<Policy>>(doc).rules ?? [];
}

/** Arguments of these functions in a condition; none if it cannot be parsed. */
export function namesIn(condition: string, functions: readonly string[]): readonly string[] {
  if (condition.trim() === '') return [];
  const parsed = parsePolicyCondition(condition);
  if (!parsed.ok) return [];
  return callsOf(parsed.condition)
    .filter((call) => functions.includes(call.name))
    .flatMap((call) => call.lists.flat());
}

/** Refuses with 403 if a rule names the tag or one below it, unless the actor is an admin. */
export async function guardNamedTags(fqn: string, what: string, scope: Scope): Promise<void> {
  if (scope.actor.isAdmin) return;
  const names = await namedInRules(NAMING_FUNCTIONS.tags, scope);
  const named = [...names].find((name) => name === fqn || name.startsWith(`${fqn}.`));
  if (named === undefined) return;
  throw notAdmin(`${what} ${fqn}: a rule of a policy names ${named}`, scope);
}

/** Checks a rename of a tag or classification the same way; those provided by the system cannot be renamed. */
export async function guardTagName(after: Fields, before: Fields | null, scope: Scope): Promise<void> {
  refuseSystemRename(after, before);
  if (before !== null && after.name !== before.name)
    await guardNamedTags(String(before.fullyQualifiedName), 'rename', scope);
}

/**
 * A `stored` hook: names a tag that was renamed or moved, and the tags below it, by their new names in the rules of all
 * policies, so that the rules keep their effect. The policies get new versions. Resolves to
 * `unseen`, because the response shows nothing of it.
 */
export async function renameInRules(
  row: EntityRow,
  _after: unknown,
  before: Fields | null,
  scope: Scope,
): Promise<'unseen'> {
  const from = String(before?.fullyQualifiedName ?? row.fqn);
  if (from === row.fqn) return 'unseen';
  const renamed = (name: string) =>
    name === from || name.startsWith(`${from}.`) ? row.fqn + name.slice(from.length) : name;
  const rewrite = (condition: string) => mapArguments(condition, NAMING_FUNCTIONS.tags, renamed);
  const isNamed = (policy: EntityRow) => rulesOf(policy).some(({ condition = '' }) => rewrite(condition) !== condition);
  const named = await lockRows(scope.sql, (await policyRows(scope)).filter(isNamed));
  const rewriteRules = (policy: Policy) => ({
    ...policy,
    rules: policy.rules.map((rule) => (rule.condition ? { ...rule, condition: rewrite(rule.condition) } : rule)),
  });
  await changeEntities(scope.catalog.registry.get(ACCESS_TYPE.policy), named, rewriteRules, scope);
  return 'unseen';
}
