/** Checks requests for access to data. */
import { catalogError, isObject, parseObject, type TaskType } from '../../../contract/index.js';
import { containerIn, type Fields, type Scope } from '../../catalog/index.js';
import {
  type EntityRow,
  getEntitiesByIds,
  getEntityById,
  RELATION,
  relationsTo,
  type Sql,
} from '../../storage/index.js';
import { storedTask } from './stored-task.js';
import { TASK_EDGE } from './task-traits.js';
import { ACTIVE_STATES } from './transitions.js';

export const ACCESS_REQUEST = 'DataAccessRequest' satisfies TaskType;

/** Has no column-level access: its assets can be in several services, which name columns differently. */
const PRODUCT = 'dataProduct';

type Flag = 'supportsFullAccess' | 'supportsColumnAccess' | 'supportsMaskedAccess';
const KINDS: Readonly<Record<string, readonly [flag: Flag, name: string]>> = {
  FullAccess: ['supportsFullAccess', 'Full access'],
  ColumnLevel: ['supportsColumnAccess', 'Column-level access'],
  Masked: ['supportsMaskedAccess', 'Masked access'],
};

/** Throws 400 for a request that nobody can grant, and for a second one. */
export async function checkRequest(payload: unknown, about: EntityRow | null, scope: Scope): Promise<void> {
  if (!about) return;
  await checkAccessType(payload, about, scope.sql);
  await checkFirst(about, scope);
}

/** Throws 400 for a kind of access that the service of the entity cannot grant. */
export async function checkAccessType(payload: unknown, about: EntityRow, sql: Sql): Promise<void> {
  const { accessType = '' }: Fields = isObject(payload) ? payload : {};
  const kind = KINDS[String(accessType)];
  if (!kind) return;
  const [flag, name] = kind;
  if (about.type === PRODUCT && flag === 'supportsColumnAccess')
    throw catalogError('BAD_REQUEST', `payload.accessType: ${name} is not supported for Data Products`);
  const serviceId = containerIn(about, 'service');
  const service = serviceId === undefined ? undefined : await getEntityById(sql, serviceId);
  const agent = service && agentOf(service);
  if (agent?.enabled === true && agent[flag] !== true)
    throw catalogError('BAD_REQUEST', `payload.accessType: ${name} is not supported by the service ${service?.fqn}`);
}

/** How a service grants access; undefined if it does not say. */
function agentOf(service: EntityRow): Fields | undefined {
  const { connection } = parseObject(service.doc);
  const { config }: Fields = isObject(connection) ? connection : {};
  const { policyAgentConfig: agent }: Fields = isObject(config) ? config : {};
  return isObject(agent) ? agent : undefined;
}

/**
 * Throws 400 if the actor already has access to the entity, or a pending request for it. The transaction must hold the lock that every
 * task takes, so that two requests at once cannot both pass.
 */
async function checkFirst(about: EntityRow, scope: Scope): Promise<void> {
  const tasks = (await relationsTo(scope.sql, [about.id], [RELATION.about])).map(({ from_id }) => from_id);
  const filed = await relationsTo(scope.sql, tasks, [TASK_EDGE.created]);
  const own = filed.flatMap(({ from_id, to_id }) => (from_id === scope.actor.id ? [to_id] : []));
  for (const row of await getEntitiesByIds(scope.sql, own)) {
    const { type, status, taskId } = storedTask(row);
    if (row.deleted === 0 && type === ACCESS_REQUEST && ACTIVE_STATES.some((one) => one === status))
      throw catalogError('BAD_REQUEST', `you already have an active data access request, ${taskId}, for ${about.fqn}`);
  }
}
