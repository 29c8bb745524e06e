/** Input and output ports of a data product: the assets it reads and the assets it provides. */
import {
  apiUrl,
  type DataRoute,
  jsonText,
  linkTo,
  type Reply,
  type Request,
  type Route,
  type Scope,
  withHrefs,
} from '../../catalog/index.js';
import type { EntityRow } from '../../storage/index.js';
import { type AssetList, assetRoutes, pageText, readPage, shownAssets } from '../asset-lists/assets.js';
import { linkedAssets } from '../asset-lists/linked-assets.js';
import { target } from '../entity-route.js';

const inputs = linkedAssets('readsFrom');
const outputs = linkedAssets('offers');

/** Routes to add, remove and list each kind of port, and one that returns both lists. */
export function portRoutes(path: string): Route[] {
  const rule = { type: 'dataProduct', path, by: 'name', body: 'api/bulkAssets' } as const;
  const ports = [
    ...assetRoutes({ ...rule, word: 'inputPorts', list: inputs, stored: inputs }),
    ...assetRoutes({ ...rule, word: 'outputPorts', list: outputs, stored: outputs }),
  ];
  const byFqn = ports.filter((route) => route.method === 'PUT').map(underName);
  return [...ports, ...byFqn, portsView(`${path}/{id}`, ''), portsView(`${path}/name/{fqn}`, '_by_name')];
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
      answers: { 200: { description: 'Both kinds of ports', schema: 'api/domains/dataProductPortsView' } },
      errors: [404],
    },
    handle: viewPorts,
  };
}

async function viewPorts(request: Request, scope: Scope): Promise<Reply> {
  const { row } = await target('dataProduct', request, 'ViewBasic', scope);
  const reference = linkTo(row, scope);
  const input = await portPage(inputs, row, request, 'input', scope);
  const output = await portPage(outputs, row, request, 'output', scope);
  const text = `{"entity":${reference},"inputPorts":${input},"outputPorts":${output}}`;
  return jsonText(200, withHrefs(text, apiUrl(scope)));
}

async function portPage(
  ports: AssetList,
  row: EntityRow,
  { query }: Request,
  side: string,
  scope: Scope,
): Promise<string> {
  const { limit, offset } = readPage({
    limit: query[`${side}Limit`] ?? query.limit ?? '',
    offset: query[`${side}Offset`] ?? '',
  });
  const { rows, total } = await shownAssets(ports, row, { limit, offset }, scope);
  return pageText(rows, { total, limit, offset }, scope);
}
