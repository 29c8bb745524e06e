import type { EntityType, Fields } from '../../catalog/index.js';
import { keepOmitted } from '../keep-omitted.js';
import { guardNamedTags, guardTagName, renameInRules } from '../policies/named-in-rules.js';
import { refuseSystemDeletion } from '../system-provided.js';

/** What classifications of tags and glossaries of terms have in common. Policies may name what they hold. */
export const LABEL_COLLECTION = {
  renameable: true,
  filters: { disabled: { by: 'boolean', field: 'disabled' } },
  hooks: {
    build(core, _create, _scope, stored) {
      keepOmitted(core, stored, { provider: 'user' });
      keepExclusive(core, stored);
    },
    check: guardTagName,
    guard: ({ fqn }, what, scope) => (what === 'delete' ? guardNamedTags(fqn, what, scope) : undefined),
    beforeDelete: refuseSystemDeletion,
    stored: renameInRules,
  },
} satisfies Partial<EntityType>;

/** Keeps whether labels exclude each other: those applied together since would break the rule. */
export function keepExclusive(core: Fields, stored: Fields | null): void {
  if (stored) core.mutuallyExclusive = stored.mutuallyExclusive;
}
