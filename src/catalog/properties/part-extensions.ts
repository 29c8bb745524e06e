/** Custom properties of parts, such as columns: a type of their own describes them, and each part holds its values. */
import { catalogError, isObject } from '../../../contract/index.js';
import { type EntityRow, listEntities, lockEntities, updateEntities } from '../../storage/index.js';
import type { EntityType, Fields } from '../define/define.js';
import type { Registry } from '../define/registry.js';
import { eachPart, readDocument, sharesParts, writeDocument } from '../document/document.js';
import { equal } from '../document/equal.js';
import { type ListPosition, positionOf } from '../read/cursor.js';
import type { Scope } from '../routes/route.js';
import type { Draft } from '../write/draft.js';
import { acceptValues } from './accept-extension.js';
import { lockDefinitions, type PropertyDefinition } from './definitions.js';
import { describedParts, EXTENSION, isUnset, sameValue, storedExtension } from './extension-values.js';

type DescribedPart = ReturnType<typeof describedParts>[number];

interface Given {
  part: Fields;
  path: string;
  stored: unknown;
  rule: DescribedPart;
}

/** The types whose parts the type describes. */
export function holdersOf(describing: string, { types }: Pick<Registry, 'types'>): EntityType[] {
  return types.filter(({ parts }) => parts?.some(({ properties }) => properties === describing));
}

/** Names of the types that describe parts. */
export function partTypes({ types }: Pick<Registry, 'types'>): string[] {
  const names = types.flatMap(({ parts = [] }) => parts.flatMap(({ properties }) => properties ?? []));
  return [...new Set(names)];
}

/**
 * Accepts the values of parts that a write gives; those that did not change are not checked again. Throws 400 with the
 * part, the property and the rule, 404 for references.
 */
export async function acceptPartExtensions(
  type: EntityType,
  { before, after }: Pick<Draft, 'before' | 'after'>,
  scope: Scope,
): Promise<void> {
  const given = describedParts(type).flatMap((rule) => givenOf(rule, before, after));
  const definitions = new Map<string, ReadonlyMap<string, PropertyDefinition>>();
  for (const { part, rule, path, stored } of given) {
    if (!isObject(part[EXTENSION])) throw wrong(rule, path, 'must be an object');
    if (!rule.properties)
      throw wrong(rule, path, `is not possible: the ${rule.path} of ${type.name} have no custom properties`);
    const known = definitions.get(rule.properties) ?? (await lockDefinitions(rule.properties, scope));
    definitions.set(rule.properties, known);
    const old = isObject(stored) ? stored : {};
    const prefix = `${rule.path}: ${EXTENSION} of ${path.slice(0, 300)}: `;
    const properties = { prefix, owner: rule.properties, definitions: known };
    const accepted = await acceptValues(part[EXTENSION], old, properties, scope);
    if (Object.keys(accepted).length === 0) delete part[EXTENSION];
    // Nothing changed: keeps the stored object, so that no change is reported.
    else part[EXTENSION] = equal(accepted, storedExtension(old)) ? stored : accepted;
  }
}

function givenOf(rule: DescribedPart, before: Fields | null, after: Fields): Given[] {
  if (sharesParts(rule, before, after)) return [];
  const stored = new Map<string, unknown>();
  if (before) eachPart(before, rule, (part, path) => void stored.set(path, part[EXTENSION]));
  const given: Given[] = [];
  eachPart(after, rule, (part, path) => {
    if (isUnset(part[EXTENSION]) || sameExtension(part[EXTENSION], stored.get(path))) return;
    given.push({ part, path, stored: stored.get(path), rule });
  });
  return given;
}

function sameExtension(given: unknown, stored: unknown): boolean {
  return stored !== undefined && sameValue(given, stored);
}

function wrong(rule: DescribedPart, path: string, problem: string) {
  return catalogError('BAD_REQUEST', `${rule.path}: ${EXTENSION} of ${path.slice(0, 300)}: ${problem}`);
}

/**
 * Removes the values of a property from the parts of a page of entities, without new versions. Returns where the next
 * page begins; undefined behind the last one.
 */
export async function removePartValues(
  type: EntityType,
  property: string,
  page: { after?: ListPosition; limit: number },
  scope: Scope,
): Promise<ListPosition | undefined> {
  const rows = await listEntities(scope.sql, { type: type.name, include: 'all', ...page });
  const mark = `${JSON.stringify(property)}:`;
  const ids = rows.filter(({ doc }) => doc.includes(`"${EXTENSION}":`) && doc.includes(mark)).map(({ id }) => id);
  if (ids.length > 0) {
    const locked = await lockEntities(scope.sql, ids);
    await updateEntities(
      scope.sql,
      locked.map((row) => withoutValues(type, row, property)),
    );
  }
  const last = rows.at(-1);
  return last && rows.length === page.limit ? positionOf(last) : undefined;
}

function withoutValues(type: EntityType, row: EntityRow, property: string) {
  const core = readDocument(row);
  for (const rule of describedParts(type))
    if (rule.properties)
      eachPart(core, rule, (part) => {
        if (!isObject(part[EXTENSION])) return;
        const { [property]: _, ...kept } = part[EXTENSION];
        if (Object.keys(kept).length > 0) part[EXTENSION] = kept;
        else delete part[EXTENSION];
      });
  return { ...row, ...writeDocument(type, core), revision: row.revision + 1 };
}
