/** Writes `extension` for responses, with references completed from the current state of their entities. */
import { isObject, parseObject } from '../../../contract/index.js';
import { getReferences, type ShownRow } from '../../storage/index.js';
import { referenceText } from '../document/reference.js';
import type { Named } from '../rights/sight.js';
import type { Scope } from '../routes/route.js';
import { EXTENSION, isReference, referencesIn } from './extension-values.js';

/** Reference texts by entity id. */
export type ExtensionReferences = ReadonlyMap<string, string>;

/** Loads what the extensions of rows refer to, with one query; null if they refer to nothing. */
export async function loadExtensionReferences(
  rows: readonly ShownRow[],
  { sql, catalog }: Scope,
): Promise<ExtensionReferences | null> {
  const named = rows.flatMap(({ extra }) => (extra === null ? [] : namedIn(extra)));
  if (named.length === 0) return null;
  const found = await getReferences(sql, [...new Set(named.map(({ id }) => id))]);
  return new Map(
    found
      .filter(({ deleted, type }) => deleted < 2 && catalog.registry.find(type))
      .map(({ id, ref, type }) => [id, referenceText(ref, id, catalog.registry.path(type))]),
  );
}

function namedIn(extra: string): Named[] {
  if (!extra.includes(`"${EXTENSION}":`) || !extra.includes('"type":')) return [];
  const extension = parseObject(extra)[EXTENSION];
  return isObject(extension) ? Object.values(extension).flatMap(referencesIn) : [];
}

/** JSON text of an extension; references to entities that no longer exist are left out. '' if nothing is left. */
export function extensionText(extension: unknown, references: ExtensionReferences | null): string {
  if (references === null || !isObject(extension)) return JSON.stringify(extension);
  const members: string[] = [];
  for (const [name, value] of Object.entries(extension)) {
    const text = valueText(value, references);
    if (text !== null) members.push(`${JSON.stringify(name)}:${text}`);
  }
  return members.length === 0 ? '' : `{${members.join(',')}}`;
}

function valueText(value: unknown, references: ExtensionReferences): string | null {
  if (isReference(value)) return references.get(value.id) ?? null;
  if (!Array.isArray(value) || !value.some(isReference)) return JSON.stringify(value);
  const items = value.flatMap((item) => (isReference(item) ? (references.get(item.id) ?? []) : JSON.stringify(item)));
  return items.length === 0 ? null : `[${items.join(',')}]`;
}
