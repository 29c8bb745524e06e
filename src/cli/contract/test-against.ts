/** Checks what a document of the standard promises with the asset in a catalog. */
import {
  contractedTypes,
  type DataContractResult,
  isObject,
  type JsonObject,
  parseObject,
} from '../../../contract/index.js';
import { createAddressPolicy, createHttpEgress } from '../../egress/index.js';
import { entityTypes } from '../../entities/index.js';
import { Failure } from '../fail.js';
import type { Check } from './report.js';

export interface Against {
  url: string;
  token: string;
  /** FQN and type of the asset; without a name, that of the contract with the id of the document. */
  entity?: string | undefined;
  type: string;
  object?: string | undefined;
}

const ANYWHERE = ['0.0.0.0/0', '::/0'];
const MAX_ANSWER = 4_000_000;
const [CONNECT_TIMEOUT, READ_TIMEOUT] = [10_000, 60_000];

export async function testAgainst(
  text: string,
  documentId: unknown,
  given: Against,
): Promise<{ target: string; checks: Check[]; result: DataContractResult }> {
  const api = `${given.url.replace(/\/+$/, '').replace(/\/api$/, '')}/api/v1`;
  // The user of the command chose the catalog, so private addresses are allowed.
  const http = createHttpEgress({ policy: createAddressPolicy(ANYWHERE, '--against'), maxBytes: MAX_ANSWER });
  const callText = async (method: 'GET' | 'POST', path: string, body?: string) => {
    const answer = await http.send({
      url: `${api}${path}`,
      method,
      headers: {
        authorization: `Bearer ${given.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/yaml' }),
      },
      ...(body === undefined ? {} : { body }),
      connectTimeout: CONNECT_TIMEOUT,
      readTimeout: READ_TIMEOUT,
    });
    const answered = Buffer.from(answer.body).toString();
    if (answer.status >= 300)
      throw new Failure(
        `${new URL(api).host} answered ${answer.status}: ${String(parse(answered).message ?? 'no reason given')}`,
      );
    return answered;
  };
  const call: Call = async (method, path) => parse(await callText(method, path));
  try {
    const asset = await findAsset(documentId, given, call);
    const query = new URLSearchParams({
      entityId: String(asset.id),
      entityType: String(asset.type),
      ...(given.object ? { objectName: given.object } : {}),
    });
    const result = parseObject<DataContractResult>(await callText('POST', `/dataContracts/odcs/test?${query}`, text));
    const target = `${String(asset.type)} ${String(asset.fullyQualifiedName)} on ${new URL(api).host}`;
    return { target, checks: checksOf(result), result };
  } finally {
    await http.close();
  }
}

type Call = (method: 'GET', path: string) => Promise<JsonObject>;

async function findAsset(documentId: unknown, { entity, type }: Against, call: Call): Promise<JsonObject> {
  if (entity !== undefined) {
    const declared = entityTypes.find(({ name }) => name === type && contractedTypes.some((one) => one === name));
    if (!declared) throw new Failure(`--type must be one of ${contractedTypes.join(', ')}`);
    return { ...(await call('GET', `${declared.path.replace('/v1', '')}/name/${encodeURIComponent(entity)}`)), type };
  }
  if (typeof documentId !== 'string' || !/^[0-9a-f-]{36}$/i.test(documentId))
    throw new Failure('--entity must name the asset: the id of the document is not that of a contract in the catalog');
  const { entity: asset } = await call('GET', `/dataContracts/${documentId}`);
  if (!isObject(asset)) throw new Failure('the catalog does not say which asset the contract is about');
  return asset;
}

function parse(text: string): JsonObject {
  try {
    return parseObject(text);
  } catch {
    return {};
  }
}

/** One check for each part, as far as the result tells them apart. */
export function checksOf({
  schemaValidation,
  semanticsValidation,
  qualityValidation,
  slaValidation,
  result = '',
  contractExecutionStatus,
}: DataContractResult): Check[] {
  const checks: Check[] = [];
  const part = (
    what: string,
    found: { passed?: number; failed?: number; total?: number } | undefined,
    detail: string,
  ) => {
    if (!found) return;
    const { passed = 0, failed = 0, total = 0 } = found;
    const status = failed > 0 ? 'failed' : passed < total ? 'unchecked' : 'passed';
    checks.push({
      what: `${what} (${passed} of ${total})`,
      status,
      ...(status === 'passed' || detail === '' ? {} : { detail }),
    });
  };
  const { failedFields = [], duplicateFields = [], typeMismatchFields = [] } = schemaValidation ?? {};
  const fields = [
    ...failedFields.map((name) => `${name} is missing`),
    ...duplicateFields.map((name) => `${name} is promised twice`),
    ...typeMismatchFields,
  ];
  part('schema', schemaValidation, fields.join('; '));
  const rules = semanticsValidation?.failedRules ?? [];
  part('semantics', semanticsValidation, rules.map(({ ruleName, reason }) => `${ruleName}: ${reason}`).join('; '));
  part('quality', qualityValidation, '');
  for (const [name, met] of Object.entries(slaValidation ?? {}))
    if (typeof met === 'boolean') checks.push({ what: name.replace(/Met$/, ''), status: met ? 'passed' : 'failed' });
  const known = new Set(checks.map(({ status }) => status));
  if (contractExecutionStatus === 'Failed' && !known.has('failed'))
    checks.push({ what: 'contract', status: 'failed', detail: result });
  else if (contractExecutionStatus !== 'Success' && contractExecutionStatus !== 'Failed' && !known.has('unchecked'))
    checks.push({ what: 'contract', status: 'unchecked', detail: result });
  return checks;
}
