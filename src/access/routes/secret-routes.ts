// Unmasked service secrets: for bots named by an option, if they may view the service. Every read is recorded.
import { parseObject, type ServiceFamily } from '../../../contract/index.js';
import {
  type ActionRoute,
  type ActionScope,
  type Actor,
  type Command,
  type DataRoute,
  type EntityType,
  type Fields,
  factsOf,
  isAllowed,
  json,
  type Reply,
  type Request,
  type Route,
  readLimit,
  type Scope,
} from '../../catalog/index.js';
import { entityTypes, revealConnection } from '../../entities/index.js';
import { getEntityById, listPoints, putPoint } from '../../storage/index.js';
import { requireActor, requireAdmin } from './require-admin.js';

const KIND = 'secretRead';
/** Holder of the records, which outlive the services they are about. */
const RECORD_HOLDER = '00000000-0000-0000-0000-000000000000';
export const RECORD_SECRET_READ = 'access.recordSecretRead';

export interface SecretRead {
  /** The entity whose secrets were handed out: its FQN, id and type. */
  service: string;
  serviceId: string;
  serviceType: string;
  /** Who got them: a bot, or `runner`. */
  bot: string;
  /** Address of the bot or the runner. */
  from: string;
  /** Who had them sent to the runner. */
  requestedBy?: string;
}

/** Routes that return one service, with the service family of its type. */
const serviceRoutes = new Map<string, { type: EntityType; family: ServiceFamily }>(
  entityTypes.flatMap((type) => {
    const { family } = type;
    if (!family) return [];
    return ['{id}', 'name/{fqn}'].map((place) => [`GET ${type.path}/${place}`, { type, family }] as const);
  }),
);

/** Wraps routes that return one service, to show its secrets to these bots. */
export function withSecrets(route: Route, readers: readonly string[]): Route {
  const service = serviceRoutes.get(`${route.method} ${route.path}`);
  if (!service || route.kind !== 'read' || readers.length === 0) return route;
  const names = new Set(readers.map((name) => name.toLowerCase()));
  const isReader = (actor: Actor) =>
    actor.isBot && actor.impersonatedBy === undefined && names.has(actor.name.toLowerCase());
  const handle: ActionRoute['handle'] = (request, scope) => {
    const actor = requireActor(scope.actor);
    return readService(route, isReader(actor) ? service : null, request, { ...scope, actor });
  };
  return { ...route, kind: 'action', handle };
}

/** `service` is null if the caller gets the masked form. */
async function readService(
  route: DataRoute,
  service: { type: EntityType; family: ServiceFamily } | null,
  request: Request,
  { catalog, context, actor, read, command }: ActionScope & { actor: Actor },
): Promise<Reply> {
  const { reply, revealed } = await read(async (sql) => {
    const scope: Scope = { catalog, context, actor, sql, reopen: read, invalidate: () => {} };
    const masked = await route.handle(request, scope);
    return { reply: masked, revealed: service && (await reveal(masked, service, scope)) };
  });
  if (!revealed || !service) return reply;
  const secretRead: SecretRead = {
    service: String(revealed.fullyQualifiedName),
    serviceId: String(revealed.id),
    serviceType: service.type.name,
    bot: actor.name,
    from: request.from,
  };
  await command(RECORD_SECRET_READ, secretRead);
  context.log.info({ ...secretRead }, 'a bot read the secrets of a service');
  return { ...reply, body: JSON.stringify(revealed), headers: { ...reply.headers, 'Cache-Control': 'no-store' } };
}

async function reveal(
  reply: Reply,
  { type, family }: { type: EntityType; family: ServiceFamily },
  scope: Scope,
): Promise<Fields | null> {
  if (reply.status !== 200) return null;
  const service = parseObject(String(reply.body));
  const row = await getEntityById(scope.sql, String(service.id));
  if (!row || !(await isAllowed('ViewAll', type, () => factsOf(type, row, scope), scope))) return null;
  return revealConnection(family, service, row, scope);
}

export const recordSecretRead: Command = {
  name: RECORD_SECRET_READ,
  async run(read: SecretRead, { sql, context }) {
    const at = context.now();
    await putPoint(sql, {
      entity_id: RECORD_HOLDER,
      kind: KIND,
      key: context.id(),
      at,
      doc: JSON.stringify({ ...read, timestamp: at }),
    });
  },
};

/** Lists all recorded secret reads, for admins. */
export const secretReadsRoute: DataRoute = {
  kind: 'read',
  method: 'GET',
  path: '/v1/system/secretReads',
  docs: {
    operationId: 'listSecretReads',
    summary: 'List reads of service secrets by bots',
    description:
      'Lists which bot, or the runner of ingestion pipelines, got the connection secrets of which service and when, newest first. Administrators only.',
    tag: 'System',
    query: [
      {
        name: 'limit',
        description: 'Maximum number of reads to return',
        schema: { type: 'integer', minimum: 1, maximum: 1000, default: 100 },
      },
    ],
    answers: {
      200: {
        description: 'The recorded reads',
        schema: {
          inline: {
            type: 'object',
            properties: { data: { type: 'array', items: { type: 'object' } }, paging: { type: 'object' } },
          },
        },
      },
    },
  },
  async handle({ query }, scope) {
    requireAdmin(scope.actor);
    const limit = readLimit(query.limit, 100, 1, 1000);
    const points = await listPoints(scope.sql, { entityId: RECORD_HOLDER, kind: KIND, limit });
    return json(200, {
      data: points.map(({ doc }) => parseObject<SecretRead>(doc)),
      paging: { total: points.length },
    });
  },
};
