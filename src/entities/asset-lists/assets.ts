/** Routes that add, remove and list the assets of a holder: a domain, data product or tag. */
import type { EntityReference } from '../../../contract/index.js';
import {
  aNounOf,
  apiUrl,
  bulkReply,
  type DataRoute,
  fieldsParameter,
  inSlices,
  jsonText,
  linkTo,
  nounOf,
  type Reply,
  type Request,
  type Route,
  readBody,
  readLimit,
  type Scope,
  type SlicedRoute,
  type SlicedScope,
  seesAll,
  visibleIds,
  withHrefs,
} from '../../catalog/index.js';
import type { EntityRow, ReferenceRow } from '../../storage/index.js';
import { byIdOrName, target } from '../entity-route.js';
import { type ChangeRule, changeSome, type Verb } from './change-assets.js';
import { readAssetFields, wholeAssets } from './whole-assets.js';

/** What is read of the assets of a holder. */
export interface AssetList {
  list(holder: EntityRow, limit: number, scope: Scope): Promise<ReferenceRow[]>;
  count(holder: EntityRow, scope: Scope): Promise<number>;
  /** Numbers of assets that the reader may see, by holder; holders without any may be missing. */
  counts(holders: readonly EntityRow[], scope: Scope): Promise<{ id: string; count: number }[]>;
}

/** Finds a page of the assets of a holder that the reader may see, and their total. */
export type FindAssets = (holder: EntityRow, page: Page, scope: Scope) => Promise<AssetPage>;

export interface AssetPage {
  rows: readonly Linked[];
  total: number;
}

export interface AssetRule extends ChangeRule {
  type: string;
  path: string;
  /** Path parameter that names the holder when assets are added or removed. */
  by: 'id' | 'name';
  /** Contract key of the body of add and remove. */
  body: 'api/bulkAssets' | 'api/addTagToAssetsRequest' | 'api/addGlossaryToAssetsRequest';
  /** The lists return whole entities with their types, as `fields` wants them, instead of references. */
  whole?: true;
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

const PARTS = ' A column of a table is an asset of the type `tableColumn`, named by its `fullyQualifiedName`.';

function changeRoute(rule: AssetRule, verb: Verb): SlicedRoute {
  return {
    kind: 'sliced',
    method: 'PUT',
    path: `${rule.path}/{${rule.by}}/${rule.word}/${verb}`,
    docs: {
      operationId: `${verb}_${rule.type}_${rule.word}`,
      summary: `${verb === 'add' ? 'Add' : 'Remove'} ${nounOf({ name: rule.word })} of ${aNounOf({ name: rule.type })}`,
      description: `${verb === 'add' ? 'Adds' : 'Removes'} each entity of the list independently. The response has the result of each item. With \`dryRun\` nothing is stored.${rule.takesParts ? PARTS : ''}`,
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
