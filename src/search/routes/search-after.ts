/**
 * `search_after`: the sort values of the last hit of the previous page, separated by commas; names may contain commas,
 * too.
 */
import { catalogError } from '../../../contract/index.js';
import type { SqlValue } from '../../storage/index.js';
import type { ScorePlace } from '../hits/relevance-page.js';
import type { SearchRequest } from '../hits/run-search.js';

export type SortKey = NonNullable<SearchRequest['sort']>['by'];

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const scored = /^-?\d{1,15}(\.\d{1,20})?(e-?\d{1,3})?$/i;

/** Score and name, and an id where hits share both. */
export function readScorePlace(given: string | undefined): ScorePlace | null {
  if (given === undefined || given === '') return null;
  const comma = given.indexOf(',');
  const score = comma < 0 ? given : given.slice(0, comma);
  if (comma < 0 || !scored.test(score))
    throw catalogError('BAD_REQUEST', 'search_after: for _score it must be the score and name of the last hit');
  const rest = given.slice(comma + 1);
  if (!endsWithId(rest)) return { score: Number(score), name: rest, id: null };
  const last = rest.lastIndexOf(',');
  return { score: Number(score), name: rest.slice(0, last), id: rest.slice(last + 1) };
}

/** Whether a name ends with a comma and a UUID, so that it could be mistaken for a name followed by an id. */
export function endsWithId(name: string): boolean {
  const comma = name.lastIndexOf(',');
  return comma >= 0 && uuid.test(name.slice(comma + 1));
}

// A value alone means every hit with that value, so that the page continues behind all of them.
export function afterPosition(by: SortKey, given: string | undefined, descending: boolean) {
  if (given === undefined || given === '') return {};
  const comma = given.lastIndexOf(',');
  const named = comma >= 0 && uuid.test(given.slice(comma + 1));
  const id = named ? given.slice(comma + 1) : descending ? '' : '~';
  const value: SqlValue = named ? given.slice(0, comma) : given;
  if (by !== 'updated_at' && by !== 'usage') return { after: { value, id } };
  if (!/^-?\d{1,15}(\.\d+)?$/.test(value))
    throw catalogError('BAD_REQUEST', 'search_after: the sort value must be a number');
  return { after: { value: Number(value), id } };
}
