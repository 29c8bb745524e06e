/** Imports documents of the standard as contracts. */
import {
  type CreateDataContract,
  catalogError,
  type DataContract,
  type EntityReference,
  isObject,
  parseObject,
} from '../../../../contract/index.js';
import {
  checkCreate,
  createEntity,
  type Fields,
  givenFqn,
  putEntity,
  type Scope,
  visibleIds,
} from '../../../catalog/index.js';
import { chooseObject, type OdcsDocument, objectsIn, textIn } from '../../../odcs/index.js';
import {
  type EntityRow,
  getContractDocument,
  getEntitiesByFqns,
  getEntityByFqn,
  putContractDocument,
} from '../../../storage/index.js';
import { TEST_TYPE } from '../../quality/edges.js';
import { CONTRACT, SCHEMA } from '../contract-names.js';
import { contractRow, wholeContract } from '../effective-contract.js';
import { type ContractFields, contractFieldsOf, needsObject, type OdcsNames } from './contract-of-odcs.js';
import { type ImportedDocument, isOwner } from './odcs-of-contract.js';

/** `merge` keeps what the document does not mention, `replace` removes it, `create` requires that there is no contract yet. */
export type ImportMode = 'create' | 'merge' | 'replace';

export interface Import {
  document: OdcsDocument;
  objectName: string | null;
}

export function namesOf({ catalog: { contract } }: Pick<Scope, 'catalog'>): OdcsNames {
  return {
    types: contract.enumValues('entity/data/table#dataType'),
    zones: contract.enumValues(`${SCHEMA}#contractSLA.timezone`),
  };
}

/** A document of the standard, and which of its objects is about the asset. 400 if none of its objects is. */
export function readImport(
  document: OdcsDocument,
  asset: Pick<EntityRow, 'name'> | null,
  objectName: string | undefined,
): Import {
  if (!asset) return { document, objectName: null };
  const place = { objectName: objectName || undefined, entityName: asset.name };
  if (needsObject(document, place)) {
    const names = objectsIn(document.schema).map(({ name }) => String(name));
    throw catalogError(
      'BAD_REQUEST',
      objectName
        ? `Schema object '${objectName.slice(0, 200)}' not found in ODCS contract. Available objects: ${names.join(', ')}`
        : `objectName must name one of the objects of the document: ${names.join(', ')}`,
    );
  }
  return { document, objectName: chooseObject(document, place)?.name ?? null };
}

/** The create request that a document corresponds to, with the people and test cases that exist in the catalog. */
export async function requestOf({ document, objectName }: Import, asset: EntityRow, scope: Scope): Promise<Fields> {
  const place = { objectName: objectName ?? undefined, entityName: asset.name };
  const { expected = [], ...fields }: ContractFields = contractFieldsOf(document, place, namesOf(scope));
  const owners = (await ownersIn(document, scope)).map(({ id, type }) => ({ id, type }));
  const cases = await getEntitiesByFqns(scope.sql, TEST_TYPE.case, expected);
  const seen = await visibleIds(cases, scope);
  const known = cases.filter(({ id, deleted }) => deleted === 0 && seen.has(id)).map(({ id, type }) => ({ id, type }));
  return {
    ...fields,
    entity: { id: asset.id, type: asset.type },
    ...(owners.length > 0 ? { owners } : {}),
    ...(known.length > 0 ? { qualityExpectations: known } : {}),
  };
}

/** Limited, because each is looked up within the transaction of the import. */
const MOST_OWNERS = 200;

/** Users and teams that the document names as owners and that exist in the catalog. */
async function ownersIn({ team }: OdcsDocument, scope: Scope): Promise<EntityRow[]> {
  const members = Array.isArray(team) ? objectsIn(team) : objectsIn(objectsIn([team])[0]?.members);
  const owners: EntityRow[] = [];
  for (const member of members.filter(isOwner).slice(0, MOST_OWNERS)) {
    const row = await personNamed([textIn(member.username), textIn(member.name)], scope);
    if (row && !owners.some(({ id }) => id === row.id)) owners.push(row);
  }
  return owners;
}

async function personNamed(names: readonly (string | undefined)[], scope: Scope): Promise<EntityRow | null> {
  const { registry } = scope.catalog;
  for (const name of names)
    for (const type of [...registry.targetsOf('users'), ...registry.targetsOf('owners')]) {
      const row =
        name === undefined ? undefined : await getEntityByFqn(scope.sql, type, givenFqn(registry.get(type), name));
      if (row?.deleted === 0) return row;
    }
  return null;
}

export interface ImportRules {
  mode: ImportMode;
  /** ETag that the contract must have before the import; null: any. */
  ifMatch: string | null;
}

/** Stores the contract with its document. The row of the asset must be locked. */
export async function importContract(
  given: Import,
  asset: EntityRow,
  { mode, ifMatch }: ImportRules,
  scope: Scope,
): Promise<{ row: EntityRow; created: boolean }> {
  const type = scope.catalog.registry.get(CONTRACT);
  const imported = await requestOf(given, asset, scope);
  const stored = mode === 'create' ? null : await contractRow(asset.id, scope);
  if (!stored && ifMatch !== null)
    throw catalogError('PRECONDITION_FAILED', 'If-Match is given, but the asset has no contract');
  const earlier = stored ? await storedDocument(stored.id, scope) : null;
  const before: Partial<CreateDataContract> = stored && mode === 'merge' ? await asRequest(stored, scope) : {};
  const sla = before.sla || imported.sla ? { sla: { ...before.sla, ...fieldsIn(imported.sla) } } : {};
  const request = { ...before, ...imported, ...sla, ...(stored ? { name: stored.name } : {}) };
  const create = checkCreate(type, request, scope);
  const { row } = stored
    ? await putEntity(type, create, { override: true }, scope, ifMatch)
    : await createEntity(type, create, scope);
  const document = earlier && mode === 'merge' ? { ...earlier.document, ...given.document } : given.document;
  const owners = (await ownersIn(given.document, scope)).map(({ name }) => name);
  const record: ImportedDocument = { document, objectName: given.objectName, owners };
  await putContractDocument(scope.sql, row.id, JSON.stringify(record));
  return { row, created: stored === null };
}

function fieldsIn(value: unknown): Fields {
  return isObject(value) ? value : {};
}

async function storedDocument(id: string, { sql }: Scope): Promise<ImportedDocument | null> {
  const text = await getContractDocument(sql, id);
  return text === undefined ? null : parseObject<ImportedDocument>(text);
}

/** The create request that corresponds to the contract. */
async function asRequest(row: EntityRow, scope: Scope): Promise<Partial<CreateDataContract>> {
  const contract = await wholeContract(row, scope);
  const { displayName, description, entityStatus, schema, semantics, odcsQualityRules, odcsElementExtensions } =
    contract;
  const { effectiveFrom, effectiveUntil, sourceUrl, termsOfUse, security, sla } = contract;
  const request = {
    ...{ displayName, description, entityStatus, schema, semantics, odcsQualityRules, odcsElementExtensions },
    ...{ effectiveFrom, effectiveUntil, sourceUrl, termsOfUse: termsOfUse?.content, security, sla },
    qualityExpectations: references(contract.qualityExpectations),
    owners: references(ownOf(contract.owners)),
    reviewers: references(ownOf(contract.reviewers)),
  };
  return Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
}

type References = DataContract['owners'];

function ownOf(list: References): References {
  return list?.filter(({ inherited }) => inherited !== true);
}

function references(list: References): EntityReference[] | undefined {
  return list && list.length > 0 ? list.map(({ id, type }) => ({ id, type })) : undefined;
}
