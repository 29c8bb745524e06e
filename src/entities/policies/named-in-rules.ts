// Rules name tags, certifications and teams in their conditions: what a rule names is not renamed or deleted around it.
import { catalogError, type Policy, parseObject, type Stored } from '../../../contract/index.js';
import type { Fields, Scope } from '../../catalog/index.js';
import { callsOf, parsePolicyCondition } from '../../rules/index.js';
import { listEntities } from '../../storage/index.js';
import { refuseSystemRename } from '../system-provided.js';

const MOST_POLICIES = 100_000;

/** Functions of conditions that take names of tags, or of teams. */
export const NAMING_FUNCTIONS = {
  tags: ['matchAnyTag', 'matchAllTags', 'matchAnyCertification'],
  teams: ['inAnyTeam'],
} as const;

/** What the conditions of all policies name in calls of these functions; policies that are switched off count, as they may be switched on. */
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

/** Refuses with 403 who is no admin and would take a tag, or all below it, away from the rules that name it. */
export async function guardNamedTags(fqn: string, what: string, scope: Scope): Promise<void> {
  if (scope.actor.isAdmin) return;
  const names = await namedInRules(NAMING_FUNCTIONS.tags, scope);
  const named = [...names].find((name) => name === fqn || name.startsWith(`${fqn}.`));
  if (named === undefined) return;
  throw catalogError(
    'FORBIDDEN',
    `Principal: CatalogPrincipal{name='${scope.actor.name}'} is not admin and may not ${what} ${fqn}: a rule of a policy names ${named}`,
  );
}

/** The same for a tag or classification that gets another name; those of the system keep theirs. */
export async function guardTagName(after: Fields, before: Fields | null, scope: Scope): Promise<void> {
  refuseSystemRename(after, before);
  if (before !== null && after.name !== before.name)
    await guardNamedTags(String(before.fullyQualifiedName), 'rename', scope);
}
