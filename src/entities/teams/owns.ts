// What people and teams own.
import { catalogError } from '../../../contract/index.js';
import { flagFilter, type ListFilter, readFlag, type Scope } from '../../catalog/index.js';
import { type EdgeRow, RELATION } from '../../storage/index.js';
import { link } from '../../traits/index.js';
import { ownedBy, referenceLists } from './from-teams.js';
import { liveFrom } from './live-edges.js';

type Owned = (ids: readonly string[], scope: Scope) => Promise<ReadonlyMap<string, readonly EdgeRow[]>>;

const direct: Owned = (ids, { sql }) => liveFrom(ids, [RELATION.owns], sql);
const withTeams: Owned = (ids, { sql }) => ownedBy(ids, sql);

const owned = link({ field: 'owns', kind: RELATION.owns, end: 'from', types: null, liveOnly: true });

/** What teams own. */
export const ownsOfTeam: typeof owned = {
  ...owned,
  asAsked: ({ ownsEntityType: type }) => (type ? ownedAs(direct, type) : owned),
};

/** What users own themselves, and what their teams own. */
export const ownsOfUser: typeof owned = {
  ...ownedAs(withTeams),
  asAsked: (query) => ownedAs(readFlag(query, 'directOwnsOnly') ? direct : withTeams, query.ownsEntityType),
};

/** The field with these edges, of entities of one type if it is given. */
function ownedAs(load: Owned, type?: string): typeof owned {
  return {
    ...owned,
    async load(rows, scope) {
      const ids = rows.map(({ id }) => id);
      const chosen = [...(await load(ids, scope))].map(
        ([id, of]) => [id, type ? of.filter(({ to_type }) => to_type === type) : of] as const,
      );
      return referenceLists(new Map(chosen), scope);
    },
  };
}

/** Parameters that say what lists show as owned. They leave out none of the owners. */
export const ownsEntityType: ListFilter = {
  by: 'custom',
  description: 'With `fields=owns`: only what is of this type',
  schema: { type: 'string' },
  conditions(value, _, { catalog: { registry } }) {
    if (!registry.find(value))
      throw catalogError('BAD_REQUEST', `query param ownsEntityType: there is no type ${value.slice(0, 100)}`);
    return Promise.resolve([]);
  },
};

export const directOwnsOnly = flagFilter(
  'directOwnsOnly',
  'With `fields=owns`: only what users own themselves, without what their teams own',
);
