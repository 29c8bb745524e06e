import { type CreateUser, parseReference, type Stored, type User } from '../../../contract/index.js';
import { defineType, type Scope } from '../../catalog/index.js';
import {
  deleteCredential,
  deleteKnownAddresses,
  deletePerson,
  deleteSessionsOf,
  deleteTokens,
  type EntityRow,
  listTokens,
  putPersonEmail,
  RELATION,
} from '../../storage/index.js';
import { link } from '../../traits/index.js';
import { ACCESS_EDGE } from '../policies/access-edges.js';
import { inheritedPersonas } from '../teams/from-teams.js';
import { domainsOfTeams } from '../teams/inherited-domains.js';
import { inheritedRoles } from '../teams/inherited-roles.js';
import { directOwnsOnly, ownsEntityType, ownsOfUser } from '../teams/owns.js';
import { refuseOtherBots } from './bot.js';
import { defaultPersona } from './default-persona.js';
import { lastActivityTime, lastLoginTime } from './person-times.js';
import { checkUser, guardAdminAccount, keepAnAdmin, refuseAccountOfBot } from './user-checks.js';
import { userRoutes } from './user-routes.js';

// Fields that are stored as edges; `end` is the end of the edge at which the user is.
const follows = link({ field: 'follows', kind: RELATION.follows, end: 'from', types: null, liveOnly: true });

const teams = link({
  field: 'teams',
  kind: RELATION.has,
  end: 'to',
  types: ['team'],
  text: 'id',
  inWrites: true,
  operation: 'EditTeams',
});

const roles = link({
  field: 'roles',
  kind: ACCESS_EDGE.hasRole,
  end: 'from',
  types: ['role'],
  text: 'id',
  inWrites: true,
  operation: 'EditRole',
});

const personas = link({
  field: 'personas',
  kind: ACCESS_EDGE.hasPersona,
  end: 'from',
  types: ['persona'],
  inWrites: true,
  operation: 'EditAll',
});

export const user = defineType({
  name: 'user',
  path: '/v1/users',
  schema: 'entity/teams/user',
  create: 'api/teams/createUser',
  about: 'A person, or the account of a bot.',
  targetOf: ['users', 'owners', 'reviewers', 'experts', 'followers', 'voters'],
  countedAs: { entities: 'userCount' },
  foldName: (name) => name.toLowerCase(),
  search: { calledAs: ['user'], text: { email: 'name' } },
  alerts: { notifications: 'metadata' },
  traits: [
    teams,
    roles,
    inheritedRoles('roles', RELATION.has),
    personas,
    inheritedPersonas,
    defaultPersona,
    domainsOfTeams(RELATION.has),
    ownsOfUser,
    follows,
    lastLoginTime,
    lastActivityTime,
  ],
  // Picture and contact data of the user, not profiler results, so no right beyond ViewBasic is needed.
  guards: { profile: null },
  onRequest: ['profile', 'personaPreferences'],
  readOnly: ['isBot', 'isEmailVerified'],
  transient: ['authenticationMechanism', 'botName', 'createPasswordType', 'password', 'confirmPassword'],
  shownOnCreate: ['domains', 'inheritedRoles'],
  preserveOnPut: ['isBot', 'isAdmin', 'isEmailVerified', 'allowImpersonation', 'profile', 'timezone'],
  filters: {
    team: { by: 'related', kind: RELATION.has, direction: 'from', type: 'team' },
    isBot: { by: 'boolean', field: 'isBot' },
    isAdmin: { by: 'boolean', field: 'isAdmin' },
    ownsEntityType,
    directOwnsOnly,
  },
  without: ['patchByName'],
  routes: userRoutes(),
  hooks: {
    build: checkBotName,
    check: checkUser,
    guard: guardAdminAccount,
    stored: storePerson,
    beforeDelete: removePerson,
  },
});

/** Refuses a PUT with the name of another bot than the one that the account belongs to: it would overwrite a different account. */
async function checkBotName(
  _core: unknown,
  { botName }: CreateUser,
  scope: Scope,
  stored: Stored<User> | null,
): Promise<void> {
  if (!stored || botName === undefined) return;
  const account = { id: String(stored.id), name: stored.name };
  await refuseOtherBots(account, ({ ref }) => parseReference(ref).name === botName, scope);
}

async function storePerson(row: EntityRow, after: Record<string, unknown>, _: unknown, scope: Scope): Promise<void> {
  await putPersonEmail(scope.sql, row.id, String(after.email));
  scope.invalidate({ kind: 'access' });
}

async function removePerson(row: EntityRow, scope: Scope, hard: boolean): Promise<void> {
  scope.invalidate({ kind: 'access' });
  if (row.deleted === 0 && row.doc.includes('"isAdmin":true')) await keepAnAdmin(row.id, scope);
  if (!hard) return;
  await refuseAccountOfBot(row, scope);
  const tokens = await listTokens(scope.sql, row.id);
  await deleteTokens(
    scope.sql,
    tokens.map((token) => token.id),
  );
  await deleteSessionsOf(scope.sql, row.id);
  await deleteCredential(scope.sql, row.id);
  await deleteKnownAddresses(scope.sql, row.id);
  await deletePerson(scope.sql, row.id);
}
