import { catalogError, labelTypes } from '../../../contract/index.js';
import { quoteName, type Scope, visibleIds } from '../../catalog/index.js';
import { getEntitiesByFqns } from '../../storage/index.js';
import { ACCESS_TYPE } from './access-edges.js';
import { namesIn } from './named-in-rules.js';

interface NamedThings {
  functions: readonly string[];
  types: readonly string[];
  /** The FQN for an argument. */
  fqn(argument: string): string;
}

const asIs = (argument: string) => argument;

/** What the arguments of condition functions name. */
const NAMED: readonly NamedThings[] = [
  { functions: ['matchAnyTag', 'matchAllTags'], types: Object.values(labelTypes), fqn: asIs },
  { functions: ['matchAnyCertification'], types: [labelTypes.Classification], fqn: asIs },
  { functions: ['hasAnyRole'], types: [ACCESS_TYPE.role], fqn: quoteName },
  { functions: ['inAnyTeam'], types: [ACCESS_TYPE.team], fqn: quoteName },
];

/**
 * Refuses with 400 a condition that names tags, roles or teams that do not exist, or that the caller may not see: a
 * mistyped name would have no effect. `known`: conditions that are stored already; what they name may be gone since.
 */
export async function refuseUnknownNames(condition: string, known: readonly string[], scope: Scope): Promise<void> {
  for (const { functions, types, fqn } of NAMED) {
    const stored = new Set(known.flatMap((text) => namesIn(text, functions)));
    const names = namesIn(condition, functions).filter((name) => !stored.has(name));
    if (names.length === 0) continue;
    const rows = await Promise.all(types.map((type) => getEntitiesByFqns(scope.sql, type, names.map(fqn))));
    const visible = await visibleIds(rows.flat(), scope);
    const found = new Set(rows.flat().flatMap((row) => (visible.has(row.id) && row.deleted < 2 ? [row.fqn] : [])));
    const missing = names.find((name) => !found.has(fqn(name)));
    if (missing !== undefined)
      throw catalogError(
        'BAD_REQUEST',
        `Failed to evaluate condition '${condition.slice(0, 200)}': there is no ${types.join(' or ')} named ${missing}`,
      );
  }
}
