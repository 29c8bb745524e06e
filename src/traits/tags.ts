/**
 * Tags and glossary terms on an entity and on its parts. Usages are kept by the id of the tag, so a renamed tag is renamed
 * on everything that has it.
 */
import { catalogError } from '../../contract/index.js';
import type { Scope, Trait, TraitChange } from '../catalog/index.js';
import {
  CERTIFICATION_PART,
  type EntityRow,
  replaceTagUsages,
  type TagLabelRow,
  type TagUsageRow,
  tagUsagesOf,
} from '../storage/index.js';
import { resolveLabels, tagsOfLabels } from './resolve-tags.js';
import { labelData, labelKey, labelWriter, type TagLabel, uniteLabels } from './tag-label.js';

export const tags: Trait = {
  field: 'tags',
  empty: '[]',
  inWrites: true,
  async load(rows, scope) {
    const usages = await tagUsagesOf(
      scope.sql,
      rows.map((row) => row.id),
      'entities',
    );
    const texts = listTexts(usages, (usage) => usage.entity_id, scope);
    return texts;
  },
  async loadParts(rows, scope) {
    const usages = await tagUsagesOf(
      scope.sql,
      rows.map((row) => row.id),
      'parts',
    );
    const byEntity = new Map<string, TagLabelRow[]>();
    for (const usage of usages) {
      if (usage.part === CERTIFICATION_PART) continue;
      const list = byEntity.get(usage.entity_id);
      if (list) list.push(usage);
      else byEntity.set(usage.entity_id, [usage]);
    }
    return new Map([...byEntity].map(([id, list]) => [id, listTexts(list, (usage) => usage.part, scope)]));
  },
  write: {
    operation: 'EditTags',
    versioned: true,
    accept: acceptLabels,
    merge: uniteLabels,
    key: labelKey,
    save: saveLabels,
  },
};

function listTexts(
  usages: readonly TagLabelRow[],
  keyOf: (usage: TagLabelRow) => string,
  scope: Scope,
): Map<string, string> {
  const write = labelWriter((type) => scope.catalog.registry.path(type));
  const lists = new Map<string, string>();
  for (const usage of usages) {
    const key = keyOf(usage);
    const list = lists.get(key);
    lists.set(key, list === undefined ? write(usage) : `${list},${write(usage)}`);
  }
  for (const [key, list] of lists) lists.set(key, `[${list}]`);
  return lists;
}

async function acceptLabels(given: readonly unknown[], scope: Scope): Promise<unknown[]> {
  const lists = given.map((value) => (value === undefined || value === null ? [] : asLabels(value)));
  const resolved = await resolveLabels(lists, scope);
  return given.map((value, i) => (value === undefined ? undefined : resolved[i]));
}

function asLabels(value: unknown): TagLabel[] {
  if (!Array.isArray(value)) throw catalogError('BAD_REQUEST', 'tags: must be a list');
  for (const label of value as unknown[])
    if (typeof (label as TagLabel | null)?.tagFQN !== 'string')
      throw catalogError('BAD_REQUEST', 'tags: tagFQN is required');
  return value as TagLabel[];
}

async function saveLabels(changes: readonly TraitChange[], scope: Scope): Promise<void> {
  const rows = await tagsOfLabels(
    changes.flatMap(({ after }) => (after ?? []) as TagLabel[]),
    scope,
  );
  for (const { row, part, before, after } of changes) {
    const old = new Set(((before ?? []) as TagLabel[]).map(labelKey));
    const usages = ((after ?? []) as TagLabel[]).map((label, ord) => {
      const tag = rows.get(labelKey(label)) as EntityRow;
      if (old.has(labelKey(label))) return usage(row, part ?? '', label, tag, ord);
      refuseDisabled(tag);
      return usage(row, part ?? '', { ...applied(scope), ...label }, tag, ord);
    });
    await replaceTagUsages(scope.sql, row.id, part ?? '', usages);
  }
}

/** Who puts a label on, and when. */
function applied(scope: Scope): Pick<TagLabel, 'appliedAt' | 'appliedBy'> {
  return { appliedAt: new Date(scope.context.now()).toISOString(), appliedBy: scope.actor.name };
}

function usage(row: EntityRow, part: string, label: TagLabel, tag: EntityRow, ord: number): TagUsageRow {
  return {
    entity_id: row.id,
    part,
    tag_id: tag.id,
    source: label.source,
    label_type: label.labelType,
    state: label.state,
    ord,
    data: labelData(label),
  };
}

function refuseDisabled(tag: EntityRow): void {
  if ((JSON.parse(tag.doc) as { disabled?: boolean }).disabled)
    throw catalogError('BAD_REQUEST', `tags: ${tag.fqn} is disabled`);
}
