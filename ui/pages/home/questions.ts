// What the first page asks for.

import type { User } from 'cairn/client';
import {
  getMyActivityFeed,
  listAnnouncements,
  listMyAssignedTasks,
  listThreads,
  searchEntitiesWithQuery,
} from 'cairn/client';
import type { JsonObject } from 'cairn/contract';
import { prefetch } from '../../data/use-operation.js';

export const SHOWN = 8;

/** Filters of the search, one of which must fit. */
export type Filter = readonly JsonObject[];

export function ownedBy({ id, teams = [] }: User): Filter {
  return [id, ...teams.map((team) => team.id)].map((owner) => ({ term: { 'owners.id': owner } }));
}

export function followedBy({ id }: User): Filter {
  return [{ term: { followers: id } }];
}

export function hitsOf(filter: Filter) {
  const query_filter = JSON.stringify({ query: { bool: { should: filter, minimum_should_match: 1 } } });
  return { query: { q: '*', index: 'all', size: SHOWN, query_filter, include_aggregations: false } };
}

export const OPEN_TASKS = {
  query: { statusGroup: 'open' as const, limit: SHOWN, fields: 'about,assignees,payload' },
};
export const ANNOUNCED = { query: { active: true, limit: SHOWN } };
export const ACTIVITY = { query: { days: 30, limit: SHOWN } };

export function mentionsOf({ id }: User) {
  const query = { userId: id, filterType: 'MENTIONS', type: 'Conversation', limit: SHOWN, limitPosts: 0 } as const;
  return { query };
}

/** Asks for everything, three at a time. */
export async function askForAll(user: User): Promise<void> {
  await Promise.all([
    ...[ownedBy(user), followedBy(user)].map((filter) => prefetch(searchEntitiesWithQuery, hitsOf(filter))),
    prefetch(listMyAssignedTasks, OPEN_TASKS),
  ]);
  void prefetch(listAnnouncements, ANNOUNCED);
  void prefetch(listThreads, mentionsOf(user));
  void prefetch(getMyActivityFeed, ACTIVITY);
}
