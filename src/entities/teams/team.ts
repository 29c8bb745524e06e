import { defineType } from '../../catalog/index.js';
import { RELATION } from '../../storage/index.js';
import { link, owners } from '../../traits/index.js';
import { ACCESS_EDGE } from '../policies/access-edges.js';
import { domainsOfTeams } from './inherited-domains.js';
import { inheritedRoles } from './inherited-roles.js';
import { keepInOrganization, releasedMembers } from './organization.js';
import { ownsEntityType, ownsOfTeam } from './owns.js';
import { checkTeam, leaveTeam } from './team-checks.js';
import { childrenCount, userCount } from './team-counts.js';
import { guardTeamInForce } from './team-rights.js';
import { teamRoutes } from './team-routes.js';

const teamLink = { types: ['team'], text: 'id', inWrites: true, operation: 'EditTeams' } as const;

export const team = defineType({
  name: 'team',
  path: '/v1/teams',
  schema: 'entity/teams/team',
  create: 'api/teams/createTeam',
  about: 'A group of users; teams form a hierarchy below the organization.',
  targetOf: ['teams', 'owners', 'reviewers'],
  countedAs: { entities: 'teamCount' },
  traits: [
    link({ field: 'parents', kind: RELATION.parentOf, end: 'to', ...teamLink }),
    keepInOrganization(
      link({ field: 'children', kind: RELATION.parentOf, end: 'from', guarded: true, ...teamLink }),
      RELATION.parentOf,
    ),
    keepInOrganization(
      link({
        field: 'users',
        guarded: true,
        kind: RELATION.has,
        end: 'from',
        types: ['user'],
        text: 'id',
        liveOnly: true,
        inWrites: true,
        long: true,
        operation: 'EditUsers',
      }),
      RELATION.has,
    ),
    link({
      field: 'defaultRoles',
      kind: ACCESS_EDGE.defaultsTo,
      end: 'from',
      types: ['role'],
      text: 'id',
      inWrites: true,
      operation: 'EditRole',
    }),
    inheritedRoles('defaultRoles', RELATION.parentOf),
    link({
      field: 'policies',
      kind: ACCESS_EDGE.applies,
      end: 'to',
      types: ['policy'],
      text: 'id',
      inWrites: true,
      operation: 'EditPolicy',
    }),
    link({
      field: 'defaultPersona',
      kind: ACCESS_EDGE.startsAs,
      end: 'from',
      types: ['persona'],
      text: 'id',
      single: true,
      inWrites: true,
      operation: 'EditAll',
    }),
    owners,
    domainsOfTeams(RELATION.parentOf),
    ownsOfTeam,
    childrenCount,
    userCount,
  ],
  // Picture and contact data of the team, not profiler results, so no right beyond ViewBasic is needed.
  guards: { profile: null },
  // Clients search for owners among users and teams with the filter `isBot: false`.
  search: { calledAs: ['team'], constants: { isBot: false } },
  onRequest: ['profile'],
  readOnly: ['descendantTeams'],
  shownOnCreate: ['domains'],
  preserveOnPut: ['profile', 'isJoinable'],
  filters: {
    parentTeam: { by: 'related', kind: RELATION.parentOf, direction: 'from', type: 'team' },
    isJoinable: { by: 'boolean', field: 'isJoinable' },
    teamType: { by: 'equals', field: 'teamType' },
    ownsEntityType,
  },
  routes: teamRoutes(),
  hooks: {
    check: checkTeam,
    guard: guardTeamInForce,
    stored: async (_row, _after, _before, scope) => scope.invalidate({ kind: 'access' }),
    beforeDelete: leaveTeam,
    releases: releasedMembers,
  },
});
