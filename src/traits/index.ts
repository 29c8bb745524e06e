export { certification } from './certification.js';
export { CERTIFICATION_SETTING, certificationSettingKind } from './certification-setting.js';
export { children } from './children.js';
export { childCount, countOf, idsOf, liveBelow, tagUsageCount, tally } from './counts.js';
export { dataProductAsset, dataProducts, offeredAsset } from './data-products.js';
export { domains, domainsAsPut } from './domains.js';
export { followers } from './followers.js';
export { type LinkRule, link } from './link.js';
export { owners, ownersAsPut, ownersOrThoseOfDomains } from './owners.js';
export { experts, reviewers } from './people.js';
export { labelsByTag, type ShownLabel } from './references/derived-labels.js';
export { resolveNew } from './references/resolve-new.js';
export { type Naming, resolveReferences } from './references/resolve-references.js';
export {
  disabledBy,
  isLabel,
  refuseDisabled,
  refuseExclusiveTags,
  resolveLabels,
  tagsOfLabels,
  withoutRivals,
} from './references/resolve-tags.js';
export { seenRows } from './references/seen.js';
export { labelKey, sourceOfType, uniteLabels } from './references/tag-label.js';
export { tags, tagsWith } from './tags.js';
export { dateOfDay, dayOfDate, usageDetails, usageSummary } from './usage-summary.js';
export { votes } from './votes.js';
