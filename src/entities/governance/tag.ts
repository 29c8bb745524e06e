import { defineType } from '../../catalog/index.js';
import { children, dataProducts, domains, owners, reviewers, tagUsageCount } from '../../traits/index.js';
import { keepOmitted } from '../keep-omitted.js';
import { nestedContainers } from '../nested-containers.js';
import { guardNamedTags, guardTagName, renameInRules } from '../policies/named-in-rules.js';
import { refuseSystemDeletion } from '../system-provided.js';
import { showDisabled } from './disabled-tags.js';
import { identified, recognizerRoutes } from './recognizer-routes.js';
import { tagAssetRoutes } from './tag-assets.js';

const path = '/v1/tags';

const unsaid = {
  provider: 'user',
  mutuallyExclusive: false,
  autoClassificationEnabled: false,
  autoClassificationPriority: 50,
};

export const tag = defineType({
  name: 'tag',
  path,
  schema: 'entity/classification/tag',
  create: 'api/classification/createTag',
  about: 'A value of a classification; it can be applied to assets and columns.',
  targetOf: ['tags'],
  dataAsset: true,
  search: { calledAs: ['tag'] },
  parents: [
    { field: 'parent', type: 'tag', given: 'fqn' },
    { field: 'classification', type: 'classification', given: 'fqn' },
  ],
  parentRequired: true,
  containers: nestedContainers,
  renameable: true,
  transient: ['associatedTags'],
  alerts: { notifications: 'metadata' },
  traits: [owners, domains, dataProducts, reviewers, children({ field: 'children', type: 'tag' }), tagUsageCount],
  readOnly: ['provider', 'dataContract'],
  preserveOnPut: ['style', 'provider', 'recognizers', 'autoClassificationEnabled', 'autoClassificationPriority'],
  filters: {
    parent: { by: 'below', type: 'classification', given: 'fqn' },
    disabled: { by: 'boolean', field: 'disabled', orAbove: true },
  },
  complete: showDisabled,
  references: [{ in: 'recognizers', field: 'addedBy' }],
  routes: [...tagAssetRoutes('tag', path, 'a classification or a tag'), ...recognizerRoutes(path)],
  hooks: {
    build(core, _create, _scope, stored) {
      core.deprecated = stored?.deprecated ?? false;
      keepOmitted(core, stored, unsaid);
    },
    check(after, before, scope) {
      if (after.recognizers) after.recognizers = identified(after.recognizers, before?.recognizers ?? [], scope);
      return guardTagName(after, before, scope);
    },
    guard: ({ fqn }, what, scope) => (what === 'delete' ? guardNamedTags(fqn, what, scope) : undefined),
    beforeDelete: refuseSystemDeletion,
    stored: renameInRules,
  },
});
