// Last login and activity of a user, stored outside the entity because they change without a version.
import type { Trait } from '../../catalog/index.js';
import { getPeople, type PersonRow } from '../../storage/index.js';

function timeOf<const F extends string>(field: F, read: (person: PersonRow) => number | null): Trait<number, F> {
  return {
    field,
    empty: null,
    inWrites: false,
    uncached: true,
    async load(rows, scope) {
      const texts = new Map<string, string>();
      for (const person of await getPeople(
        scope.sql,
        rows.map((row) => row.id),
      )) {
        const at = read(person);
        if (at !== null) texts.set(person.user_id, String(at));
      }
      return texts;
    },
  };
}

export const lastLoginTime = timeOf('lastLoginTime', (person) => person.last_login_at);
export const lastActivityTime = timeOf('lastActivityTime', (person) => person.last_activity_at);
