import { isObject } from '../../../contract/index.js';
import type { RowToCheck } from '../../storage/index.js';
import { jsonIn, objectIn } from './json-in.js';
import type { ReportedVersions } from './told-versions.js';

/** Problems of one stored entity: inconsistent name hash, texts, cuts or history. Pure. */
export function checkRow({ row, hashed, history }: RowToCheck): string[] {
  const problems: string[] = [];
  if (!hashed) problems.push('the stored hash does not match the fully qualified name');
  problems.push(...checkTexts(row), ...checkCuts(row.doc, row.cuts));
  const newest = history.at(-1)?.version;
  if (newest !== undefined && newest >= row.version)
    problems.push(`version ${newest / 10} is in the history, but the entity is at ${row.version / 10}`);
  return problems;
}

function checkTexts({ id, fqn, name, doc, ref, extra, refs, parent_id }: RowToCheck['row']): string[] {
  const problems: string[] = [];
  const core = objectIn(doc);
  if (!core) return ['its doc is not a JSON object'];
  for (const [field, column] of Object.entries({ id, name, fullyQualifiedName: fqn }))
    if (core[field] !== undefined && core[field] !== column) problems.push(`${field} differs between doc and column`);
  const reference = objectIn(ref);
  if (reference?.id !== id) problems.push('its ref has another id');
  if (extra !== null && !objectIn(extra)) problems.push('its extra fields are not a JSON object');
  const containers = refs === null ? [] : jsonIn(refs);
  if (!Array.isArray(containers)) problems.push('its containers are not a list');
  else if (parent_id !== null && !(containers as [string, string][]).some(([, container]) => container === parent_id))
    problems.push('its parent is not among its containers');
  return problems;
}

/** Offsets must increase, lie inside the text and follow the empty tags of a part. */
function checkCuts(doc: string, cuts: string | null): string[] {
  if (cuts === null) return [];
  const list = jsonIn(cuts);
  if (!Array.isArray(list)) return ['its cuts are not a list'];
  let before = 0;
  // The first offset may be where a field of parts begins that is returned only on request.
  for (const cut of typeof list[0] === 'number' ? list.slice(1) : list) {
    const offset = Array.isArray(cut) ? Number(cut[0]) : Number.NaN;
    if (!(offset > before && offset < doc.length)) return [`the cut at ${offset} is out of order or outside the text`];
    if (!doc.slice(0, offset).endsWith(',"tags":[]'))
      return [`the cut at ${offset} does not follow the tags of a part`];
    before = offset;
  }
  return [];
}

/**
 * Differences between events and stored versions. Every stored version has an event, unless events were removed by
 * retention. Deleting or restoring a container with everything below it creates only one event, for the container.
 */
export function checkEvents({ row, history }: RowToCheck, recorded: ReportedVersions | undefined): string[] {
  if (recorded?.broken) return ['one of its events is not a JSON object'];
  if (!recorded?.created) return [];
  const missing = [...history, row].filter(
    ({ version, doc }) => !recorded.versions.has(version) && !(row.parent_id !== null && onlyDeletedOrRestored(doc)),
  );
  const problems = missing.map(({ version }) => `no event for version ${version / 10}`);
  const newest = Math.max(0, ...recorded.versions);
  if (newest > row.version)
    problems.push(`there is an event for version ${newest / 10}, but the entity is at ${row.version / 10}`);
  return problems;
}

/** Whether this version only deleted or restored the entity. */
function onlyDeletedOrRestored(doc: string): boolean {
  const change = objectIn(doc)?.changeDescription;
  if (!isObject(change)) return false;
  const fields = ['fieldsAdded', 'fieldsUpdated', 'fieldsDeleted'].flatMap((key) => change[key] ?? []);
  return fields.length === 1 && isObject(fields[0]) && fields[0].name === 'deleted';
}
