/** Reads of one entity. */
import { first } from '../../context/index.js';
import { cached, capabilitiesOf, type EntityRow, type ShownRow } from '../../storage/index.js';
import type { EntityType } from '../define/define.js';
import { etag, namesTag } from '../document/etag.js';
import { apiUrl, withHrefs } from '../document/reference.js';
import { decideOnSeen } from '../rights/decide-row.js';
import { factsOf } from '../rights/facts.js';
import { viewOperations } from '../rights/operations.js';
import { composeShown, sharedName } from '../rights/visible.js';
import { jsonText, type Reply, type Request, type Scope } from '../routes/route.js';
import { type EntityKey, findRow, findShown, type Include, readInclude } from './load.js';
import { type Selection, selectFields } from './selection.js';

/** The row that a request names. Throws 404, or 403 if the actor may not see it or lacks one of the operations. */
export async function readRow(
  type: EntityType,
  naming: EntityKey,
  include: Include,
  scope: Scope,
  operations: readonly string[] = ['ViewBasic'],
): Promise<EntityRow> {
  const { authorizer } = scope.catalog;
  for (const operation of operations) authorizer.possible(scope.actor, operation, type.name);
  const row = await findRow(type, naming, include, scope);
  await decideOnSeen(operations, type, row, scope);
  return row;
}

/** `GET {id}` and `GET name/{fqn}`. */
export async function readEntity(type: EntityType, naming: EntityKey, request: Request, scope: Scope): Promise<Reply> {
  const { query } = request;
  const operations = viewOperations(query.fields, type);
  const { authorizer } = scope.catalog;
  for (const operation of operations) authorizer.possible(scope.actor, operation, type.name);
  const row = await findShown(type, naming, readInclude(query.include), scope);
  await authorizer.decide(scope.actor, operations, type.name, () => factsOf(type, row, scope));
  const selection = selectFields(type, query.fields, scope.catalog);
  const tag = etag(row);
  if (namesTag(request.ifNoneMatch, tag)) return { status: 304, headers: { ETag: tag } };
  return jsonText(200, await shownText(row, type, selection, scope), { ETag: tag });
}

/** The text of one entity. Where its traits come from elsewhere, it is cached until the next commit, as pages are. */
async function shownText(row: ShownRow, type: EntityType, selection: Selection, scope: Scope): Promise<string> {
  const load = async () => first(await composeShown([row], type, selection, scope));
  const { traits, extras } = selection;
  const isOwn = traits.length === 0 || traits.some(({ trait }) => trait.perReader);
  if (!capabilitiesOf(scope.sql).remote || isOwn) return load();
  const name = sharedName('entity', type, selection, [row.id, traits.map(({ as }) => as), extras], scope);
  return name === null ? load() : cached(scope.sql, name, load, (text) => text.length);
}

/** A response with composed text and its ETag. */
export function entityReply(
  status: number,
  row: EntityRow,
  text: string,
  scope: Scope,
  headers: Record<string, string> = {},
): Reply {
  return jsonText(status, withHrefs(text, apiUrl(scope)), { ETag: etag(row), ...headers });
}

/** Response to a custom write: the entity as it is now, with the requested fields. */
export async function replyWith(
  type: EntityType,
  row: EntityRow,
  fields: string | undefined,
  scope: Scope,
  status = 200,
): Promise<Reply> {
  const text = first(await composeShown([row], type, selectFields(type, fields, scope.catalog), scope));
  return entityReply(status, row, text, scope);
}
