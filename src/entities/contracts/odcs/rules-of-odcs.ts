/** Converts quality rules, roles and extensions of elements between contracts and the standard. Pure. */
import {
  type ContractSecurity,
  isObject,
  type JsonObject,
  keysOf,
  type OdcsElementExtension,
  type OdcsQualityRule,
} from '../../../../contract/index.js';
import { equal } from '../../../catalog/index.js';
import { customProperty, type OdcsObject, objectsIn, textIn, withCustomProperty } from '../../../odcs/index.js';
import { columnName } from './columns-of-odcs.js';

const TEXTS = [
  'name',
  'description',
  'rule',
  'query',
  'engine',
  'severity',
  'businessImpact',
  'unit',
  'scheduler',
  'schedule',
] as const;
const NUMBERS = [
  'mustBe',
  'mustNotBe',
  'mustBeGreaterThan',
  'mustBeGreaterOrEqualTo',
  'mustBeLessThan',
  'mustBeLessOrEqualTo',
] as const;
const RANGES = ['mustBeBetween', 'mustNotBeBetween'] as const;

/** The fields of a rule of a document that the interface has as well. */
export function qualityRuleOf(rule: JsonObject, column: string | undefined): OdcsQualityRule {
  const found: JsonObject = {};
  if (['text', 'library', 'sql', 'custom'].includes(String(rule.type))) found.type = rule.type;
  else if (typeof rule.metric === 'string') found.type = 'library';
  for (const field of [...TEXTS, 'metric', 'dimension', 'implementation'] as const)
    if (typeof rule[field] === 'string') found[field] = rule[field];
  for (const field of NUMBERS) if (typeof rule[field] === 'number') found[field] = rule[field];
  for (const field of RANGES) if (isPair(rule[field])) found[field] = rule[field];
  const { validValues } = isObject(rule.arguments) ? rule.arguments : rule;
  if (Array.isArray(validValues)) found.validValues = validValues.map(String);
  const own = column ?? textIn(rule.column);
  if (own !== undefined) found.column = own;
  if (Array.isArray(rule.tags)) found.tags = rule.tags.map(String);
  return found;
}

function isPair(value: unknown): value is [number, number] {
  return Array.isArray(value) && value.length === 2 && value.every((item) => typeof item === 'number');
}

/** All rules of an object and its properties, those of properties with the column. */
export function qualityRulesOf(object: OdcsObject): OdcsQualityRule[] {
  return [
    ...objectsIn(object.quality).map((rule) => qualityRuleOf(rule, undefined)),
    ...objectsIn(object.properties).flatMap((property) =>
      objectsIn(property.quality).map((rule) => qualityRuleOf(rule, columnName(property))),
    ),
  ];
}

/** The object with these rules; those that did not change stay as they are. */
export function withQualityRules(object: OdcsObject, rules: readonly OdcsQualityRule[]): OdcsObject {
  if (equal(qualityRulesOf(object), rules)) return object;
  const left = [...rules];
  const take = (stored: JsonObject[], column: string | undefined): JsonObject[] => {
    const kept = stored.filter((rule) => {
      const at = left.findIndex((one) => equal(one, qualityRuleOf(rule, column)));
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
    const added: JsonObject[] = [];
    for (let at = 0; at < left.length; )
      if (left[at]?.column === column) added.push(...left.splice(at, 1).map((rule) => ruleForOdcs(rule, column)));
      else at++;
    return [...kept, ...added];
  };
  const properties = objectsIn(object.properties).map((property) =>
    withList(property, 'quality', take(objectsIn(property.quality), columnName(property))),
  );
  const own = take(objectsIn(object.quality), undefined);
  const changed = withList(object, 'quality', [...own, ...left.map((rule) => ruleForOdcs(rule, undefined))]);
  return { ...(object.properties === undefined ? changed : { ...changed, properties }), name: object.name };
}

function ruleForOdcs({ validValues, column, ...rule }: OdcsQualityRule, place: string | undefined): JsonObject {
  return {
    ...rule,
    ...(validValues ? { arguments: { validValues } } : {}),
    ...(column !== undefined && place === undefined ? { column } : {}),
  };
}

function withList(holder: JsonObject, field: string, list: JsonObject[]): JsonObject {
  const { [field]: _, ...rest } = holder;
  return list.length > 0 ? { ...rest, [field]: list } : rest;
}

/** Links and sources of properties, for which columns have no fields. */
export function extensionsOf(object: OdcsObject): OdcsElementExtension[] {
  return objectsIn(object.properties).flatMap((property) => {
    const links = objectsIn(property.authoritativeDefinitions).filter(
      ({ url }) => typeof url === 'string' && /^[a-z][a-z0-9+.-]*:/i.test(url),
    );
    const sources = Array.isArray(property.transformSourceObjects) ? property.transformSourceObjects.map(String) : [];
    if (links.length + sources.length === 0) return [];
    return [
      {
        element: columnName(property),
        ...(links.length > 0 ? { authoritativeDefinitions: links.map(linkOf) } : {}),
        ...(sources.length > 0 ? { transformSourceObjects: sources } : {}),
      },
    ];
  });
}

function linkOf(link: JsonObject): JsonObject {
  const fields = ['url', 'name', 'type'].filter((field) => typeof link[field] === 'string');
  return Object.fromEntries(fields.map((field) => [field, link[field]]));
}

/** The object with these extensions of its properties. */
export function withExtensions(object: OdcsObject, extensions: readonly OdcsElementExtension[]): OdcsObject {
  if (equal(extensionsOf(object), extensions)) return object;
  const properties = objectsIn(object.properties).map((property) => {
    const named = (list: readonly OdcsElementExtension[]) =>
      list.find(({ element }) => element === columnName(property));
    const [before, after] = [named(extensionsOf(object)), named(extensions)];
    if (equal(before ?? null, after ?? null)) return property;
    const { authoritativeDefinitions: _links, transformSourceObjects: _sources, ...rest } = property;
    const { element: _, ...given } = after ?? { element: '' };
    return { ...rest, ...given };
  });
  return { ...object, ...(object.properties === undefined ? {} : { properties }) };
}

const CLASSIFICATION = 'classification-';
const ROW_FILTERS = 'rowFilters';

/** Who may use the data. Roles are access policies, and approvers the identities that have them. */
export function securityOf(document: JsonObject): ContractSecurity | undefined {
  const security: ContractSecurity = {};
  for (const role of objectsIn(document.roles)) {
    const name = String(role.role);
    if (name.startsWith(CLASSIFICATION)) security.dataClassification ??= name.slice(CLASSIFICATION.length);
    else security.policies = [...(security.policies ?? []), policyOf(role)];
  }
  return keysOf(security).length > 0 ? security : undefined;
}

type Policy = NonNullable<ContractSecurity['policies']>[number];

function policyOf(role: JsonObject): Policy {
  const identities =
    textIn(role.firstLevelApprovers)
      ?.split(',')
      .map((name) => name.trim())
      .filter(Boolean) ?? [];
  const filters = customProperty(role, ROW_FILTERS);
  return {
    accessPolicy: String(role.role),
    ...(identities.length > 0 ? { identities } : {}),
    ...(Array.isArray(filters) ? { rowFilters: objectsIn(filters).map(rowFilterOf) } : {}),
  };
}

function rowFilterOf({ columnName: column, values }: JsonObject): NonNullable<Policy['rowFilters']>[number] {
  return {
    ...(typeof column === 'string' ? { columnName: column } : {}),
    ...(Array.isArray(values) ? { values: values.map(String) } : {}),
  };
}

/** `roles`, changed only where they differ from the security of the contract. */
export function rolesOf(security: ContractSecurity | undefined, document: JsonObject): JsonObject[] {
  const stored = objectsIn(document.roles);
  const { inherited: _, ...given } = security ?? {};
  if (equal(securityOf(document) ?? {}, given)) return stored;
  const roles = (security?.policies ?? []).map((policy) => {
    const role = stored.find(({ role: name }) => name === policy.accessPolicy);
    return role && equal(policyOf(role), policy) ? role : roleOf(policy, role);
  });
  const { dataClassification } = given;
  if (dataClassification === undefined) return roles;
  const name = `${CLASSIFICATION}${dataClassification}`;
  const known = stored.find(({ role }) => role === name);
  return [...roles, known ?? { role: name, description: `Data classification: ${dataClassification}` }];
}

function roleOf(
  { accessPolicy = 'data-consumer', identities, rowFilters }: Policy,
  stored: JsonObject | undefined,
): JsonObject {
  const { firstLevelApprovers: _, ...kept } = stored ?? { access: 'read' };
  const role = {
    ...kept,
    role: accessPolicy,
    ...(identities?.length ? { firstLevelApprovers: identities.join(', ') } : {}),
  };
  return withCustomProperty(role, ROW_FILTERS, rowFilters);
}
