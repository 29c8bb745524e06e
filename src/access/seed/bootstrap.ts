// Creates what a catalog needs before it can be used: keys, policies, roles, the organisation, the first admin, one bot
// and the classifications that clients expect.
import type { Command, Fields, Scope } from '../../catalog/index.js';
import { ACCESS_TYPE, ORGANIZATION } from '../../entities/index.js';
import { getEntityByFqn, putCredential, putSetting } from '../../storage/index.js';
import { hashPassword, randomPassword } from '../login/password.js';
import type { TokenRecords } from '../tokens/token-records.js';
import { addClassifications } from './add-classifications.js';
import { checkSecretKey } from './check-secret-key.js';
import { applySeedChange, SEED_CHANGES } from './seed-changes.js';
import { SEED_POLICIES } from './seed-policies.js';
import { SEED_ROLES } from './seed-roles.js';
import { openSeeds, type Seeds } from './seeds.js';

/** The account that the first start created, with its password, which is printed once and not stored; null later. */
export interface BootstrapResult {
  admin: { name: string; email: string; password: string } | null;
}

export const BOOTSTRAP = 'access.bootstrap';
const TURN = 'access.bootstrap';
const ADMIN = 'admin';
const MAIL_DOMAIN = 'cairn.example';

/** Runs at every start: adds what was never seeded and leaves alone what users changed or deleted. */
export function bootstrapCommand(records: TokenRecords): Command {
  return {
    name: BOOTSTRAP,
    async run(_, scope): Promise<BootstrapResult> {
      await takeTurn(scope);
      await checkSecretKey(scope);
      const seeds = await openSeeds(scope);
      // Key generation and password hashing, the longest steps of a first start, run on other threads.
      const login = seeds.has(ACCESS_TYPE.user, ADMIN) ? null : prepareLogin();
      const [admin] = await Promise.all([addPeople(seeds, login, scope), records.ensureKey(scope), login?.hash]);
      await addIngestionBot(seeds, records, scope);
      for (const change of SEED_CHANGES) await seeds.change(change, () => applySeedChange(change, scope));
      await addClassifications(seeds, scope);
      await seeds.close();
      return { admin };
    },
  };
}

/** Seeds policies, roles, teams and the first admin. */
async function addPeople(seeds: Seeds, login: Login | null, scope: Scope): Promise<BootstrapResult['admin']> {
  for (const { removable, ...policy } of SEED_POLICIES)
    await seeds.add(ACCESS_TYPE.policy, { ...policy, enabled: true }, removable);
  for (const { removable, ...role } of SEED_ROLES) await seeds.add(ACCESS_TYPE.role, { ...role }, removable);
  await seeds.add(ACCESS_TYPE.team, await organization(scope));
  return login && addAdmin(seeds, login, scope);
}

/** Serializes servers that start at the same time: the row is locked until the transaction ends. */
async function takeTurn(scope: Scope): Promise<void> {
  const now = scope.context.now();
  await putSetting(scope.sql, { name: TURN, updated_at: now, doc: 'null' });
}

async function organization(scope: Scope): Promise<Fields> {
  return {
    name: ORGANIZATION,
    teamType: 'Organization',
    displayName: ORGANIZATION,
    description: 'The team above all teams. Everybody is in it.',
    defaultRoles: await idsOf(ACCESS_TYPE.role, ['DataConsumer'], scope),
    policies: await idsOf(ACCESS_TYPE.policy, ['OrganizationPolicy'], scope),
  };
}

interface Login {
  password: string;
  hash: Promise<string>;
}

function prepareLogin(): Login {
  const password = randomPassword();
  return { password, hash: hashPassword(password) };
}

async function addAdmin(seeds: Seeds, { password, hash }: Login, scope: Scope): Promise<BootstrapResult['admin']> {
  const email = `${ADMIN}@${MAIL_DOMAIN}`;
  const row = await seeds.add(ACCESS_TYPE.user, { name: ADMIN, email, displayName: 'Admin', isAdmin: true });
  if (!row) return null;
  await putCredential(scope.sql, row.id, JSON.stringify({ hash: await hash }), scope.context.now());
  return { name: ADMIN, email, password };
}

async function addIngestionBot(seeds: Seeds, records: TokenRecords, scope: Scope): Promise<void> {
  const name = 'ingestion-bot';
  const row = await seeds.add(ACCESS_TYPE.user, {
    name,
    email: `${name}@${MAIL_DOMAIN}`,
    displayName: 'Ingestion Bot',
    description: 'The account of the bot that brings metadata in.',
    isBot: true,
    roles: await idsOf(ACCESS_TYPE.role, ['IngestionBotRole'], scope),
  });
  if (row) await records.issueForBot(row, 'Unlimited', scope);
  const description = 'Brings metadata in.';
  await seeds.add(ACCESS_TYPE.bot, {
    name,
    botUser: name,
    displayName: 'Ingestion Bot',
    description,
    provider: 'system',
  });
}

async function idsOf(type: string, names: readonly string[], scope: Scope): Promise<string[]> {
  const rows = await Promise.all(names.map((name) => getEntityByFqn(scope.sql, type, name)));
  return rows.filter((row) => row !== undefined).map((row) => row.id);
}
