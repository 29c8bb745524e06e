import { catalogError, type GlossaryTerm, isObject } from '../../../contract/index.js';
import { defineType, type Fields, splitFqn } from '../../catalog/index.js';
import {
  childCount,
  children,
  dataProducts,
  domains,
  owners,
  reviewers,
  tags,
  tagUsageCount,
  votes,
} from '../../traits/index.js';
import { keepExclusive } from '../governance/label-collection.js';
import { tagAssetRoutes } from '../governance/tag-assets.js';
import { keepOmitted } from '../keep-omitted.js';
import { nestedContainers } from '../nested-containers.js';
import { guardNamedTags, guardTagName, renameInRules } from '../policies/named-in-rules.js';
import { refuseSystemDeletion } from '../system-provided.js';
import { refuseUnfilled } from '../workflows/intake-check.js';
import { firstStatus, guardReviewers, guardStatus, statusAfterMove } from './approval.js';
import { followApproval } from './approval-task.js';
import { moveRoute } from './move-job.js';
import { relatedTerms } from './related-terms.js';
import { relationRoutes } from './relation-routes.js';
import { relationsGraphRoute } from './relations-graph.js';
import { reviewBelow } from './review-below.js';
import { tagValidationRoute } from './tag-validation.js';
import { termSearchRoutes } from './term-search.js';

const path = '/v1/glossaryTerms';

export const glossaryTerm = defineType({
  name: 'glossaryTerm',
  path,
  schema: 'entity/data/glossaryTerm',
  create: 'api/data/createGlossaryTerm',
  about: 'A business term of a glossary; it can be applied to assets and columns.',
  targetOf: ['tags'],
  dataAsset: true,
  countedAs: { entities: 'glossaryTermCount' },
  search: {
    calledAs: ['glossary term', 'term'],
    text: { synonyms: 'name' },
    facets: ['entityStatus'],
  },
  parents: [
    { field: 'parent', type: 'glossaryTerm', given: 'fqn' },
    { field: 'glossary', type: 'glossary', given: 'fqn' },
  ],
  parentRequired: true,
  containers: nestedContainers,
  renameable: true,
  movable: true,
  alerts: { notifications: 'metadata' },
  traits: [
    ...[owners, tags, domains, dataProducts, reviewers, votes, relatedTerms],
    children({ field: 'children', type: 'glossaryTerm' }),
    childCount({ field: 'childrenCount', type: 'glossaryTerm' }),
    tagUsageCount,
  ],
  with: ['createMany', 'vote'],
  shownOnCreate: ['owners', 'reviewers'],
  onRequest: ['extension'],
  readOnly: ['provider', 'dataContract', 'mutuallyExclusive'],
  preserveOnPut: ['extension', 'provider', 'style', 'iri', 'conceptMappings', 'entityStatus'],
  filters: {
    glossary: { by: 'below', type: 'glossary', given: 'fqn-or-id' },
    parent: { by: 'below', type: 'glossaryTerm', given: 'fqn-or-id', within: 'glossary' },
    directChildrenOf: { by: 'parent', type: ['glossary', 'glossaryTerm'] },
    disabled: { by: 'boolean', field: 'disabled' },
    entityStatus: { by: 'equals', field: 'entityStatus' },
  },
  routes: [
    ...tagAssetRoutes('glossaryTerm', path, 'a glossary or a term', 'api/addGlossaryToAssetsRequest'),
    ...termSearchRoutes(path),
    ...relationRoutes(path),
    relationsGraphRoute(path),
    moveRoute(path),
    tagValidationRoute(path),
  ],
  hooks: {
    async build(core, create, scope, stored) {
      refuseOtherGlossary(create);
      await refuseUnfilled('glossaryTerm', create, stored, scope);
      core.synonyms ??= [];
      core.references ??= [];
      core.entityStatus = stored?.entityStatus ?? (await firstStatus(create, scope));
      keepOmitted(core, stored, { provider: 'user' });
      keepExclusive(core, stored);
    },
    async check(after, before, scope) {
      await guardTagName(after, before, scope);
      await guardStatus(after, before, scope);
      const moved = before !== null && isMoved(after, before);
      await guardReviewers(after, before, { moved }, scope);
      if (!moved) return;
      await guardNamedTags(String(before.fullyQualifiedName), 'move', scope);
      const status = await statusAfterMove(after, scope);
      if (status !== undefined) after.entityStatus = status;
    },
    async stored(row, after, before, scope) {
      await renameInRules(row, after, before, scope);
      if (before && isMoved(after, before)) await reviewBelow(row, after, scope);
      return followApproval(row, after, before, scope);
    },
    guard: ({ fqn }, what, scope) => (what === 'delete' ? guardNamedTags(fqn, what, scope) : undefined),
    beforeDelete: refuseSystemDeletion,
  },
});

function isMoved(after: Partial<Pick<GlossaryTerm, 'parent' | 'glossary'>>, before: Fields): boolean {
  const ids = [before.parent, before.glossary].map((value) => (isObject(value) ? value.id : undefined));
  return after.parent?.id !== ids[0] || after.glossary?.id !== ids[1];
}

/** A parent lies in the glossary that the request names. */
function refuseOtherGlossary({ parent, glossary }: Fields): void {
  if (typeof parent !== 'string') return;
  const [top] = splitFqn(parent);
  if (top !== splitFqn(String(glossary)).join('.'))
    throw catalogError('BAD_REQUEST', `parent: ${parent} is not a term of the glossary ${glossary}`);
}
