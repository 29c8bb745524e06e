// Conditions of rules name tags, certifications and teams. Renaming or deleting these would change the effect of the
// rule.
import { type Policy, parseObject, type Stored } from '../../../contract/index.js';
import type { Fields, Scope } from '../../catalog/index.js';
import { callsOf, parsePolicyCondition } from '../../rules/index.js';
import { listEntities } from '../../storage/index.js';
import { refuseSystemRename } from '../system-provided.js';
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
  for (const row of await listEntities(scope.sql, { type: 'policy', include: 'all', limit: MOST_POLICIES })) {
    const { rules = [] } = parseObject<Stored<Policy>>(row.doc);
    for (const { condition } of rules) for (const name of namesIn(condition ?? '', functions)) names.add(name);
  }
  return names;
}

function namesIn(condition: string, functions: readonly string[]): readonly string[] {
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
