/** Routes that add, remove and list the assets of a holder: a domain, data product or tag. */
import {
  CatalogError,
  catalogError,
  type EntityReference,
  errorMessages,
  parseReference,
} from '../../../contract/index.js';
import {
  aNounOf,
  apiUrl,
  type BulkItem,
  bulkReply,
  changeEntities,
  type DataRoute,
  type EntityType,
  type Fields,
  fieldsParameter,
  inSlices,
  jsonText,
  linkTo,
  loadEntities,
  mayLift,
  nounOf,
  type Reply,
  type Request,
  type Route,
  readBody,
  readLimit,
  recordUpdate,
  refuseLifting,
  type Scope,
  type SlicedRoute,
  type SlicedScope,
  seesAll,
  visibleIds,
  withHrefs,
} from '../../catalog/index.js';
import { groupBy } from '../../context/index.js';
import { type EntityRow, lockEntities, type ReferenceRow } from '../../storage/index.js';
import { byIdOrName, decide, type Target, target } from '../entity-route.js';
import { readAssetFields, wholeAssets } from './whole-assets.js';

type Verb = 'add' | 'remove';

/** What is read of the assets of a holder. */
export interface AssetList {
  list(holder: EntityRow, limit: number, scope: Scope): Promise<ReferenceRow[]>;
  count(holder: EntityRow, scope: Scope): Promise<number>;
  /** Numbers of assets that the reader may see, by holder; holders without any may be missing. */
  counts(holders: readonly EntityRow[], scope: Scope): Promise<{ id: string; count: number }[]>;
}

/** Assets that belong to a holder without knowing of it. */
export interface AssetEdges {
  add(holder: EntityRow, assets: readonly EntityRow[], scope: Scope): Promise<void>;
  remove(holder: EntityRow, assets: readonly EntityRow[], scope: Scope): Promise<void>;
}

/** Finds a page of the assets of a holder that the reader may see, and their total. */
export type FindAssets = (holder: EntityRow, page: Page, scope: Scope) => Promise<AssetPage>;

export interface AssetPage {
  rows: readonly Linked[];
  total: number;
}

/** A field of the assets that names their holders. Changing it makes a version and an event of each asset, as a PATCH of it does. */
export interface HolderField {
  field: string;
  /** The asset after it was added or removed, from a copy of what it was. */
  change(asset: Fields, holder: EntityRow, verb: Verb, type: EntityType, scope: Scope): Promise<Fields> | Fields;
}

export interface AssetRule {
  type: string;
  path: string;
  /** Path parameter that names the holder when assets are added or removed. */
  by: 'id' | 'name';
  /** Contract key of the body of add and remove. */
  body: 'api/bulkAssets' | 'api/addTagToAssetsRequest' | 'api/addGlossaryToAssetsRequest';
  /** Path segment, also used in operation ids and change descriptions: `assets`, `inputPorts`. */
  word: string;
  /** How assets are stored. */
  stored: HolderField | AssetEdges;
  /** Operation required on each asset, if it is not `EditAll`. It is all that is needed: the holder only has to be visible. */
  operation?(holder: EntityRow): string;
  /** The lists return whole entities with their types, as `fields` wants them, instead of references. */
  whole?: true;
  /** Refuses an asset that may not be added, whatever rights the actor has. */
  guardAdding?(asset: EntityRow, scope: Scope, holder: EntityRow): Promise<void> | void;
  /** Refuses an asset that would stay in the list. */
  guardRemoving?(asset: EntityRow, scope: Scope, holder: EntityRow): Promise<void>;
}

/** PUT add, PUT remove, GET by id and by name. */
export function assetRoutes({ list, ...rule }: AssetRule & { list: AssetList }): Route[] {
  return [...assetChangeRoutes(rule), ...assetListRoutes(rule, shownAssets(list))];
}

/** PUT add, PUT remove. */
export function assetChangeRoutes(rule: AssetRule): Route[] {
  return [changeRoute(rule, 'add'), changeRoute(rule, 'remove')];
}

type ListedAssets = Pick<AssetRule, 'type' | 'path' | 'word' | 'whole'>;

/** GET by id and by name. */
export function assetListRoutes(rule: ListedAssets, find: FindAssets): DataRoute[] {
  return [listRoute(rule, find, '{id}'), listRoute(rule, find, 'name/{fqn}')];
}

function changeRoute(rule: AssetRule, verb: Verb): SlicedRoute {
  return {
    kind: 'sliced',
    method: 'PUT',
    path: `${rule.path}/{${rule.by}}/${rule.word}/${verb}`,
    docs: {
      operationId: `${verb}_${rule.type}_${rule.word}`,
      summary: `${verb === 'add' ? 'Add' : 'Remove'} ${nounOf({ name: rule.word })} of ${aNounOf({ name: rule.type })}`,
      description: `${verb === 'add' ? 'Adds' : 'Removes'} each entity of the list independently. The response has the result of each item. With \`dryRun\` nothing is stored.`,
      tag: rule.type,
      body: { schema: rule.body },
      answers: {
        200: { description: 'Result of each item, with the reason for failures', schema: 'type/bulkOperationResult' },
      },
      errors: [404],
    },
    handle: (request, scope) => changeAssets(rule, verb, request, scope),
  };
}

async function changeAssets(rule: AssetRule, verb: Verb, request: Request, scope: SlicedScope): Promise<Reply> {
  const needed = rule.operation ? 'ViewBasic' : 'EditAll';
  const holderToChange = (inner: Scope) => target(rule.type, byIdOrName(request), needed, inner);
  await scope.transaction(holderToChange);
  const body = readBody(request, rule.body, scope);
  const { dryRun = false, assets = [] } = scope.catalog.contract.withDefaults(rule.body, body);
  const change = (some: readonly EntityReference[]) =>
    scope.transaction(async (inner) => changeSome(rule, verb, await holderToChange(inner), some, dryRun, inner));
  const results = await inSlices(assets, change);
  return bulkReply(200, results, dryRun);
}

/** Changes assets in one transaction. What the actor may not change is refused by itself; another error undoes all. */
async function changeSome(
  rule: AssetRule,
  verb: Verb,
  holder: Target,
  assets: readonly EntityReference[],
  dryRun: boolean,
  scope: Scope,
): Promise<BulkItem[]> {
  // Locked before anything is decided, so that no other writer changes meanwhile what the decisions depend on.
  const ids = [...new Set(assets.map(({ id }) => id))];
  const found = new Map((await lockEntities(scope.sql, ids)).map((row) => [row.id, row]));
  const rows = new Map<string, EntityRow>();
  const items: BulkItem[] = [];
  for (const asset of assets) {
    const row = found.get(asset.id);
    const error =
      row && row.type === asset.type && row.deleted < 2
        ? await refusal(rule, verb, holder.row, row, scope)
        : catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundById(asset.type, asset.id));
    if (error) items.push({ request: asset, status: error.status, message: error.message });
    else if (row) {
      rows.set(row.id, row);
      items.push({ request: parseReference(row.ref), status: 200 });
    }
  }
  if (!dryRun && rows.size > 0) await saveAssets(rule, verb, holder, [...rows.values()], scope);
  return items;
}

/** Why the actor may not add or remove the asset; null if it may. What they may not see does not exist for them. */
async function refusal(
  rule: AssetRule,
  verb: Verb,
  holder: EntityRow,
  row: EntityRow,
  scope: Scope,
): Promise<CatalogError | null> {
  const type = scope.catalog.registry.get(row.type);
  if (!(await visibleIds([row], scope)).has(row.id))
    return catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundById(row.type, row.id));
  try {
    await decide(type, row, rule.operation?.(holder) ?? 'EditAll', scope);
    if (verb === 'add') {
      refuseWithout(rule, type);
      await rule.guardAdding?.(row, scope, holder);
    } else await rule.guardRemoving?.(row, scope, holder);
    await guardDenies(rule, verb, holder, row, scope);
    return null;
  } catch (error) {
    if (error instanceof CatalogError) return error;
    throw error;
  }
}

function refuseWithout({ stored }: AssetRule, type: EntityType): void {
  if ('change' in stored && !canHave(type, stored.field))
    throw catalogError('BAD_REQUEST', `assets: ${aNounOf(type)} cannot have ${nounOf({ name: stored.field })}`);
}

/**
 * Rules depend on tags and domains: refuses with 403 a change that would end a rule that denies the actor something.
 */
async function guardDenies(
  { stored }: AssetRule,
  verb: Verb,
  holder: EntityRow,
  row: EntityRow,
  scope: Scope,
): Promise<void> {
  const type = scope.catalog.registry.get(row.type);
  if (!('change' in stored) || !mayLift(type, scope)) return;
  const [loaded] = await loadEntities([row], type, scope);
  const before = loaded?.value ?? {};
  const after = await stored.change(structuredClone(before), holder, verb, type, scope);
  await refuseLifting(type, { before, after, stored: row, parentId: row.parent_id }, scope);
}

async function saveAssets(
  rule: AssetRule,
  verb: Verb,
  holder: Target,
  rows: readonly EntityRow[],
  scope: Scope,
): Promise<void> {
  if ('change' in rule.stored) {
    const { change } = rule.stored;
    await changeByType(rows, (asset, type) => change(asset, holder.row, verb, type, scope), scope);
  } else await rule.stored[verb](holder.row, rows, scope);
  const list = `[${rows.map((row) => row.ref).join(',')}]`;
  const change =
    verb === 'add'
      ? { added: [{ name: rule.word, newValue: list }] }
      : { deleted: [{ name: rule.word, oldValue: list }] };
  // Domains of users and of their teams determine their rights.
  if (rows.some((row) => row.type === 'user' || row.type === 'team')) scope.invalidate({ kind: 'access' });
  await recordUpdate(holder.type, holder.row, change, scope);
}

/** Changes entities of several types, with versions and events as by a PATCH. */
export async function changeByType(
  rows: readonly EntityRow[],
  change: (entity: Fields, type: EntityType) => Promise<Fields> | Fields,
  scope: Scope,
): Promise<void> {
  for (const [name, some] of groupBy(rows, (row) => row.type)) {
    const type = scope.catalog.registry.get(name);
    await changeEntities(type, some, (entity) => change(entity, type), scope, { mayMerge: true });
  }
}

/** Whether entities of the type can be given a field of a trait. */
export function canHave({ traits = [] }: EntityType, name: string): boolean {
  return traits.some(({ field, write }) => field === name && write);
}

function listRoute(rule: ListedAssets, find: FindAssets, naming: string): DataRoute {
  return {
    kind: 'read',
    method: 'GET',
    path: `${rule.path}/${naming}/${rule.word}`,
    docs: {
      operationId: `list_${rule.type}_${rule.word}${naming === '{id}' ? '' : '_by_name'}`,
      summary: `List the ${nounOf({ name: rule.word })} of ${aNounOf({ name: rule.type })}`,
      description: `Returns a page of ${rule.whole ? '' : 'references to '}entities that the caller may see.`,
      tag: rule.type,
      query: rule.whole ? [fieldsParameter, ...pageDocs] : pageDocs,
      answers: {
        200: { description: 'One page', schema: rule.whole ? wholePage : { pageOf: 'type/entityReference' } },
      },
      errors: [404],
    },
    async handle(request, scope) {
      const { row } = await target(rule.type, request, 'ViewBasic', scope);
      const page = readPage(request.query);
      if (!rule.whole) return assetPage(find, row, page, scope);
      return jsonText(200, await wholeAssetPage(find, row, { ...page, fields: request.query.fields }, scope));
    },
  };
}

const wholePage = 'api/domains/dataProductPortsView#paginatedEntities';

/** Query parameters of offset pages. */
export const pageDocs = [
  {
    name: 'limit',
    description: 'Maximum number of items to return',
    schema: { type: 'integer', minimum: 1, maximum: 1000, default: 10 },
  },
  {
    name: 'offset',
    description: 'Number of items to skip',
    schema: { type: 'integer', minimum: 0, default: 0 },
  },
];

const farthest = 1_000_000;

export interface Page {
  limit: number;
  offset: number;
}

/** Reads `limit` and `offset`; 400 if one is out of range. */
export function readPage(query: Request['query'], limits = { fallback: 10, high: 1000 }): Page {
  return {
    limit: readLimit(query.limit, limits.fallback, 1, limits.high),
    offset: readLimit(query.offset, 0, 0, farthest, 'offset'),
  };
}

async function assetPage(find: FindAssets, holder: EntityRow, page: Page, scope: Scope): Promise<Reply> {
  const { rows, total } = await find(holder, page, scope);
  return pageReply(rows, { total, ...page }, scope);
}

/** A page of whole assets as JSON text; 400 for unknown `fields`. */
export async function wholeAssetPage(
  find: FindAssets,
  holder: EntityRow,
  { fields, ...page }: Page & { fields: string | undefined },
  scope: Scope,
): Promise<string> {
  const selectionOf = readAssetFields(fields, scope);
  const { rows, total } = await find(holder, page, scope);
  const texts = await wholeAssets(
    rows.map(({ id }) => id),
    selectionOf,
    scope,
  );
  return `{"data":[${texts.join(',')}],"paging":${JSON.stringify({ total, ...page })}}`;
}

/** Those of a list. */
export function shownAssets(list: AssetList): FindAssets {
  return async (holder, { limit, offset }, scope) => {
    if (seesAll(scope))
      return {
        rows: (await list.list(holder, offset + limit, scope)).slice(offset),
        total: await list.count(holder, scope),
      };
    const all = await list.list(holder, farthest, scope);
    const visible = await visibleIds(all, scope);
    const shown = all.filter(({ id }) => visible.has(id));
    return { rows: shown.slice(offset, offset + limit), total: shown.length };
  };
}

/** What the text of a reference needs. */
export type Linked = Pick<ReferenceRow, 'id' | 'type' | 'ref'>;

/** A page of references. */
export function pageReply(rows: readonly Linked[], paging: object, scope: Scope): Reply {
  return jsonText(200, withHrefs(pageText(rows, paging, scope), apiUrl(scope)));
}

/** The same as a part of a reply, with its links marked. */
export function pageText(rows: readonly Linked[], paging: object, scope: Scope): string {
  return `{"data":[${rows.map((row) => linkTo(row, scope)).join(',')}],"paging":${JSON.stringify(paging)}}`;
}
