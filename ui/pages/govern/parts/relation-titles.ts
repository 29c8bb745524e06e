import { spaced, wordOf } from '../../../words/format.js';

/** More kinds of relations than anybody defines. */
export const MOST_TYPES = 200;

/** What a kind of relation is called: by its definition, or by its name while that is not known. */
export function titleOfRelation(
  name = '',
  types: readonly { name: string; displayName?: string }[] | undefined = [],
): string {
  return types.find((one) => one.name === name)?.displayName || wordOf(spaced(name));
}
