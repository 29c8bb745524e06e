import { RELATION } from '../storage/index.js';
import { link } from './link.js';
import { keepOnPut } from './references/put-rules.js';

/** Users and teams that own an entity; inherited from containers. A PUT cannot remove all of them. */
export const owners = link({
  field: 'owners',
  kind: RELATION.owns,
  end: 'to',
  textNames: 'users',
  inherited: true,
  inWrites: true,
  alias: 'owner',
  operation: 'EditOwners',
  merge: keepOnPut,
});
