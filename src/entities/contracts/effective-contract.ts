/** The effective contract of an asset: its own contract, with the parts that it inherits from the contract of its data product. */
import { type DataContract, parseObject, type SemanticsRule } from '../../../contract/index.js';
import {
  apiUrl,
  compose,
  composeShown,
  parseLinked,
  referenceText,
  type Scope,
  selectFields,
  visibleIds,
} from '../../catalog/index.js';
import { first } from '../../context/index.js';
import { type EntityRow, getEntitiesByIds, listChildren, relationsTo } from '../../storage/index.js';
import { dataProductAsset } from '../../traits/index.js';
import { CONTRACT, PASSING_ON } from './contract-names.js';

/** The contracts of an asset that the actor may see. */
export interface ContractRows {
  own: EntityRow | null;
  /** The approved contract of the only data product of the asset. */
  passedOn: EntityRow | null;
}

export async function contractsOf(asset: EntityRow, scope: Scope): Promise<ContractRows> {
  const own = await contractRow(asset.id, scope);
  const edges = await relationsTo(scope.sql, [asset.id], [dataProductAsset]);
  const products = edges.filter(({ from_type, deleted }) => from_type === PASSING_ON && deleted === 0);
  // compat: with several data products it is not clear whose contract holds, so none is inherited.
  const [product] = products.length === 1 ? products : [];
  const above = product ? await contractRow(product.from_id, scope) : null;
  return { own, passedOn: above?.doc.includes('"entityStatus":"Approved"') ? above : null };
}

/** The contract of one asset, if the actor may see it. */
export async function contractRow(assetId: string, scope: Scope): Promise<EntityRow | null> {
  const [child] = await listChildren(scope.sql, [assetId], { types: [CONTRACT] });
  const [row] = child ? await getEntitiesByIds(scope.sql, [child.id]) : [];
  if (!row || !(await visibleIds([row], scope)).has(row.id)) return null;
  return row;
}

/** The effective contract of the asset, as the actor sees it; null without a contract. `fields`: as in requests. */
export async function effectiveContract(
  asset: EntityRow,
  { own, passedOn }: ContractRows,
  fields: string | undefined,
  scope: Scope,
): Promise<DataContract | null> {
  const [mine, given] = [
    own ? await shownContract(own, fields, scope) : null,
    passedOn ? await shownContract(passedOn, fields, scope) : null,
  ];
  if (!given) return mine;
  return mine ? merged(mine, given) : inherited(given, asset, scope);
}

/** A contract as the actor sees it. `fields`: as in requests. */
export async function shownContract(row: EntityRow, fields: string | undefined, scope: Scope): Promise<DataContract> {
  const type = scope.catalog.registry.get(CONTRACT);
  const selection = selectFields(type, fields, scope.catalog);
  return parseObject<DataContract>(first(await composeShown([row], type, selection, scope)));
}

/** The same with everything visible, for checks that the server runs. */
export async function wholeContract(row: EntityRow, scope: Scope): Promise<DataContract> {
  const type = scope.catalog.registry.get(CONTRACT);
  return parseLinked<DataContract>(
    first(await compose([row], type, selectFields(type, '*', scope.catalog), scope)),
    '',
  );
}

/** Assets inherit terms, rules, security and service level. Promises about the data of a product do not apply to each of its assets. */
function inherited(given: DataContract, asset: EntityRow, scope: Scope): DataContract {
  const {
    schema: _s,
    qualityExpectations: _q,
    testSuite: _t,
    latestResult: _l,
    contractUpdates: _u,
    odcsQualityRules: _r,
    odcsElementExtensions: _e,
    ...rest
  } = given;
  const path = scope.catalog.registry.path(asset.type);
  const link = referenceText(asset.ref, asset.id, path);
  return {
    ...rest,
    ...passedParts(given),
    entity: parseLinked<DataContract['entity']>(link, apiUrl(scope)),
    entityStatus: 'Draft',
    inherited: true,
  };
}

export function merged(own: DataContract, given: DataContract): DataContract {
  const parts = passedParts(given);
  const names = new Set(own.semantics?.map(({ name }) => name));
  const rules = parts.semantics?.filter(({ name }) => !names.has(name)) ?? [];
  const semantics = [...rules, ...(own.semantics ?? [])];
  return { ...parts, ...own, ...(semantics.length > 0 ? { semantics } : {}) };
}

type Passed = Pick<DataContract, 'termsOfUse' | 'security' | 'sla' | 'semantics'>;

function passedParts({ termsOfUse, security, sla, semantics }: DataContract): Passed {
  const inheritedRule = (rule: SemanticsRule): SemanticsRule => ({ ...rule, inherited: true });
  return {
    ...(termsOfUse ? { termsOfUse: { ...termsOfUse, inherited: true } } : {}),
    ...(security ? { security: { ...security, inherited: true } } : {}),
    ...(sla ? { sla: { ...sla, inherited: true } } : {}),
    ...(semantics ? { semantics: semantics.map(inheritedRule) } : {}),
  };
}
