/** Certification: a tag that is valid for a limited time. Stored as a tag usage under a reserved part name. */
import { type AssetCertification, catalogError, isObject, parseObject } from '../../contract/index.js';
import { quoteName, type Scope, splitFqn, type Trait, type TraitChange } from '../catalog/index.js';
import { first, present } from '../context/index.js';
import {
  CERTIFICATION_PART,
  type EntityRow,
  removeTagUsages,
  replaceTagUsages,
  tagUsagesOf,
} from '../storage/index.js';
import { certificationRule, endOfPeriod } from './certification-setting.js';
import { isLabel, resolveLabels, tagsOfLabels } from './references/resolve-tags.js';
import { labelKey, labelWriter, sources } from './references/tag-label.js';

export const certification: Trait<AssetCertification, 'certification', Given> = {
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
      const { appliedDate, expiryDate } = parseObject<Partial<AssetCertification>>(usage.data ?? '{}');
      const label = write({ ...usage, data: null });
      texts.set(usage.entity_id, `{"tagLabel":${label},"appliedDate":${appliedDate},"expiryDate":${expiryDate}}`);
    }
    return texts;
  },
  write: {
    input: null,
    operation: 'EditCertification',
    versioned: true,
    accept: (given, scope, _, stored) => Promise.all(given.map((value) => acceptOne(value, scope, stored))),
    settle,
    key: ({ tagLabel, expiryDate }) => `${labelKey(tagLabel)} ${expiryDate}`,
    save: saveCertifications,
  },
};

/** The expiry date is optional in requests; without it, the certification lasts as long as the setting says. */
type Given = Omit<AssetCertification, 'expiryDate'> & Partial<AssetCertification> & { endsBySetting: number };

async function acceptOne(value: unknown, scope: Scope, stored: unknown): Promise<Given | undefined> {
  if (value === undefined || value === null || Array.isArray(value)) return undefined;
  const { tagLabel, expiryDate: given } = isObject(value) ? value : {};
  const expiryDate = given || undefined;
  if (!isLabel(tagLabel)) throw catalogError('BAD_REQUEST', 'certification.tagLabel: tagFQN is required');
  if (expiryDate !== undefined && typeof expiryDate !== 'number')
    throw catalogError('BAD_REQUEST', 'certification.expiryDate: must be a number');
  const label = first(first(await resolveLabels([[tagLabel]], scope, stored)));
  const { allowedClassification, validityPeriod } = await certificationRule(scope);
  const held = isObject(stored) && isLabel(stored.tagLabel) ? labelKey(stored.tagLabel) : null;
  const classification = splitFqn(label.tagFQN).slice(0, -1).map(quoteName).join('.');
  // What certifies already may stay when the setting changes.
  if (labelKey(label) !== held && (label.source !== sources.tag || classification !== allowedClassification))
    throw catalogError('BAD_REQUEST', `Invalid Classification: ${label.tagFQN} is not valid for Certification.`);
  const appliedDate = scope.context.now();
  return {
    tagLabel: label,
    appliedDate,
    endsBySetting: endOfPeriod(appliedDate, validityPeriod),
    ...(expiryDate ? { expiryDate } : {}),
  };
}

/** If the tag does not change, the stored `appliedDate` is preserved, and `expiryDate` unless the request sets it. */
function settle(
  before: AssetCertification | undefined,
  { tagLabel, appliedDate, expiryDate, endsBySetting }: Given,
): AssetCertification {
  if (before && labelKey(before.tagLabel) === labelKey(tagLabel))
    return { tagLabel, appliedDate: before.appliedDate, expiryDate: expiryDate ?? before.expiryDate };
  return { tagLabel, appliedDate, expiryDate: expiryDate ?? endsBySetting };
}

async function saveCertifications(changes: readonly TraitChange<AssetCertification>[], scope: Scope): Promise<void> {
  for (const { row, after } of changes) {
    if (after) await saveOne(row, after, scope);
    else await removeTagUsages(scope.sql, row.id, [CERTIFICATION_PART]);
  }
}

async function saveOne(
  row: EntityRow,
  { tagLabel, appliedDate, expiryDate }: AssetCertification,
  scope: Scope,
): Promise<void> {
  const tag = present((await tagsOfLabels([tagLabel], scope)).get(labelKey(tagLabel)));
  await replaceTagUsages(scope.sql, row.id, CERTIFICATION_PART, [
    {
      entity_id: row.id,
      part: CERTIFICATION_PART,
      tag_id: tag.id,
      source: tagLabel.source,
      label_type: tagLabel.labelType ?? 'Manual',
      state: tagLabel.state ?? 'Confirmed',
      ord: 0,
      data: JSON.stringify({ appliedDate, expiryDate }),
    },
  ]);
}
