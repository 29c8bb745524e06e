import { isObject } from '../../../contract/index.js';

/**
 * Whether an entity holds the item of a list itself: it is neither inherited from a container nor derived through a
 * glossary term. Other items are shown only; they are not compared, stored or authorized.
 */
export function isOwnItem(item: unknown): boolean {
  return !isObject(item) || (item.inherited !== true && item.labelType !== 'Derived');
}
