import {
  type Bot,
  catalogError,
  type EntityReference,
  parseObject,
  parseReference,
  type Stored,
  type User,
} from '../../../contract/index.js';
import { defineType, removeEntity, type Scope, visibleIds } from '../../catalog/index.js';
import {
  type EdgeRow,
  type EntityRow,
  listTokens,
  lockEntityById,
  type RemovedEdge,
  relationsFrom,
  relationsTo,
  revokeTokens,
} from '../../storage/index.js';
import { domains, link } from '../../traits/index.js';
import { asServer } from '../as-server.js';
import { ACCESS_EDGE } from '../policies/access-edges.js';
import { refuseSystemDeletion } from '../system-provided.js';
import { grantAsAsked } from './impersonation.js';

const botUser = link({
  field: 'botUser',
  kind: ACCESS_EDGE.actsAs,
  end: 'from',
  types: ['user'],
  single: true,
  always: true,
  inWrites: true,
  operation: 'EditUsers',
});

export const bot = defineType({
  name: 'bot',
  path: '/v1/bots',
  schema: 'entity/bot',
  create: 'api/createBot',
  about: 'A program that uses the catalog with its own account.',
  targetOf: ['bots'],
  traits: [botUser, domains],
  readOnly: ['provider'],
  preserveOnPut: ['provider'],
  transient: ['allowImpersonation'],
  hooks: {
    build: (_core, create, scope, stored) => grantAsAsked(create, stored, scope),
    check: checkBotUser,
    stored: async (_row, _after, _before, scope) => scope.invalidate({ kind: 'access' }),
    beforeDelete: async (row: EntityRow, scope: Scope) => {
      await refuseSystemDeletion(row);
      await revokeTokensOf(row, scope);
      scope.invalidate({ kind: 'access' });
    },
    releases: {
      kinds: [ACCESS_EDGE.actsAs],
      shown: true,
      released: (edges, _isLast, scope) => removeAccounts(edges, scope),
    },
  },
});

/** The account of a bot is of no use to anybody else. Whoever may delete the bot needs no right to it. */
async function removeAccounts(edges: readonly RemovedEdge[], scope: Scope): Promise<void> {
  const user = scope.catalog.registry.get('user');
  for (const { to_id: id } of edges)
    await removeEntity(user, { id }, { hard: true, recursive: true }, null, asServer(scope));
}

/** Revokes the tokens of a bot that is deleted. */
async function revokeTokensOf(row: EntityRow, scope: Scope): Promise<void> {
  for (const edge of await relationsFrom(scope.sql, [row.id], [ACCESS_EDGE.actsAs])) {
    const tokens = await listTokens(scope.sql, edge.to_id);
    await revokeTokens(
      scope.sql,
      tokens.map((token) => token.id),
      scope.context.now(),
    );
  }
}

/** Refuses with 400 an account that is not a bot user or already belongs to another bot. */
async function checkBotUser(after: Stored<Bot>, before: Stored<Bot> | null, scope: Scope): Promise<void> {
  const account = after.botUser;
  if (!account) throw catalogError('BAD_REQUEST', 'botUser is required');
  if (account.id === before?.botUser?.id) return;
  // Locked, so that two bots do not both find it free.
  const row = await lockEntityById(scope.sql, account.id);
  if (row === undefined || parseObject<Stored<User>>(row.doc).isBot !== true)
    throw catalogError('BAD_REQUEST', `User ${account.name} is not a bot user`);
  await refuseOtherBots(account, ({ from_id }) => from_id === before?.id, scope);
}

/** Refuses with 400 if the account belongs to a bot that `isMeant` does not accept. */
export async function refuseOtherBots(
  account: Pick<EntityReference, 'id' | 'name'>,
  isMeant: (bot: EdgeRow) => boolean,
  scope: Scope,
): Promise<void> {
  const other = (await relationsTo(scope.sql, [account.id], [ACCESS_EDGE.actsAs])).find((edge) => !isMeant(edge));
  if (other === undefined) return;
  const seen = (await visibleIds([{ id: other.from_id, type: 'bot' }], scope)).has(other.from_id);
  const bot = seen ? `bot ${parseReference(other.ref).name}` : 'another bot';
  throw catalogError('BAD_REQUEST', `Bot user ${account.name} is already used by ${bot}`);
}
