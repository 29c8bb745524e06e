/** Reads of many entities for one response, piece by piece: each piece in its own snapshot, so that no other read waits. */
import { catalogError } from '../../contract/index.js';
import {
  type ActionRoute,
  type ListFilter,
  type Reply,
  type Request,
  readListRequest,
  type Scope,
} from '../catalog/index.js';
import { type ListCondition, type ShownRow, scanEntities } from '../storage/index.js';

/** A scope without a snapshot: every piece opens one with `reopen`. */
export type PieceScope = Omit<Scope, 'sql'>;

/** Handler of a long `action` that reads in pieces. 403 if the actor may not see any entity of the type. */
export function inPieces(
  type: string,
  handle: (request: Request, scope: PieceScope) => Promise<Reply>,
): ActionRoute['handle'] {
  return async (request, { actor, read, ...scope }) => {
    if (!actor) throw catalogError('UNAUTHORIZED', 'Not Authorized! Token not present');
    scope.catalog.authorizer.possible(actor, 'ViewBasic', type);
    return handle(request, { ...scope, actor, reopen: read, invalidate: () => {} });
  };
}

const PAGE = 500;

/**
 * Pages of the entities of a type that the caller may see and that its list filters (`EntityType.filters`) in `query`
 * select, in the order of their names.
 */
export async function* shownPages(
  typeName: string,
  { query, ...request }: Request,
  scope: PieceScope,
  conditions: readonly ListCondition[] = [],
): AsyncGenerator<ShownRow[], void> {
  const type = scope.catalog.registry.get(typeName);
  const filters: [string, ListFilter][] = Object.entries(type.filters ?? {});
  const selected = Object.fromEntries(filters.map(([name]) => [name, query[name] ?? '']));
  const list = await scope.reopen((sql) =>
    readListRequest(type, { ...request, query: selected }, { ...scope, sql }, conditions),
  );
  for (let after = list.after, more = true; more; ) {
    const place = after ? { after } : {};
    const { rows, next } = await scope.reopen((sql) => scanEntities(sql, { ...list.query, ...place, limit: PAGE }));
    yield rows;
    more = next !== null;
    after = next ?? undefined;
  }
}
