import { RELATION } from '../storage/index.js';
import { link } from './link.js';
import { keepIfEmptied, replaceOnPut } from './references/put-rules.js';

const rule = {
  field: 'domains',
  kind: RELATION.hasDomain,
  end: 'to',
  inherited: true,
  inWrites: true,
  alias: 'domain',
  operation: 'EditAll',
  merge: keepIfEmptied,
} as const;

/** Domains that an entity belongs to; inherited from containers. Create requests name them by FQN. */
export const domains = link(rule);

/** Domains that a PUT replaces: what it omits is removed. */
export const domainsAsPut = link({ ...rule, merge: replaceOnPut });
