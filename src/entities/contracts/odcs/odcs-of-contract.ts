/** Exports a contract as a document of the standard. Parts that did not change since the import are exported as they were imported. Pure. */
import type { DataContract, EntityReference, JsonObject, Standards } from '../../../../contract/index.js';
import { equal } from '../../../catalog/index.js';
import {
  chooseObject,
  enforceStandard,
  type OdcsDocument,
  type OdcsObject,
  objectsIn,
  schemaObjects,
  textIn,
  withCustomProperty,
} from '../../../odcs/index.js';
import { columnName, plainColumn, propertyOf } from './columns-of-odcs.js';
import {
  type ContractFields,
  contractFieldsOf,
  descriptionOf,
  EXPECTED,
  type OdcsNames,
  OWN_PROPERTIES,
  odcsStatus,
  plainSemantics,
  SEMANTICS,
} from './contract-of-odcs.js';
import { rolesOf, withExtensions, withQualityRules } from './rules-of-odcs.js';
import { slaPropertiesOf } from './sla-of-odcs.js';

/** The document from which a contract was imported. */
export interface ImportedDocument {
  document: OdcsDocument;
  /** The object of the document that the contract is about; null for the only one, or the one with the name of the asset. */
  objectName: string | null;
  /** Names of the members of the team that are owners in the catalog. */
  owners: readonly string[];
}

interface Described {
  contract: DataContract;
  imported: ImportedDocument | null;
}

export function odcsOf({ contract, imported }: Described, names: OdcsNames, standards: Standards): OdcsDocument {
  const place = { objectName: imported?.objectName ?? undefined, entityName: contract.entity.name };
  const base: JsonObject = imported ? structuredClone(imported.document) : skeletonOf(contract);
  const before: Partial<ContractFields> = imported ? contractFieldsOf(imported.document, place, names) : {};
  base.status = odcsStatus(contract.entityStatus, base.status);
  if (before.name !== contract.name) base.name = contract.name;
  if (descriptionOf(base) !== contract.description) setDescription(base, contract.description);
  setSchema(base, contract, place, names);
  setList(base, 'roles', rolesOf(contract.security, base));
  setList(base, 'slaProperties', slaPropertiesOf(contract.sla, base, names.zones));
  setTeam(base, contract.owners ?? [], imported?.owners ?? []);
  return enforceStandard(withOwnProperties(base, contract, before), standards);
}

function skeletonOf({ id, version, createdAt }: DataContract): JsonObject {
  return {
    apiVersion: 'v3.1.0',
    kind: 'DataContract',
    id,
    version: String(version ?? 0.1),
    ...(createdAt === undefined ? {} : { contractCreatedTs: new Date(createdAt).toISOString() }),
  };
}

function setDescription(document: JsonObject, description: string | undefined): void {
  const { purpose: _p, limitations: _l, usage: _u, ...rest } = objectsIn([document.description])[0] ?? {};
  const next = { ...(description ? { purpose: description } : {}), ...rest };
  if (Object.keys(next).length > 0) document.description = next;
  else delete document.description;
}

function setList(document: JsonObject, field: string, list: readonly JsonObject[]): void {
  if (list.length > 0) document[field] = list;
  else if (objectsIn(document[field]).length > 0) delete document[field];
}

/** Other objects of the document are left unchanged. */
function setSchema(
  document: JsonObject,
  contract: DataContract,
  place: Parameters<typeof chooseObject>[1],
  names: OdcsNames,
): void {
  const { schema = [], odcsQualityRules = [], odcsElementExtensions = [], entity } = contract;
  const stored = chooseObject(document, place);
  if (!stored && schema.length + odcsQualityRules.length + odcsElementExtensions.length === 0) return;
  const object: OdcsObject = stored ?? {
    name: entity.name ?? contract.name,
    ...(entity.name === undefined ? {} : { physicalName: entity.name }),
    logicalType: 'object',
    physicalType: entity.type,
  };
  const known = objectsIn(object.properties);
  const properties = schema.map((column) =>
    propertyOf(
      plainColumn(column),
      known.find((one) => columnName(one) === column.name),
      names.types,
    ),
  );
  const { properties: _, ...rest } = object;
  const shaped: OdcsObject = {
    ...rest,
    name: object.name,
    ...(properties.length > 0 || known.length > 0 ? { properties } : {}),
  };
  const same = equal(known, properties) ? object : shaped;
  const next = withExtensions(withQualityRules(same, odcsQualityRules), odcsElementExtensions);
  document.schema = stored
    ? schemaObjects(document).map((one) => (one === stored ? next : one))
    : [...schemaObjects(document), next];
}

/** Owners in the catalog become members of the team; members that are not in the catalog are left unchanged. */
function setTeam(document: JsonObject, owners: readonly EntityReference[], known: readonly string[]): void {
  const own = owners.filter(({ inherited }) => inherited !== true);
  const names = own.map(({ name }) => name ?? '');
  const { team } = document;
  const members = Array.isArray(team) ? objectsIn(team) : objectsIn(objectsIn([team])[0]?.members);
  const calls = (member: JsonObject, name: string) => [member.username, member.name].includes(name);
  const kept = members.filter(
    (member) => !known.some((name) => calls(member, name) && !names.includes(name)) || !isOwner(member),
  );
  const added = own
    .filter(({ name = '' }) => !kept.some((member) => isOwner(member) && calls(member, name)))
    .map(({ name = '', displayName }) => ({
      username: name,
      ...(displayName ? { name: displayName } : {}),
      role: 'owner',
    }));
  if (added.length === 0 && kept.length === members.length) return;
  const next = [...kept, ...added];
  if (Array.isArray(team)) document.team = next;
  else document.team = { ...objectsIn([team])[0], members: next };
}

export const isOwner = ({ role }: JsonObject): boolean => textIn(role)?.toLowerCase() === 'owner';

/** Fields that the standard does not have. */
function withOwnProperties(document: JsonObject, contract: DataContract, before: Partial<ContractFields>): JsonObject {
  const values = { ...contract, termsOfUse: contract.termsOfUse?.content };
  let next = document;
  for (const field of OWN_PROPERTIES) {
    const value = values[field] === '' ? undefined : values[field];
    if (value !== before[field]) next = withCustomProperty(next, field, value);
  }
  const semantics = plainSemantics(contract.semantics ?? []);
  if (!equal(semantics, before.semantics ?? []))
    next = withCustomProperty(next, SEMANTICS, semantics.length > 0 ? semantics : undefined);
  const expected = (contract.qualityExpectations ?? []).map(({ fullyQualifiedName = '' }) => fullyQualifiedName);
  if (!equal(expected, before.expected ?? []))
    next = withCustomProperty(next, EXPECTED, expected.length > 0 ? expected : undefined);
  return next;
}
