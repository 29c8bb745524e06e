/**
 * The labels of a glossary term apply to everything that has the term. They are not stored there: they are added when
 * labels are read, so they follow every change of the term. A label that an entity or part has itself wins.
 */
import { labelTypes, parseReference, type TagLabel } from '../../../contract/index.js';
import { isOwnItem, type Scope } from '../../catalog/index.js';
import { groupBy } from '../../context/index.js';
import { getReferences, type TagLabelRow, tagUsagesOf } from '../../storage/index.js';
import { distinctLabels, factsOf, sourceOfType, sources, tagPart } from './tag-label.js';

/** Usages with those derived through terms, behind the own ones of each entity or part. */
export async function withDerivedUsages(usages: readonly TagLabelRow[], scope: Scope): Promise<readonly TagLabelRow[]> {
  const byTerm = await usagesOfTerms(
    usages.filter(({ source }) => source === sources.glossaryTerm).map(({ tag_id }) => tag_id),
    scope,
  );
  if (byTerm.size === 0) return usages;
  const holders = groupBy(usages, ({ entity_id, part }) => `${entity_id} ${part}`);
  return [...holders.values()].flatMap((own) => [...own, ...derivedFrom(own, byTerm)]);
}

/** Complete labels with those derived through their terms. `idOf`: the id of the term of a label. */
export async function withDerivedLabels(
  lists: readonly (readonly TagLabel[])[],
  idOf: (label: TagLabel) => string,
  scope: Scope,
): Promise<TagLabel[][]> {
  const ofTerms = (list: readonly TagLabel[]) => list.filter(({ source }) => source === sources.glossaryTerm).map(idOf);
  const byTerm = await usagesOfTerms(lists.flatMap(ofTerms), scope);
  return lists.map((list) => {
    const derived = ofTerms(list).flatMap((id) => (byTerm.get(id) ?? []).map(derivedLabel));
    return distinctLabels([...list, ...derived]);
  });
}

/** What identifies a label. */
export type ShownLabel = Pick<TagLabel, 'source' | 'tagFQN'>;

/** The labels that whatever has a tag or term is shown with, by its id: its own, and those that it brings. */
export async function labelsByTag(
  tagIds: readonly string[],
  scope: Scope,
): Promise<ReadonlyMap<string, readonly ShownLabel[]>> {
  const tags = (await getReferences(scope.sql, tagIds)).filter(({ deleted }) => deleted < 2);
  const byTerm = await usagesOfTerms(
    tags.filter(({ type }) => type === labelTypes.Glossary).map(({ id }) => id),
    scope,
  );
  return new Map(
    tags.map(({ id, type, ref }) => {
      const own = { source: sourceOfType(type), tagFQN: parseReference(ref).fullyQualifiedName ?? '' };
      return [id, [own, ...(byTerm.get(id) ?? []).map(derivedLabel)]];
    }),
  );
}

/** The labels that a list holds itself. */
export function ownLabels(labels: readonly TagLabel[] | undefined): TagLabel[] {
  return labels?.filter(isOwnItem) ?? [];
}

async function usagesOfTerms(ids: readonly string[], scope: Scope): Promise<Map<string, TagLabelRow[]>> {
  if (ids.length === 0) return new Map();
  return groupBy(await tagUsagesOf(scope.sql, [...new Set(ids)], 'entities'), ({ entity_id }) => entity_id);
}

function derivedFrom(own: readonly TagLabelRow[], byTerm: ReadonlyMap<string, TagLabelRow[]>): TagLabelRow[] {
  const known = new Set(own.map(({ tag_id }) => tag_id));
  const derived: TagLabelRow[] = [];
  for (const { entity_id, part, tag_id } of own)
    for (const usage of byTerm.get(tag_id) ?? []) {
      if (known.has(usage.tag_id)) continue;
      known.add(usage.tag_id);
      derived.push({ ...usage, entity_id, part, label_type: 'Derived', data: null });
    }
  return derived;
}

function derivedLabel(usage: TagLabelRow): TagLabel {
  return {
    ...tagPart(factsOf(usage)),
    source: usage.source === sources.glossaryTerm ? sources.glossaryTerm : sources.tag,
    labelType: 'Derived',
    state: usage.state === 'Suggested' ? 'Suggested' : 'Confirmed',
  };
}
