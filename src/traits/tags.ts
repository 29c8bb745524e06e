/**
 * Tags and glossary terms on an entity and on its parts. Usages are stored by the id of the tag, so renaming a tag
 * takes effect everywhere it is used.
 */
import { catalogError, parseObject, type Stored, type Tag, type TagLabel } from '../../contract/index.js';
import type { Scope, Trait, TraitChange } from '../catalog/index.js';
import { present } from '../context/index.js';
import {
  CERTIFICATION_PART,
  type EntityRow,
  kept,
  replaceTagUsages,
  type ShownRow,
  type TagLabelRow,
  type TagUsageRow,
  tagUsagesOf,
} from '../storage/index.js';
import { isLabel, refuseExclusive, resolveLabels, tagsOfLabels } from './references/resolve-tags.js';
import { labelData, labelKey, labelWriter, uniteLabels } from './references/tag-label.js';

export const tags: Trait<TagLabel[], 'tags'> = {
  field: 'tags',
  empty: '[]',
  inWrites: true,
  load: async (rows, scope) => (await textsOf(rows, 'entities', scope)).own,
  loadParts: async (rows, scope) => (await textsOf(rows, 'parts', scope)).parts,
  loadBoth: (rows, scope) => textsOf(rows, 'both', scope),
  write: {
    operation: 'EditTags',
    versioned: true,
    accept: acceptLabels,
    merge: uniteLabels,
    key: labelKey,
    save: saveLabels,
  },
};

interface LabelTexts {
  own: Map<string, string>;
  parts: Map<string, Map<string, string>>;
}

function textsOf(rows: readonly ShownRow[], of: 'entities' | 'parts' | 'both', scope: Scope): Promise<LabelTexts> {
  const ids = rows.map((row) => row.id);
  const load = async () => {
    const usages = await tagUsagesOf(scope.sql, ids, of);
    const write = writerOf(scope);
    return { own: ownTexts(usages, write), parts: partTexts(usages, write) };
  };
  return kept(scope.sql, `labels of ${of} ${ids}`, load, weightOf);
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

async function acceptLabels(given: readonly unknown[], scope: Scope): Promise<(TagLabel[] | undefined)[]> {
  const lists = given.map((value) => (value === undefined || value === null ? [] : asLabels(value)));
  const resolved = await resolveLabels(lists, scope);
  return given.map((value, i) => (value === undefined ? undefined : resolved[i]));
}

function asLabels(value: unknown): TagLabel[] {
  if (!Array.isArray(value)) throw catalogError('BAD_REQUEST', 'tags: must be a list');
  if (!value.every(isLabel)) throw catalogError('BAD_REQUEST', 'tags: tagFQN is required');
  return value;
}

async function saveLabels(changes: readonly TraitChange<TagLabel[]>[], scope: Scope): Promise<void> {
  const rows = await tagsOfLabels(
    changes.flatMap(({ after }) => after ?? []),
    scope,
  );
  // Checked again, because a PUT merges the accepted labels with the stored ones.
  await refuseExclusive(
    changes.map(({ after }) => after ?? []),
    rows,
    scope,
  );
  for (const { row, part, before, after } of changes) {
    const old = new Set((before ?? []).map(labelKey));
    const usages = (after ?? []).map((label, ord) => {
      const tag = present(rows.get(labelKey(label)));
      if (old.has(labelKey(label))) return usage(row, part ?? '', label, tag, ord);
      refuseDisabled(tag);
      return usage(row, part ?? '', { ...applied(scope), ...label }, tag, ord);
    });
    await replaceTagUsages(scope.sql, row.id, part ?? '', usages);
  }
}

/** Who applied a label, and when. */
function applied(scope: Scope): Pick<TagLabel, 'appliedAt' | 'appliedBy'> {
  return { appliedAt: new Date(scope.context.now()).toISOString(), appliedBy: scope.actor.name };
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

function refuseDisabled(tag: EntityRow): void {
  if (parseObject<Stored<Tag>>(tag.doc).disabled) throw catalogError('BAD_REQUEST', `tags: ${tag.fqn} is disabled`);
}
