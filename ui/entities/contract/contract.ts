// Shared by the parts of the page: reading contracts, and facts about the assets that have them.
import {
  exportDataContractToODCSYaml,
  getDataContractByEntityId,
  getDataContractById,
  listDataContractResults,
  listDataContracts,
  patchDataContract,
} from 'cairn/client';
import type { Column, ContractedType, DataContract } from 'cairn/contract';
import { valueAt } from '../../data/editing/merge.js';
import { queryClient } from '../../data/query-client.js';
import { useRights } from '../../data/rights.js';
import { keyOf, type Read, refresh, useOperation } from '../../data/use-operation.js';
import type { Entity, EntityView } from '../entity-page.js';
import { references } from '../fields/values.js';

const OF_ONE = [
  getDataContractByEntityId,
  getDataContractById,
  listDataContractResults,
  exportDataContractToODCSYaml,
] as const;
const FIELDS = 'owners,reviewers';

/** Whether a contract holds for the asset, its own or that of its data product: asking for one that is not there would be an error. */
export function useHasContract({ entity }: EntityView): Read<boolean> {
  const own = useOperation(listDataContracts, { query: { entity: entity.id, limit: 1 } });
  const products = references(entity, 'dataProducts');
  // As the server does it: of several data products none passes its contract on.
  const [product] = products.length === 1 ? products : [];
  const above = useOperation(
    listDataContracts,
    { query: { entity: product?.id ?? '', limit: 1, entityStatus: 'Approved' } },
    { enabled: product !== undefined },
  );
  const some = [own, ...(product ? [above] : [])].find(({ data }) => data === undefined || data.value.data.length > 0);
  const shown = some ?? own;
  const value = shown.data && { value: some !== undefined, etag: null };
  return { ...shown, data: value } as Read<boolean>; // the state of that answer, with another value
}

/** What holds for the asset, with what its data product passes on. */
export function useEffective({ type, entity }: EntityView): Read<DataContract> {
  return useOperation(getDataContractByEntityId, {
    query: { entityId: entity.id, entityType: type as ContractedType, fields: FIELDS },
  });
}

/** The contract of the asset itself, as forms change it: without what is passed on. */
export function useOwn(id: string | undefined) {
  const input = { params: { id: id ?? '' }, query: { fields: FIELDS } };
  const answer = useOperation(getDataContractById, input, { enabled: id !== undefined });
  const may = useRights('dataContract', id);
  const own = answer.data?.value;
  const view: EntityView | undefined = own && {
    type: 'dataContract',
    entity: own as unknown as Entity, // an answer of the server has all that entities have
    may,
    sub: undefined,
    target: {
      id: own.id,
      patch: patchDataContract,
      key: keyOf(getDataContractById, input),
      label: own.displayName || own.name,
    },
  };
  return { answer, own, view, may };
}

/** Everything that shows the contract, after a change of it. */
export function refreshContract(): Promise<unknown> {
  return refresh(listDataContracts, ...OF_ONE);
}

/** After its deletion: first it is shown no more, then forgotten. */
export async function forgetContract(): Promise<void> {
  await refresh(listDataContracts);
  for (const operation of OF_ONE) queryClient.removeQueries({ queryKey: keyOf(operation) });
}

const FIELD_LISTS = ['/columns', '/messageSchema/schemaFields', '/dataModel/columns', '/fields'];
const MORE_LISTS = ['/requestSchema/schemaFields', '/responseSchema/schemaFields'];

/** The columns or fields of an asset that a contract can promise. */
export function fieldsOf(entity: Entity): Column[] {
  return [...FIELD_LISTS, ...MORE_LISTS].flatMap((path) => {
    const list = valueAt(entity, path);
    return Array.isArray(list) ? (list as Column[]) : [];
  });
}
