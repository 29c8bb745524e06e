import { type EventSubscription, parseObject, type Stored } from '../../../contract/index.js';
import {
  type EntityKey,
  type ParameterDocs,
  parameter,
  type Request,
  readLimit,
  readRow,
  type Scope,
} from '../../catalog/index.js';
import { eventSubscription } from '../../entities/index.js';
import type { EntityRow } from '../../storage/index.js';
import type { Page } from './records.js';

export type StoredAlert = Stored<EventSubscription>;

export interface NamedAlert {
  row: EntityRow;
  /** As stored, with masked secrets. */
  alert: StoredAlert;
}

/** `{id}` or `{name}` of the path. */
export function namingOf(request: Request): EntityKey {
  return 'id' in request.params ? { id: parameter(request, 'id') } : { fqn: parameter(request, 'name') };
}

/** The alert that the path names. 404, or 403 for those who may not see all of it. */
export async function readAlert(request: Request, scope: Scope): Promise<NamedAlert> {
  const row = await readRow(eventSubscription, namingOf(request), 'all', scope, ['ViewAll']);
  return { row, alert: parseObject<StoredAlert>(row.doc) };
}

/** The same route for `id/{id}` and `name/{name}`. */
export function byIdAndName<R>(
  suffix: string,
  operationId: string,
  make: (path: string, operationId: string) => R,
): R[] {
  const { path } = eventSubscription;
  return [
    make(`${path}/id/{id}/${suffix}`, operationId),
    make(`${path}/name/{name}/${suffix}`, `${operationId}ByName`),
  ];
}

const DEFAULT_LIMIT = 15;
const MOST_LISTED = 1000;

export const pageDocs: readonly ParameterDocs[] = [
  {
    name: 'limit',
    description: 'Maximum number of items to return',
    schema: { type: 'integer', minimum: 1, maximum: MOST_LISTED, default: DEFAULT_LIMIT },
  },
  {
    name: 'paginationOffset',
    description: 'Number of items to skip',
    schema: { type: 'integer', minimum: 0, default: 0 },
  },
];

export function readPage({ query }: Request): Page {
  return {
    limit: readLimit(query.limit, DEFAULT_LIMIT, 1, MOST_LISTED),
    offset: readLimit(query.paginationOffset, 0, 0, Number.MAX_SAFE_INTEGER, 'paginationOffset'),
  };
}
