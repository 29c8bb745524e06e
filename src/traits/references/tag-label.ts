// Conversion and merging of tag labels. Pure.
import { labelTypes, parseObject, parseReference, type Style, type TagLabel } from '../../../contract/index.js';
import { hrefMark, isOwnItem, type Scope } from '../../catalog/index.js';
import type { TagLabelRow } from '../../storage/index.js';

/** Properties of a tag or glossary term that its labels contain. */
export interface TagFacts {
  id: string;
  type: string;
  fqn: string;
  name: string;
  displayName?: string;
  description?: string;
  style?: Style;
}

export const sources = { tag: 'Classification', glossaryTerm: 'Glossary' } as const;

/** The entity type that labels of a source refer to. */
export function typeOfSource(source: string): string {
  return source === sources.glossaryTerm ? labelTypes.Glossary : labelTypes.Classification;
}

/** The source of labels that refer to an entity type. */
export function sourceOfType(type: string): (typeof sources)[keyof typeof sources] {
  return type === labelTypes.Glossary ? sources.glossaryTerm : sources.tag;
}

/** Identity of a label: two labels are the same if they name the same tag. */
export function labelKey({ source, tagFQN }: { source?: string; tagFQN: string }): string {
  return `${source} ${tagFQN}`;
}

/** The properties of a label that come from its tag. */
export function tagPart(tag: TagFacts): Pick<TagLabel, 'tagFQN' | 'name' | 'displayName' | 'description' | 'style'> {
  return {
    tagFQN: tag.fqn,
    name: tag.name,
    ...(tag.displayName && tag.displayName !== tag.name ? { displayName: tag.displayName } : {}),
    ...(tag.description ? { description: tag.description } : {}),
    ...(tag.style ? { style: tag.style } : {}),
  };
}

/** Who applied a label, and when. */
export function appliedNow({ context, actor }: Scope): Pick<TagLabel, 'appliedAt' | 'appliedBy'> {
  return { appliedAt: new Date(context.now()).toISOString(), appliedBy: actor.name };
}

/** JSON text of the label's own properties, for `TagUsageRow.data`; null if it has none. */
export function labelData({
  reason,
  appliedAt,
  appliedBy,
  metadata,
}: Pick<TagLabel, 'reason' | 'appliedAt' | 'appliedBy' | 'metadata'>): string | null {
  const data = { reason, appliedAt, appliedBy, metadata };
  return Object.values(data).some((value) => value !== undefined) ? JSON.stringify(data) : null;
}

/**
 * Writes the JSON text of stored labels. The text of each tag is serialized only once and reused for all its labels.
 */
export function labelWriter(pathOf: (type: string) => string): (row: TagLabelRow) => string {
  const known = new Map<string, { start: string; end: string }>();
  return (row) => {
    let tag = known.get(row.tag_id);
    if (!tag) {
      tag = {
        start: JSON.stringify(tagPart(factsOf(row))).slice(0, -1),
        end: `,"href":"${hrefMark}${pathOf(row.tag_type)}/${row.tag_id}"}`,
      };
      known.set(row.tag_id, tag);
    }
    const data = row.data === null ? '' : `,${row.data.slice(1, -1)}`;
    return `${tag.start},"source":"${row.source}","labelType":"${row.label_type}","state":"${row.state}"${data}${tag.end}`;
  };
}

/** What the label of a usage shows of its tag. */
export function factsOf(row: TagLabelRow): TagFacts {
  const { displayName, description } = parseReference(row.tag_ref);
  return {
    id: row.tag_id,
    type: row.tag_type,
    fqn: row.tag_fqn,
    name: row.tag_name,
    ...(displayName ? { displayName } : {}),
    ...(description ? { description } : {}),
    ...(row.tag_style ? { style: parseObject<Style>(row.tag_style) } : {}),
  };
}

/**
 * A PUT adds labels to the stored ones and never removes any. Labels derived through terms come last, because a label
 * of the list itself wins.
 */
export function uniteLabels(stored: TagLabel[] | undefined, given: TagLabel[] | undefined): TagLabel[] | undefined {
  if (!given?.length) return stored;
  const all = [...(stored ?? []), ...given];
  return distinctLabels([...all.filter(isOwnItem), ...all.filter((label) => !isOwnItem(label))]);
}

/** One label per tag: the first one. */
export function distinctLabels(labels: readonly TagLabel[]): TagLabel[] {
  const byTag = new Map<string, TagLabel>();
  for (const label of labels) if (!byTag.has(labelKey(label))) byTag.set(labelKey(label), label);
  return [...byTag.values()];
}
