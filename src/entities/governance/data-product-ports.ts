/** Input and output ports of a data product: the assets it reads and the assets it provides. */
import { catalogError } from '../../../contract/index.js';
import {
  apiUrl,
  type DataRoute,
  fieldsParameter,
  jsonText,
  linkTo,
  type ParameterDocs,
  type Reply,
  type Request,
  type Route,
  type Scope,
  withHrefs,
} from '../../catalog/index.js';
import { type EntityRow, relationsTo } from '../../storage/index.js';
import { dataProductAsset, offeredAsset } from '../../traits/index.js';
import { type AssetList, assetRoutes, pageDocs, readPage, shownAssets, wholeAssetPage } from '../asset-lists/assets.js';
import { linkedAssets } from '../asset-lists/linked-assets.js';
import { target } from '../entity-route.js';

const READS = 'readsFrom';
const inputs = linkedAssets(READS);
const outputs = linkedAssets(offeredAsset);

/** Routes to add, remove and list each kind of port, and one that returns both lists. */
export function portRoutes(path: string): Route[] {
  const rule = { type: 'dataProduct', path, by: 'name', body: 'api/bulkAssets', whole: true } as const;
  const ports = [
    ...assetRoutes({ ...rule, word: 'inputPorts', list: inputs, stored: inputs, guardAdding: guardInput }),
    ...assetRoutes({ ...rule, word: 'outputPorts', list: outputs, stored: outputs, guardAdding: guardOutput }),
  ];
  const byFqn = ports.filter((route) => route.method === 'PUT').map(underName);
  return [...ports, ...byFqn, portsView(`${path}/{id}`, ''), portsView(`${path}/name/{fqn}`, '_by_name')];
}

async function guardInput(asset: EntityRow, scope: Scope, product: EntityRow): Promise<void> {
  const kinds = await kindsOf(asset, product, scope);
  if (kinds.has(offeredAsset)) throw otherPort(asset, 'output', 'inputPorts');
}

async function guardOutput(asset: EntityRow, scope: Scope, product: EntityRow): Promise<void> {
  const kinds = await kindsOf(asset, product, scope);
  if (kinds.has(READS)) throw otherPort(asset, 'input', 'outputPorts');
  if (!kinds.has(dataProductAsset))
    throw catalogError(
      'BAD_REQUEST',
      `Asset '${asset.fqn}' must belong to the data product before it can be added as an output port`,
    );
}

function otherPort(asset: EntityRow, side: string, to: string) {
  const message = `Asset '${asset.fqn}' is already part of ${side} ports and cannot be added to ${to}`;
  return catalogError('BAD_REQUEST', message);
}

/** What an asset is to a data product. */
async function kindsOf(asset: EntityRow, product: EntityRow, { sql }: Scope): Promise<Set<string>> {
  const edges = await relationsTo(sql, [asset.id], [READS, offeredAsset, dataProductAsset]);
  return new Set(edges.filter(({ from_id }) => from_id === product.id).map(({ kind }) => kind));
}

function underName(route: Route): Route {
  const docs = { ...route.docs, operationId: `${route.docs.operationId}_by_name` };
  return { ...route, path: route.path.replace('/{name}/', '/name/{fqn}/'), docs };
}

function portsView(prefix: string, suffix: string): DataRoute {
  return {
    kind: 'read',
    method: 'GET',
    path: `${prefix}/portsView`,
    docs: {
      operationId: `view_dataProduct_ports${suffix}`,
      summary: 'List the input and output ports of a data product',
      description: 'Returns the data product with a page of its input ports and a page of its output ports.',
      tag: 'dataProduct',
      query: [fieldsParameter, ...pageOf('input'), ...pageOf('output')],
      answers: { 200: { description: 'Both kinds of ports', schema: 'api/domains/dataProductPortsView' } },
      errors: [404],
    },
    handle: viewPorts,
  };
}

function pageOf(side: 'input' | 'output'): ParameterDocs[] {
  return pageDocs.map((parameter) => ({
    ...parameter,
    name: parameter.name === 'limit' ? `${side}Limit` : `${side}Offset`,
  }));
}

async function viewPorts(request: Request, scope: Scope): Promise<Reply> {
  const { row } = await target('dataProduct', request, 'ViewBasic', scope);
  const reference = withHrefs(linkTo(row, scope), apiUrl(scope));
  const input = await portPage(inputs, row, request, 'input', scope);
  const output = await portPage(outputs, row, request, 'output', scope);
  return jsonText(200, `{"entity":${reference},"inputPorts":${input},"outputPorts":${output}}`);
}

function portPage(
  ports: AssetList,
  row: EntityRow,
  { query }: Request,
  side: 'input' | 'output',
  scope: Scope,
): Promise<string> {
  const page = readPage({
    limit: query[`${side}Limit`] ?? query.limit ?? '',
    offset: query[`${side}Offset`] ?? '',
  });
  return wholeAssetPage(shownAssets(ports), row, { ...page, fields: query.fields }, scope);
}
