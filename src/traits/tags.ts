/**
 * Tags and glossary terms on an entity and on its parts. Usages are stored by the id of the tag, so renaming a tag
 * takes effect everywhere it is used.
 */
import { catalogError, type TagLabel } from '../../contract/index.js';
import {
  type EntityType,
  type OverriddenValue,
  type Scope,
  splitFqn,
  type Trait,
  type TraitChange,
} from '../catalog/index.js';
import { groupBy, present } from '../context/index.js';
import {
  CERTIFICATION_PART,
  cached,
  type EntityRow,
  getEntitiesByIds,
  type ShownRow,
  type TagLabelRow,
  type TagUsageRow,
  tagUsagesOf,
} from '../storage/index.js';
import { ownLabels, withDerivedUsages } from './references/derived-labels.js';
import { replaceLabels } from './references/replace-labels.js';
import {
  exclusiveParents,
  isLabel,
  refuseDisabled,
  refuseExclusive,
  resolveLabels,
  tagsOfLabels,
  withoutRivals,
} from './references/resolve-tags.js';
import { appliedNow, labelData, labelKey, labelWriter, uniteLabels } from './references/tag-label.js';

type Tags = Trait<TagLabel[], 'tags'>;

export const tags: Tags = tagsWith(() => undefined);

/** Something whose labels another entity shows as well: those of these parts of it. `''` stands for itself. */
export interface LabelSource {
  id: string;
  parts: readonly string[];
}

/** Tags of entities that also show those of what they are about, as derived ones. */
export function tagsWith(sourceOf: (row: ShownRow) => LabelSource | undefined): Tags {
  return {
    field: 'tags',
    empty: '[]',
    inWrites: true,
    load: async (rows, scope) => (await textsOf(rows, 'entities', sourceOf, scope)).own,
    loadParts: async (rows, scope) => (await textsOf(rows, 'parts', sourceOf, scope)).parts,
    loadBoth: (rows, scope) => textsOf(rows, 'both', sourceOf, scope),
    write: {
      operation: 'EditTags',
      versioned: true,
      accept: acceptLabels,
      merge: uniteLabels,
      keepOnOverride: keepUnrivalled,
      key: labelKey,
      save: saveLabels,
    },
  };
}

interface LabelTexts {
  own: Map<string, string>;
  parts: Map<string, Map<string, string>>;
}

function textsOf(
  rows: readonly ShownRow[],
  of: 'entities' | 'parts' | 'both',
  sourceOf: (row: ShownRow) => LabelSource | undefined,
  scope: Scope,
): Promise<LabelTexts> {
  const ids = rows.map((row) => row.id);
  const load = async () => {
    const sources = of === 'parts' ? [] : rows.map((row) => [row.id, sourceOf(row)] as const);
    const own = await tagUsagesOf(scope.sql, ids, of);
    const usages = await withDerivedUsages([...own, ...(await usagesOfSources(own, sources, scope))], scope);
    const write = writerOf(scope);
    return { own: ownTexts(usages, write), parts: partTexts(usages, write) };
  };
  return cached(scope.sql, `labels of ${of} ${ids}`, load, weightOf);
}

/** What entities show of their sources; a label that an entity has itself wins. */
async function usagesOfSources(
  own: readonly TagLabelRow[],
  sources: readonly (readonly [id: string, source: LabelSource | undefined])[],
  scope: Scope,
): Promise<TagLabelRow[]> {
  const ids = new Set(sources.flatMap(([, source]) => source?.id ?? []));
  if (ids.size === 0) return [];
  const usages = groupBy(await tagUsagesOf(scope.sql, [...ids], 'both'), ({ entity_id }) => entity_id);
  const shown = new Set(own.map(({ entity_id, tag_id }) => `${entity_id} ${tag_id}`));
  const more = sources.flatMap(([entity_id, source]) =>
    (usages.get(source?.id ?? '') ?? [])
      .filter(({ part, tag_id }) => {
        const isNew = source?.parts.includes(part) && !shown.has(`${entity_id} ${tag_id}`);
        if (isNew) shown.add(`${entity_id} ${tag_id}`);
        return isNew;
      })
      .map((usage) => ({ ...usage, entity_id, part: '', label_type: 'Derived', data: null })),
  );
  return withoutExcluded(own, more, scope);
}

/** Leaves out labels that exclude one which the entity has, or one that stands before. */
async function withoutExcluded(
  own: readonly TagLabelRow[],
  more: readonly TagLabelRow[],
  scope: Scope,
): Promise<TagLabelRow[]> {
  const siblings = groupBy([...own, ...more], (usage) => `${usage.entity_id} ${splitFqn(usage.tag_fqn).slice(0, -1)}`);
  const tagIds = [...siblings.values()].flatMap((some) => (some.length > 1 ? some.map(({ tag_id }) => tag_id) : []));
  if (tagIds.length === 0) return [...more];
  const tagRows = await getEntitiesByIds(scope.sql, [...new Set(tagIds)]);
  const exclusive = await exclusiveParents(tagRows, scope);
  const groupOf = new Map(tagRows.map(({ id, parent_id }) => [id, exclusive.has(parent_id ?? '') ? parent_id : null]));
  const taken = new Set(own.map(({ entity_id, tag_id }) => `${entity_id} ${groupOf.get(tag_id)}`));
  return more.filter(({ entity_id, tag_id }) => {
    const group = groupOf.get(tag_id);
    if (!group) return true;
    const isFree = !taken.has(`${entity_id} ${group}`);
    taken.add(`${entity_id} ${group}`);
    return isFree;
  });
}

function weightOf({ own, parts }: LabelTexts): number {
  return [own, ...parts.values()].reduce(
    (sum, texts) => [...texts.values()].reduce((length, text) => length + text.length + 100, sum),
    0,
  );
}

type WriteLabel = (usage: TagLabelRow) => string;

function writerOf(scope: Scope): WriteLabel {
  return labelWriter((type) => scope.catalog.registry.path(type));
}

function ownTexts(usages: readonly TagLabelRow[], write: WriteLabel): Map<string, string> {
  const lists = new Map<string, string>();
  for (const usage of usages) if (usage.part === '') append(lists, usage.entity_id, write(usage));
  return closed(lists);
}

function partTexts(usages: readonly TagLabelRow[], write: WriteLabel): Map<string, Map<string, string>> {
  const byEntity = new Map<string, Map<string, string>>();
  for (const usage of usages) {
    if (usage.part === '' || usage.part === CERTIFICATION_PART) continue;
    const lists = byEntity.get(usage.entity_id) ?? new Map<string, string>();
    byEntity.set(usage.entity_id, lists);
    append(lists, usage.part, write(usage));
  }
  for (const lists of byEntity.values()) closed(lists);
  return byEntity;
}

function append(lists: Map<string, string>, key: string, label: string): void {
  const list = lists.get(key);
  lists.set(key, list === undefined ? `[${label}` : `${list},${label}`);
}

function closed(lists: Map<string, string>): Map<string, string> {
  for (const [key, list] of lists) lists.set(key, `${list}]`);
  return lists;
}

async function acceptLabels(
  given: readonly unknown[],
  scope: Scope,
  _: EntityType,
  stored: unknown,
): Promise<(TagLabel[] | undefined)[]> {
  const lists = given.map((value) => (value === undefined || value === null ? [] : asLabels(value)));
  const resolved = await resolveLabels(lists, scope, stored);
  return given.map((value, i) => (value === undefined ? undefined : resolved[i]));
}

function asLabels(value: unknown): TagLabel[] {
  if (!Array.isArray(value)) throw catalogError('BAD_REQUEST', 'tags: must be a list');
  if (!value.every(isLabel)) throw catalogError('BAD_REQUEST', 'tags: tagFQN is required');
  return value;
}

/** Labels of an ingestion that overrides take the place of those that exclude them. */
async function keepUnrivalled(
  pairs: readonly OverriddenValue<TagLabel[]>[],
  scope: Scope,
): Promise<(TagLabel[] | undefined)[]> {
  const kept = await withoutRivals(
    pairs.map(({ stored = [], given = [] }) => ({ stored, given })),
    scope,
  );
  return pairs.map(({ stored }, i) => stored && kept[i]);
}

async function saveLabels(changes: readonly TraitChange<TagLabel[]>[], scope: Scope): Promise<void> {
  const lists = changes.map(({ after }) => ownLabels(after));
  const rows = await tagsOfLabels(lists.flat(), scope);
  // Checked again, because a PUT merges the accepted labels with the stored ones.
  await refuseExclusive(lists, rows, scope);
  const tagOf = (label: TagLabel) => present(rows.get(labelKey(label)));
  const stored = changes.map(({ before }) => new Set(ownLabels(before).map(labelKey)));
  const isNew = (label: TagLabel, i: number) => !stored[i]?.has(labelKey(label));
  await refuseDisabled(
    lists.flatMap((list, i) => list.filter((label) => isNew(label, i)).map(tagOf)),
    scope,
  );
  for (const [i, { row, part = '' }] of changes.entries()) {
    const usages = present(lists[i]).map((label, ord) =>
      usage(row, part, isNew(label, i) ? { ...appliedNow(scope), ...label } : label, tagOf(label), ord),
    );
    await replaceLabels(row, part, usages, scope);
  }
}

function usage(row: EntityRow, part: string, label: TagLabel, tag: EntityRow, ord: number): TagUsageRow {
  return {
    entity_id: row.id,
    part,
    tag_id: tag.id,
    source: label.source,
    label_type: label.labelType ?? 'Manual',
    state: label.state ?? 'Confirmed',
    ord,
    data: labelData(label),
  };
}
