import { RELATION } from '../storage/index.js';
import { link } from './link.js';
import { keepOnPut, replaceOnPut } from './references/put-rules.js';

const rule = {
  field: 'owners',
  kind: RELATION.owns,
  end: 'to',
  textNames: 'users',
  inherited: true,
  inWrites: true,
  alias: 'owner',
  operation: 'EditOwners',
  merge: keepOnPut,
} as const;

/** Users and teams that own an entity; inherited from containers. A PUT cannot remove all of them. */
export const owners = link(rule);

/** Owners that are inherited from the domains, too. */
export const ownersOrThoseOfDomains = link({ ...rule, through: RELATION.hasDomain });

/** Owners that a PUT replaces: what it omits is removed. */
export const ownersAsPut = link({ ...rule, merge: replaceOnPut });
