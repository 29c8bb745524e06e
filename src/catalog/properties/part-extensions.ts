/** Custom properties of parts, such as columns: a type of their own describes them, and each part holds its values. */
import { catalogError, isObject } from '../../../contract/index.js';
import { type EntityRow, listEntities, lockEntities, updateEntities } from '../../storage/index.js';
import type { EntityType, Fields, PartRule } from '../define/define.js';
import type { Registry } from '../define/registry.js';
import { eachPart, readDocument, sharesParts, writeDocument } from '../document/document.js';
import { type ListPosition, positionOf } from '../read/cursor.js';
import type { Scope } from '../routes/route.js';
import type { Draft } from '../write/draft.js';
import { holdDefinitions, type PropertyDefinition } from './definitions.js';
import { EXTENSION, isUnset, sameValue } from './extension-values.js';
import { propertyKind } from './property-kinds.js';

interface Given {
  part: Fields;
  path: string;
  stored: unknown;
  rule: PartRule;
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

/** Checks the values of parts that a write gives; those that did not change are not checked again. Throws 400. */
export async function checkPartExtensions(
  type: EntityType,
  { before, after }: Pick<Draft, 'before' | 'after'>,
  scope: Scope,
): Promise<void> {
  const given = (type.parts ?? []).flatMap((rule) => givenOf(rule, before, after));
  const definitions = new Map<string, ReadonlyMap<string, PropertyDefinition>>();
  for (const { part, path, stored, rule } of given) {
    const extension = part[EXTENSION];
    if (!isObject(extension)) throw wrong(rule, path, 'must be an object');
    if (!rule.properties)
      throw wrong(rule, path, `is not possible: the ${rule.path} of ${type.name} have no custom properties`);
    const known = definitions.get(rule.properties) ?? (await holdDefinitions(rule.properties, scope));
    definitions.set(rule.properties, known);
    const old = isObject(stored) ? stored : {};
    for (const [name, value] of Object.entries(extension))
      if (!isUnset(value) && !(Object.hasOwn(old, name) && sameValue(value, old[name])))
        checkValue(name, value, known.get(name), { rule, path });
  }
}

function givenOf(rule: PartRule, before: Fields | null, after: Fields): Given[] {
  if (rule.properties === undefined || sharesParts(rule, before, after)) return [];
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

function checkValue(
  name: string,
  value: unknown,
  definition: PropertyDefinition | undefined,
  { rule, path }: { rule: PartRule; path: string },
): void {
  const kind = definition && propertyKind(definition.kind);
  const shown = name.slice(0, 256);
  if (!definition || !kind) throw wrong(rule, path, `${shown} is not a custom property of ${rule.properties}`);
  const problem = kind.problem(value, definition.config);
  if (problem !== null) throw wrong(rule, path, `${shown} ${problem}`);
}

function wrong(rule: PartRule, path: string, problem: string) {
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
  for (const rule of type.parts ?? [])
    if (rule.properties)
      eachPart(core, rule, (part) => {
        if (!isObject(part[EXTENSION])) return;
        const { [property]: _, ...kept } = part[EXTENSION];
        if (Object.keys(kept).length > 0) part[EXTENSION] = kept;
        else delete part[EXTENSION];
      });
  return { ...row, ...writeDocument(type, core), revision: row.revision + 1 };
}
