import { RELATION } from '../storage/index.js';
import { link } from './link.js';
import { keepIfEmptied } from './references/put-rules.js';

/** Domains that an entity belongs to; inherited from containers. Create requests name them by FQN. */
export const domains = link({
  field: 'domains',
  kind: RELATION.hasDomain,
  end: 'to',
  inherited: true,
  inWrites: true,
  alias: 'domain',
  operation: 'EditAll',
  merge: keepIfEmptied,
});
