/**
 * Normalizes documents to the form that the schema of the standard accepts, without loss: variants that other programs write are
 * converted, and unknown members become custom properties, the extension mechanism of the standard.
 */
import { isObject, type JsonObject, type StandardProblem, type Standards } from '../../contract/index.js';
import { type OdcsDocument, objectsIn, schemaObjects } from './document.js';

/** The document is not one of the standard. */
export class OdcsError extends Error {
  override name = 'OdcsError';
}

const MOST_PASSES = 30;

/** A valid document with the same content. Throws `OdcsError` with the first problem. */
export function normalizeDocument(given: unknown, standards: Standards): OdcsDocument {
  if (!isObject(given))
    throw new OdcsError('the document must be an object with apiVersion, kind, id, version and status');
  const document = convertForms(structuredClone(given));
  const moved = moveUnknown(document, standards);
  if (moved.problems.length === 0) return moved.document;
  const before = standards.odcsProblems(document);
  const first = before.find(({ unknown }) => unknown === undefined) ?? moved.problems[0];
  throw new OdcsError(first?.message ?? 'the document does not fit the standard');
}

/** The same for a document made by the catalog: what does not fit is moved to the custom properties of the document. */
export function enforceStandard(given: OdcsDocument, standards: Standards): OdcsDocument {
  let { document, problems } = moveUnknown(convertForms(structuredClone(given)), standards);
  for (let pass = 0; pass < MOST_PASSES && problems.length > 0; pass++) {
    const place = deepestPlace(problems);
    if (place === null) throw new OdcsError(problems[0]?.message ?? 'the document does not fit the standard');
    ({ document, problems } = moveUnknown(moveAway(document, place), standards));
  }
  return document;
}

/** Moves properties that the standard does not have to custom properties, as long as there are some. */
function moveUnknown(
  given: OdcsDocument,
  standards: Standards,
): { document: OdcsDocument; problems: StandardProblem[] } {
  let document = given;
  let problems = standards.odcsProblems(document);
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const unknown = problems.filter((problem) => problem.unknown !== undefined);
    if (unknown.length === 0) break;
    const next = structuredClone(document);
    const done = new Set<string>();
    for (const { path, unknown: name = '' } of unknown) {
      const place = `${path}/${escaped(name)}`;
      if (done.has(place)) continue;
      done.add(place);
      moveProperty(next, segmentsOf(path), name);
    }
    document = next;
    problems = standards.odcsProblems(document);
  }
  return { document, problems };
}

/** Names of the lists whose items can have custom properties, besides the document itself. */
const EXTENSIBLE = new Set([
  'schema',
  'properties',
  'quality',
  'servers',
  'support',
  'roles',
  'members',
  'relationships',
]);

function moveProperty(document: JsonObject, segments: readonly string[], name: string): void {
  const holder = valueAt(document, segments);
  if (!isObject(holder) || !Object.hasOwn(holder, name)) return;
  const value = holder[name];
  delete holder[name];
  let depth = segments.length;
  while (depth > 0 && !isExtensible(segments.slice(0, depth))) depth--;
  const target = valueAt(document, segments.slice(0, depth));
  if (isObject(target)) addCustom(target, [...segments.slice(depth), name].join('.'), value);
}

function isExtensible(segments: readonly string[]): boolean {
  const last = segments.at(-1) ?? '';
  if (last === 'team' || last === 'description' || last === 'items') return true;
  return /^\d+$/.test(last) && EXTENSIBLE.has(segments.at(-2) ?? '');
}

function addCustom(holder: JsonObject, property: string, value: unknown): void {
  if (!Array.isArray(holder.customProperties)) holder.customProperties = [];
  if (Array.isArray(holder.customProperties)) holder.customProperties.push({ property, value });
}

/** The innermost item of a list, or member of the document, that has a problem. */
function deepestPlace(problems: readonly StandardProblem[]): string[] | null {
  const places = problems
    .map(({ path }) => segmentsOf(path))
    .filter((segments) => segments.length > 0)
    .map((segments) => {
      const at = segments.findLastIndex((segment) => /^\d+$/.test(segment));
      return at < 0 ? segments.slice(0, 1) : segments.slice(0, at + 1);
    });
  return places.sort((a, b) => b.length - a.length)[0] ?? null;
}

function moveAway(given: OdcsDocument, place: readonly string[]): OdcsDocument {
  const document = structuredClone(given);
  const holder = valueAt(document, place.slice(0, -1));
  const last = place.at(-1) ?? '';
  const value = valueAt(document, place);
  if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else if (isObject(holder)) delete holder[last];
  if (place[0] === 'customProperties') return document;
  addCustom(document, place.join('.'), value);
  return document;
}

function valueAt(root: unknown, segments: readonly string[]): unknown {
  return segments.reduce<unknown>((at, segment) => {
    if (Array.isArray(at)) return at[Number(segment)];
    return isObject(at) && Object.hasOwn(at, segment) ? at[segment] : undefined;
  }, root);
}

const segmentsOf = (path: string): string[] =>
  path === ''
    ? []
    : path
        .slice(1)
        .split('/')
        .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** Forms that other programs write, converted to those of the standard. */
function convertForms(document: JsonObject): JsonObject {
  if (typeof document.version === 'number') document.version = String(document.version);
  for (const role of objectsIn(document.roles))
    for (const field of ['firstLevelApprovers', 'secondLevelApprovers'])
      if (Array.isArray(role[field])) role[field] = role[field].map(String).join(', ');
  moveTopLevelQuality(document);
  for (const object of schemaObjects(document)) {
    for (const rule of objectsIn(object.quality)) convertRule(rule);
    for (const property of objectsIn(object.properties)) convertProperty(property);
  }
  return document;
}

/** Rules for the whole document belong to its table, if it has one. */
function moveTopLevelQuality(document: JsonObject): void {
  const [object, ...more] = schemaObjects(document);
  const rules = objectsIn(document.quality);
  if (!object || more.length > 0 || rules.length === 0) return;
  delete document.quality;
  for (const rule of rules) {
    const { column, ...rest } = rule;
    const property = objectsIn(object.properties).find(({ name }) => name === column);
    const holder: JsonObject = property ?? object;
    holder.quality = [...objectsIn(holder.quality), property ? rest : rule];
  }
}

const WIDE_TYPES: Readonly<Record<string, string>> = {
  text: 'string',
  decimal: 'number',
  float: 'number',
  double: 'number',
  long: 'integer',
};

function convertProperty(property: JsonObject): void {
  const { logicalType } = property;
  if (typeof logicalType === 'string' && WIDE_TYPES[logicalType]) {
    property.physicalType ??= logicalType;
    property.logicalType = WIDE_TYPES[logicalType];
  } else if (logicalType === 'bytes' || logicalType === 'null') {
    property.physicalType ??= logicalType;
    delete property.logicalType;
  }
  for (const rule of objectsIn(property.quality)) convertRule(rule);
  for (const inner of objectsIn(property.properties)) convertProperty(inner);
  if (isObject(property.items)) convertProperty(property.items);
}

const METRICS = ['nullValues', 'missingValues', 'invalidValues', 'duplicateValues', 'rowCount'];
const DIMENSIONS: Readonly<Record<string, string>> = {
  ac: 'accuracy',
  cp: 'completeness',
  cf: 'conformity',
  cs: 'consistency',
  cv: 'coverage',
  tm: 'timeliness',
  uq: 'uniqueness',
};

/** Metrics that the standard does not have are rules of another engine. */
function convertRule(rule: JsonObject): void {
  if (typeof rule.dimension === 'string') rule.dimension = DIMENSIONS[rule.dimension] ?? rule.dimension;
  if (isObject(rule.customProperties))
    rule.customProperties = Object.entries(rule.customProperties).map(([property, value]) => ({ property, value }));
  if (Array.isArray(rule.validValues) && (rule.metric === 'invalidValues' || rule.metric === undefined)) {
    rule.arguments = { ...(isObject(rule.arguments) ? rule.arguments : {}), validValues: rule.validValues };
    delete rule.validValues;
  }
  const { metric, type = 'library' } = rule;
  if (type !== 'library' || typeof metric !== 'string' || METRICS.includes(metric)) return;
  const { metric: _metric, type: _type, ...rest } = rule;
  for (const key of Object.keys(rule)) delete rule[key];
  const kept = [
    'name',
    'description',
    'dimension',
    'severity',
    'businessImpact',
    'tags',
    'unit',
    'schedule',
    'scheduler',
    'customProperties',
    'id',
    'authoritativeDefinitions',
  ];
  const implementation: JsonObject = { metric };
  for (const [key, value] of Object.entries(rest)) {
    if (kept.includes(key)) rule[key] = value;
    else implementation[key] = value;
  }
  Object.assign(rule, { type: 'custom', engine: 'other', implementation });
}
