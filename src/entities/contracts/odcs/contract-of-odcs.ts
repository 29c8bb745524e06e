/** Reads the fields of a contract from a document of the standard. Pure. */
import {
  type CreateDataContract,
  isObject,
  type JsonObject,
  type SemanticsRule,
  type Status,
} from '../../../../contract/index.js';
import {
  chooseObject,
  customProperty,
  type OdcsDocument,
  objectsIn,
  schemaObjects,
  textIn,
} from '../../../odcs/index.js';
import { columnOf, type PlainColumn } from './columns-of-odcs.js';
import { extensionsOf, qualityRulesOf, securityOf } from './rules-of-odcs.js';
import { slaOf } from './sla-of-odcs.js';

/** Names of the interface that are needed to read documents. */
export interface OdcsNames {
  /** All types of columns. */
  types: readonly string[];
  /** All time zones of service levels. */
  zones: readonly string[];
}

/** The object of a document that the contract is about. */
export interface OdcsPlace {
  objectName?: string | undefined;
  entityName?: string | undefined;
}

/** Fields of the contract that the catalog reads from documents. The rest of a document is kept with the contract. */
export type ContractFields = Pick<
  CreateDataContract,
  | 'name'
  | 'displayName'
  | 'description'
  | 'entityStatus'
  | 'semantics'
  | 'odcsQualityRules'
  | 'odcsElementExtensions'
  | 'effectiveFrom'
  | 'effectiveUntil'
  | 'sourceUrl'
  | 'termsOfUse'
  | 'security'
  | 'sla'
> & {
  schema?: PlainColumn[];
  /** FQNs of test cases. */
  expected?: string[];
};

/** Custom properties for fields of contracts that the standard does not have. */
export const OWN_PROPERTIES = ['displayName', 'termsOfUse', 'effectiveFrom', 'effectiveUntil', 'sourceUrl'] as const;
export const SEMANTICS = 'semantics';
export const EXPECTED = 'qualityExpectations';

export function contractFieldsOf(
  document: OdcsDocument,
  place: OdcsPlace,
  { types, zones }: OdcsNames,
): ContractFields {
  const object = chooseObject(document, place);
  const fields: ContractFields = {
    name: textIn(document.name) ?? `${place.entityName ?? 'data'}_contract`,
    entityStatus: statusOf(document.status),
  };
  const add = <F extends keyof ContractFields>(field: F, value: ContractFields[F]) => {
    if (value !== undefined && !(Array.isArray(value) && value.length === 0)) fields[field] = value;
  };
  add('description', descriptionOf(document));
  if (object) {
    add(
      'schema',
      objectsIn(object.properties).map((property) => columnOf(property, types)),
    );
    add('odcsQualityRules', qualityRulesOf(object));
    add('odcsElementExtensions', extensionsOf(object));
  }
  add('security', securityOf(document));
  add('sla', slaOf(document, zones));
  for (const field of OWN_PROPERTIES) add(field, textIn(customProperty(document, field)));
  add('semantics', semanticsOf(customProperty(document, SEMANTICS)));
  const expected = customProperty(document, EXPECTED);
  if (Array.isArray(expected))
    add(
      'expected',
      expected.filter((name): name is string => typeof name === 'string'),
    );
  return fields;
}

/** Whether the document has several objects, and the request selects none of them. */
export function needsObject(document: OdcsDocument, place: OdcsPlace): boolean {
  return schemaObjects(document).length > 0 && chooseObject(document, place) === undefined;
}

const STATUS: Readonly<Record<string, Status>> = {
  active: 'Approved',
  deprecated: 'Deprecated',
  retired: 'Deprecated',
};

export function statusOf(status: unknown): Status {
  return STATUS[String(status).toLowerCase()] ?? 'Draft';
}

/** The status of a document for that of a contract; its present status if both mean the same. */
export function odcsStatus(status: Status | undefined, stored: unknown): string {
  if (typeof stored === 'string' && (statusOf(stored) === status || (statusOf(stored) === 'Draft' && isDraft(status))))
    return stored;
  return status === 'Approved'
    ? 'active'
    : status === 'Deprecated'
      ? 'deprecated'
      : status === 'In Review'
        ? 'proposed'
        : 'draft';
}

function isDraft(status: Status | undefined): boolean {
  return status !== 'Approved' && status !== 'Deprecated';
}

/** Purpose, limitations and usage as one text. */
export function descriptionOf({ description }: JsonObject): string | undefined {
  if (!isObject(description)) return undefined;
  const [purpose, limitations, usage] = [description.purpose, description.limitations, description.usage].map(textIn);
  const parts = [
    ...(purpose ? [purpose] : []),
    ...(limitations ? [`**Limitations:**\n${limitations}`] : []),
    ...(usage ? [`**Usage:**\n${usage}`] : []),
  ];
  return parts.length > 0 ? parts.join('\n\n') : undefined;
}

function semanticsOf(value: unknown): SemanticsRule[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return objectsIn(value).flatMap(({ name, description, rule, enabled, entityType, ignoredEntities, jsonTree }) =>
    typeof name === 'string' && typeof rule === 'string'
      ? [
          {
            name,
            description: textIn(description) ?? name,
            rule,
            enabled: enabled !== false,
            ...(typeof entityType === 'string' ? { entityType } : {}),
            ...(Array.isArray(ignoredEntities) && ignoredEntities.length > 0
              ? { ignoredEntities: ignoredEntities.map(String) }
              : {}),
            ...(typeof jsonTree === 'string' ? { jsonTree } : {}),
          },
        ]
      : [],
  );
}

/** The fields of a rule that documents contain. */
export function plainSemantics(rules: readonly SemanticsRule[]): SemanticsRule[] {
  return semanticsOf(rules.filter(({ inherited }) => !inherited)) ?? [];
}
