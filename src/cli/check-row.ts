import type { RowToCheck } from '../storage/index.js';
import { jsonIn, objectIn } from './json-in.js';
import type { ToldVersions } from './told-versions.js';

/** What is wrong with one entity as stored: hash of the name, texts, cuts, and history that disagree. Pure. */
export function checkRow({ row, hashed, history }: RowToCheck): string[] {
  const problems: string[] = [];
  if (!hashed) problems.push('the hash of the name is not that of its fully qualified name');
  problems.push(...checkTexts(row), ...checkCuts(row.doc, row.cuts));
  const newest = history.at(-1)?.version;
  if (newest !== undefined && newest >= row.version)
    problems.push(`version ${newest / 10} is kept, but the entity is at ${row.version / 10}`);
  return problems;
}

function checkTexts({ id, fqn, name, doc, ref, extra, refs }: RowToCheck['row']): string[] {
  const problems: string[] = [];
  const core = objectIn(doc);
  if (!core) return ['its text is no JSON object'];
  for (const [field, column] of Object.entries({ id, name, fullyQualifiedName: fqn }))
    if (core[field] !== undefined && core[field] !== column) problems.push(`${field} differs between text and column`);
  const reference = objectIn(ref);
  if (reference?.id !== id) problems.push('its reference is not to itself');
  if (extra !== null && !objectIn(extra)) problems.push('its further fields are no JSON object');
  if (refs !== null && !Array.isArray(jsonIn(refs))) problems.push('its containers are no list');
  return problems;
}

/** Offsets must grow, lie inside the text and stand behind the empty tags of a part. */
function checkCuts(doc: string, cuts: string | null): string[] {
  if (cuts === null) return [];
  const list = jsonIn(cuts);
  if (!Array.isArray(list)) return ['its cuts are no list'];
  let before = 0;
  for (const [offset] of list as [number, string][]) {
    if (!(offset > before && offset < doc.length)) return [`the cut at ${offset} is out of order or outside the text`];
    if (!doc.slice(0, offset).endsWith(',"tags":[]')) return [`the cut at ${offset} is not behind the tags of a part`];
    before = offset;
  }
  return [];
}

/**
 * What events tell otherwise than what is kept. Every kept version and the current one have an event, unless events were
 * dropped by retention. Of a container that is deleted or restored with everything below, only its own event tells.
 */
export function checkEvents({ row, history }: RowToCheck, told: ToldVersions | undefined): string[] {
  if (told?.broken) return ['an event of it is no JSON object'];
  if (!told?.created) return [];
  const missing = [...history, row].filter(
    ({ version, doc }) => !told.versions.has(version) && !(row.parent_id !== null && onlyTurned(doc)),
  );
  const problems = missing.map(({ version }) => `no event tells of version ${version / 10}`);
  const newest = Math.max(0, ...told.versions);
  if (newest > row.version)
    problems.push(`an event tells of version ${newest / 10}, but the entity is at ${row.version / 10}`);
  return problems;
}

/** Whether deleting or restoring is all that made this version. */
function onlyTurned(doc: string): boolean {
  const { changeDescription: change } = (objectIn(doc) ?? {}) as { changeDescription?: Record<string, unknown> };
  const fields = ['fieldsAdded', 'fieldsUpdated', 'fieldsDeleted'].flatMap((key) => change?.[key] ?? []);
  return fields.length === 1 && (fields[0] as { name?: unknown }).name === 'deleted';
}
