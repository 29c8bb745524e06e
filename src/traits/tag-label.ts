// Tag labels as values and as text. Pure.
import { labelTypes } from '../../contract/index.js';
import { hrefMark } from '../catalog/index.js';
import type { TagLabelRow } from '../storage/index.js';

/** A TagLabel of the interface (`type/tagLabel`). */
export interface TagLabel {
  tagFQN: string;
  name?: string;
  displayName?: string;
  description?: string;
  style?: unknown;
  source: string;
  labelType: string;
  state: string;
  href?: string;
  reason?: string;
  appliedAt?: string;
  appliedBy?: string;
  metadata?: unknown;
}

/** What a label shows of its tag or term. */
export interface TagFacts {
  id: string;
  type: string;
  fqn: string;
  name: string;
  displayName?: string;
  description?: string;
  style?: unknown;
}

export const sources = { tag: 'Classification', glossaryTerm: 'Glossary' } as const;

/** The type that labels of a source name. */
export function typeOfSource(source: string): string {
  return source === sources.glossaryTerm ? labelTypes.Glossary : labelTypes.Classification;
}

/** Labels are the same when they name the same tag. */
export function labelKey(label: unknown): string {
  const { source, tagFQN } = label as TagLabel;
  return `${source} ${tagFQN}`;
}

/** The part of a label that comes from the tag. */
export function tagPart(tag: TagFacts): Pick<TagLabel, 'tagFQN' | 'name' | 'displayName' | 'description' | 'style'> {
  return {
    tagFQN: tag.fqn,
    name: tag.name,
    ...(tag.displayName && tag.displayName !== tag.name ? { displayName: tag.displayName } : {}),
    ...(tag.description ? { description: tag.description } : {}),
    ...(tag.style ? { style: tag.style } : {}),
  };
}

/** What the label itself says beyond its tag; null when nothing. */
export function labelData({ reason, appliedAt, appliedBy, metadata }: TagLabel): string | null {
  const data = { reason, appliedAt, appliedBy, metadata };
  return Object.values(data).some((value) => value !== undefined) ? JSON.stringify(data) : null;
}

/** Makes label texts of stored rows; what comes from a tag is written once for all its labels. */
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

function factsOf(row: TagLabelRow): TagFacts {
  const { displayName, description } = JSON.parse(row.tag_ref) as { displayName?: string; description?: string };
  return {
    id: row.tag_id,
    type: row.tag_type,
    fqn: row.tag_fqn,
    name: row.tag_name,
    ...(displayName ? { displayName } : {}),
    ...(description ? { description } : {}),
    ...(row.tag_style ? { style: JSON.parse(row.tag_style) as unknown } : {}),
  };
}

/** A PUT adds to what is stored. */
export function uniteLabels(stored: unknown, given: unknown): unknown {
  if (!Array.isArray(given) || given.length === 0) return stored;
  const labels = new Map<string, unknown>();
  for (const label of [...((stored as unknown[] | undefined) ?? []), ...given])
    if (!labels.has(labelKey(label))) labels.set(labelKey(label), label);
  return [...labels.values()];
}
