/** A certification: one tag, valid for a time. Kept among the tag usages under a part of its own. */
import { catalogError } from '../../contract/index.js';
import type { Scope, Trait, TraitChange } from '../catalog/index.js';
import {
  CERTIFICATION_PART,
  type EntityRow,
  removeTagUsages,
  replaceTagUsages,
  tagUsagesOf,
} from '../storage/index.js';
import { resolveLabels, tagsOfLabels } from './resolve-tags.js';
import { labelKey, labelWriter, type TagLabel } from './tag-label.js';

interface Certification {
  tagLabel: TagLabel;
  /** The time of the server when it was set. */
  appliedDate: number;
  expiryDate: number;
}

/** Validity where the request does not say how long: 30 days. */
const validity = 30 * 24 * 60 * 60 * 1000;

export const certification: Trait = {
  field: 'certification',
  empty: null,
  inWrites: true,
  async load(rows, scope) {
    const write = labelWriter((type) => scope.catalog.registry.path(type));
    const texts = new Map<string, string>();
    for (const usage of await tagUsagesOf(
      scope.sql,
      rows.map((row) => row.id),
      'certifications',
    )) {
      const { appliedDate, expiryDate } = JSON.parse(usage.data ?? '{}') as Partial<Certification>;
      const label = write({ ...usage, data: null });
      texts.set(usage.entity_id, `{"tagLabel":${label},"appliedDate":${appliedDate},"expiryDate":${expiryDate}}`);
    }
    return texts;
  },
  write: {
    input: null,
    operation: 'EditCertification',
    versioned: true,
    accept: (given, scope) => Promise.all(given.map((value) => acceptOne(value, scope))),
    settle,
    key: (value) => `${labelKey((value as Certification).tagLabel)} ${(value as Certification).expiryDate}`,
    save: saveCertifications,
  },
};

type Given = Omit<Certification, 'expiryDate'> & Partial<Certification>;

async function acceptOne(value: unknown, scope: Scope): Promise<Given | undefined> {
  if (value === undefined || value === null || Array.isArray(value)) return undefined;
  const { tagLabel, expiryDate } = value as Partial<Certification>;
  if (typeof tagLabel?.tagFQN !== 'string')
    throw catalogError('BAD_REQUEST', 'certification.tagLabel: tagFQN is required');
  const [[label]] = (await resolveLabels([[tagLabel]], scope)) as [[TagLabel]];
  return { tagLabel: label, appliedDate: scope.context.now(), ...(expiryDate ? { expiryDate } : {}) };
}

/** The same certification stays as it was applied, whatever the request says of that. */
function settle(stored: unknown, accepted: unknown): Certification {
  const before = stored as Certification | undefined;
  const given = accepted as Given;
  if (before && labelKey(before.tagLabel) === labelKey(given.tagLabel))
    return { ...given, appliedDate: before.appliedDate, expiryDate: given.expiryDate ?? before.expiryDate };
  return { ...given, expiryDate: given.expiryDate ?? given.appliedDate + validity };
}

async function saveCertifications(changes: readonly TraitChange[], scope: Scope): Promise<void> {
  for (const { row, after } of changes) {
    const value = after as Certification | undefined;
    if (value) await saveOne(row, value, scope);
    else await removeTagUsages(scope.sql, row.id, [CERTIFICATION_PART]);
  }
}

async function saveOne(
  row: EntityRow,
  { tagLabel, appliedDate, expiryDate }: Certification,
  scope: Scope,
): Promise<void> {
  const tag = (await tagsOfLabels([tagLabel], scope)).get(labelKey(tagLabel)) as EntityRow;
  await replaceTagUsages(scope.sql, row.id, CERTIFICATION_PART, [
    {
      entity_id: row.id,
      part: CERTIFICATION_PART,
      tag_id: tag.id,
      source: tagLabel.source,
      label_type: tagLabel.labelType,
      state: tagLabel.state,
      ord: 0,
      data: JSON.stringify({ appliedDate, expiryDate }),
    },
  ]);
}
