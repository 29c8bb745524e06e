import { parseObject, type Stored, type User } from '../../../contract/index.js';
import type { Actor } from '../../catalog/index.js';
import type { EntityRow } from '../../storage/index.js';

/** A user as who makes a request, or for whom one is made. */
export function actorOf({ id, name, doc }: EntityRow): Actor {
  const { isAdmin = false, isBot = false } = parseObject<Stored<User>>(doc);
  return { id, name, isAdmin, isBot };
}
