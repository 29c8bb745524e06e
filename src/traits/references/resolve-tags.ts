import {
  type Classification,
  catalogError,
  errorMessages,
  isObject,
  parseObject,
  parseReference,
  type Stored,
  type Tag,
  type TagLabel,
} from '../../../contract/index.js';
import { containersOf, isHidden, quoteName, type Scope, splitFqn } from '../../catalog/index.js';
import { present } from '../../context/index.js';
import { type EntityRow, getEntitiesByFqns, getEntitiesByIds } from '../../storage/index.js';
import { ownLabels, withDerivedLabels } from './derived-labels.js';
import { seenRows, valuesWithin } from './seen.js';
import { labelKey, sources, tagPart, typeOfSource } from './tag-label.js';

/**
 * Completes lists of labels sent by clients, with at most one query for tags, one for terms, one for their parents and
 * one for what terms derive. Derived labels that clients send back are replaced by the current ones. Throws 404 for
 * unknown tags and those that the caller may not see, unless `stored` has them already; 400 for mutually exclusive ones.
 */
export async function resolveLabels(
  given: readonly (readonly TagLabel[])[],
  scope: Scope,
  stored?: unknown,
): Promise<TagLabel[][]> {
  const lists = given.map(ownLabels);
  const held = valuesWithin(stored, 'tagFQN');
  const tags = await tagsOfLabels(lists.flat(), scope, (rows) => seenRows(rows, ({ fqn }) => held.has(fqn), scope));
  // What each tag gives to its labels: its document can be large, and a request has many labels of it.
  const parts = new Map([...tags].map(([key, row]) => [key, partOf(row)]));
  const resolved = lists.map((list) =>
    [...new Map(list.map((label) => [labelKey(withSource(label)), label])).values()].map((label) =>
      completeLabel(label, parts),
    ),
  );
  await refuseExclusive(resolved, tags, scope);
  return withDerivedLabels(resolved, (label) => present(tags.get(labelKey(label))).id, scope);
}

/** Throws 400 if a list contains mutually exclusive tags. The labels must be complete. */
export async function refuseExclusive(
  lists: readonly (readonly TagLabel[])[],
  tags: Map<string, EntityRow>,
  scope: Scope,
): Promise<void> {
  await refuseExclusiveTags(
    lists.map((list) => list.map((label) => present(tags.get(labelKey(label))))),
    scope,
  );
}

/** Throws 400 if a list contains mutually exclusive tags, and names two of them. */
export async function refuseExclusiveTags(lists: readonly (readonly EntityRow[])[], scope: Scope): Promise<void> {
  const tags = new Map(lists.flat().map((tag) => [tag.id, tag]));
  const exclusive = await exclusiveParents([...tags.values()], scope);
  if (exclusive.size > 0) for (const list of lists) refuseSiblings(list, exclusive);
}

/** The stored labels of each list without those that exclude one of the given labels. */
export async function withoutRivals(
  lists: readonly { stored: readonly TagLabel[]; given: readonly TagLabel[] }[],
  scope: Scope,
): Promise<TagLabel[][]> {
  const tags = await tagsOfLabels(
    lists.flatMap(({ given }) => given),
    scope,
  );
  const exclusive = await exclusiveOf(
    [...tags.values()].map(({ parent_id }) => parent_id ?? ''),
    scope,
  );
  const rivalsOf = (label: TagLabel) => {
    const parent = exclusive.get(tags.get(labelKey(withSource(label)))?.parent_id ?? '');
    return parent ? [labelKey({ ...withSource(label), tagFQN: parent.fqn })] : [];
  };
  return lists.map(({ stored, given }) => {
    const kept = new Set(given.map((label) => labelKey(withSource(label))));
    const groups = new Set(given.flatMap(rivalsOf));
    return stored.filter((label) => {
      const group = splitFqn(label.tagFQN).slice(0, -1).map(quoteName).join('.');
      return kept.has(labelKey(label)) || !groups.has(labelKey({ ...label, tagFQN: group }));
    });
  });
}

/** Rows of the tags and terms that labels name, by `labelKey`. Throws 404 for unknown ones, and those that `known` leaves out. */
export async function tagsOfLabels(
  labels: readonly TagLabel[],
  scope: Scope,
  known: (rows: readonly EntityRow[]) => Promise<readonly EntityRow[]> = async (rows) => rows,
): Promise<Map<string, EntityRow>> {
  const wanted = new Map<string, Set<string>>();
  for (const label of labels) {
    const { source, tagFQN } = withSource(label);
    wanted.set(source, (wanted.get(source) ?? new Set<string>()).add(tagFQN));
  }
  const found = new Map<string, EntityRow>();
  const removals = wanted.size === 0 ? [] : await scope.catalog.removals.under(scope.sql);
  for (const [source, fqns] of wanted) {
    const type = typeOfSource(source);
    for (const row of await known(await getEntitiesByFqns(scope.sql, type, [...fqns])))
      if (row.deleted < 2 && !isHidden(removals, row, 'all')) found.set(`${source} ${row.fqn}`, row);
    for (const fqn of fqns)
      if (!found.has(`${source} ${fqn}`))
        throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundByName(type, fqn));
  }
  return found;
}

function withSource(label: TagLabel): TagLabel {
  return label.source ? label : { ...label, source: sources.tag };
}

type TagPart = ReturnType<typeof tagPart>;

function partOf(row: EntityRow): TagPart {
  const { displayName, description } = parseReference(row.ref);
  const { style } = parseObject<Stored<Tag>>(row.doc);
  return tagPart({
    id: row.id,
    type: row.type,
    fqn: row.fqn,
    name: row.name,
    ...(displayName ? { displayName } : {}),
    ...(description ? { description } : {}),
    ...(style ? { style } : {}),
  });
}

function completeLabel(given: TagLabel, parts: ReadonlyMap<string, TagPart>): TagLabel {
  const label = withSource(given);
  const { reason, appliedAt, appliedBy, metadata } = label;
  return {
    ...present(parts.get(labelKey(label))),
    source: label.source,
    labelType: label.labelType ?? 'Manual',
    state: label.state ?? 'Confirmed',
    ...(reason === undefined ? {} : { reason }),
    ...(appliedAt === undefined ? {} : { appliedAt }),
    ...(appliedBy === undefined ? {} : { appliedBy }),
    ...(metadata === undefined ? {} : { metadata }),
  };
}

/** Mutually exclusive parents, by id, that have at least two of the tags as children. */
export async function exclusiveParents(tags: readonly EntityRow[], scope: Scope): Promise<Map<string, EntityRow>> {
  const counts = new Map<string, number>();
  for (const { parent_id } of tags) if (parent_id !== null) counts.set(parent_id, (counts.get(parent_id) ?? 0) + 1);
  const shared = [...counts].filter(([, count]) => count > 1).map(([id]) => id);
  return exclusiveOf(shared, scope);
}

/** Those of these parents of tags whose children exclude each other, by id. */
async function exclusiveOf(ids: readonly string[], scope: Scope): Promise<Map<string, EntityRow>> {
  if (ids.length === 0) return new Map();
  const rows = await getEntitiesByIds(scope.sql, [...new Set(ids)]);
  const exclusive = rows.filter((row) => parseObject<Stored<Classification>>(row.doc).mutuallyExclusive);
  return new Map(exclusive.map((row) => [row.id, row]));
}

function refuseSiblings(tags: readonly EntityRow[], exclusive: Map<string, EntityRow>): void {
  const first = new Map<string, EntityRow>();
  for (const tag of tags) {
    if (tag.parent_id === null || !exclusive.has(tag.parent_id)) continue;
    const other = first.get(tag.parent_id);
    if (other)
      throw catalogError(
        'BAD_REQUEST',
        `tags: ${other.fqn} and ${tag.fqn} are mutually exclusive and cannot be set together`,
      );
    first.set(tag.parent_id, tag);
  }
}

/** Throws 400 if one of these tags, or a classification, glossary, tag or term above it, is disabled. */
export async function refuseDisabled(given: readonly EntityRow[], scope: Scope): Promise<void> {
  for (const [tag, row] of await disabledBy(given, scope))
    throw catalogError(
      'BAD_REQUEST',
      row === tag ? `tags: ${tag.fqn} is disabled` : `tags: ${tag.fqn} is disabled, because ${row.fqn} is`,
    );
}

/** Those of the tags that are disabled, with what disables each: the tag itself, or the nearest of what is above it. */
export async function disabledBy(given: readonly EntityRow[], scope: Scope): Promise<Map<EntityRow, EntityRow>> {
  // A request can have many labels of a tag, whose document can be large.
  const tags = [...new Map(given.map((tag) => [tag.id, tag])).values()];
  const above = tags.flatMap((tag) => containersOf(tag).map(([, id]) => id));
  const rows = new Map((await getEntitiesByIds(scope.sql, [...new Set(above)])).map((row) => [row.id, row]));
  const isDisabled = ({ doc }: EntityRow) => parseObject<Stored<Tag>>(doc).disabled === true;
  const found = new Map<EntityRow, EntityRow>();
  for (const tag of tags) {
    const row = [tag, ...containersOf(tag).flatMap(([, id]) => rows.get(id) ?? [])].find(isDisabled);
    if (row) found.set(tag, row);
  }
  return found;
}

/** Whether a value is a label as sent by clients: source, type and state may be missing, and get defaults. */
export const isLabel = (value: unknown): value is TagLabel => isObject(value) && typeof value.tagFQN === 'string';
