import { type App, type CreateAppRequest, catalogError, parseObject, type Stored } from '../../../contract/index.js';
import { defineType, type Fields, type Scope, visibleIds } from '../../catalog/index.js';
import { type EntityRow, getEntityByFqn } from '../../storage/index.js';
import { children, domains, link, owners } from '../../traits/index.js';
import { sealSecrets } from '../service/sealed-secrets.js';
import { addActingBot, addAppBot, appBotEdge } from './app-bot.js';
import { appConfiguration } from './app-configuration.js';

/** Fields of the marketplace definition that an app takes over. */
const taken = `displayName description features developer developerUrl privacyPolicyUrl supportEmail className
  sourcePythonClass appType agentType scheduleType permission runtime allowConfiguration system appConfiguration appLogoUrl
  appScreenshots supportsInterrupt supportsIngestionRunner allowConcurrentExecution`.split(/\s+/);

export const app = defineType({
  name: 'app',
  path: '/v1/apps',
  schema: 'entity/applications/app',
  create: 'entity/applications/createAppRequest',
  about: 'An installed app, created from its definition in the marketplace.',
  traits: [
    owners,
    domains,
    link({
      field: 'bot',
      kind: appBotEdge,
      end: 'from',
      types: ['bot'],
      single: true,
      inWrites: true,
      guarded: true,
      operation: 'EditAll',
    }),
    link({
      field: 'ingestionRunner',
      kind: 'runsOn',
      end: 'from',
      types: null,
      single: true,
      inWrites: true,
      guarded: true,
      operation: 'EditAll',
    }),
    children({ field: 'pipelines', type: 'ingestionPipeline' }),
  ],
  filters: {
    // Clients name kinds that this version of the interface does not have: they find nothing.
    agentType: {
      by: 'custom',
      description: 'Kinds of agents, joined with commas',
      schema: { type: 'string' },
      conditions: async (value) => [
        { by: 'equals', field: 'agentType', values: value.split(',').map((kind) => kind.trim()) },
      ],
    },
  },
  transient: ['allowBotImpersonation'],
  preserveOnPut: ['appConfiguration', 'appSchedule', 'privateConfiguration', 'enabled'],
  readOnly: ['className', 'appType', 'provider', 'system', 'eventSubscriptions'],
  hooks: {
    build: install,
    check(after, before, scope) {
      sealSecrets(appConfiguration, after, before, scope);
      sealPrivate(after, before, scope);
    },
    stored: (row, after, before, scope) => (before ? Promise.resolve('unseen') : addAppBot(row, after, scope)),
    beforeDelete: refuseSystemApp,
  },
});

/** Completes a create request from the definition of the same name. 400 if the marketplace has none. */
async function install(
  core: Stored<App>,
  create: CreateAppRequest,
  scope: Scope,
  stored: Stored<App> | null,
): Promise<void> {
  const name = create.name ?? '';
  const fqn = name.includes('.') ? `"${name}"` : name;
  const found = await getEntityByFqn(scope.sql, 'appMarketPlaceDefinition', fqn);
  const definition = found && (await visibleIds([found], scope)).has(found.id) ? found : undefined;
  if (!stored && !definition)
    throw catalogError(
      'BAD_REQUEST',
      `name: the marketplace has no app ${name}; POST its definition to /v1/apps/marketplace`,
    );
  const source: Fields = { ...(definition ? parseObject(definition.doc) : {}), ...stored };
  const fields: Fields = {};
  for (const field of taken) if (source[field] !== undefined) fields[field] = source[field];
  Object.assign(core, { runtime: { enabled: true }, enabled: true, provider: 'user', ...fields }, given(core));
  const { $appConfiguration } = definition && !stored ? parseObject<Fields>(definition.extra ?? '{}') : {};
  if ($appConfiguration !== undefined && create.appConfiguration === undefined)
    Object.assign(core, { $appConfiguration });
  if (create.allowBotImpersonation === true) await allowImpersonation(create, stored, scope);
}

/** 400 for an app with a bot of another name, as the grant belongs to the bot. */
async function allowImpersonation({ name = '', bot }: CreateAppRequest, stored: Stored<App> | null, scope: Scope) {
  if (bot !== undefined)
    throw catalogError(
      'BAD_REQUEST',
      'allowBotImpersonation is for the own bot of an app; set allowImpersonation on its bot',
    );
  await addActingBot(name, stored === null, scope);
}

const given = (core: object): object =>
  Object.fromEntries(Object.entries(core).filter(([, value]) => value !== undefined));

/** The private configuration is sealed as a whole, and no answer has it. A write that omits it keeps it. */
function sealPrivate(after: Fields, before: Fields | null, { catalog: { sealer } }: Scope): void {
  const { privateConfiguration } = after;
  if (privateConfiguration !== undefined) {
    after.$privateConfiguration = sealer.seal(JSON.stringify(privateConfiguration));
    delete after.privateConfiguration;
  } else if (before?.$privateConfiguration !== undefined) after.$privateConfiguration = before.$privateConfiguration;
}

async function refuseSystemApp(row: EntityRow): Promise<void> {
  if (parseObject<Stored<App>>(row.doc).system)
    throw catalogError('BAD_REQUEST', `app ${row.fqn} belongs to the server and cannot be removed`);
}
