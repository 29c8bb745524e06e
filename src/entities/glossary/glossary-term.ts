import { catalogError } from '../../../contract/index.js';
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
import { tagAssetRoutes } from '../governance/tag-assets.js';
import { keepUnsaid } from '../keep-unsaid.js';
import { nestedContainers } from '../nested-containers.js';
import { guardNamedTags, guardTagName } from '../policies/named-in-rules.js';
import { refuseSystemDeletion } from '../system-provided.js';
import { firstStatus, guardStatus } from './approval.js';
import { relatedTerms } from './related-terms.js';

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
  traits: [
    ...[owners, tags, domains, dataProducts, reviewers, votes, relatedTerms],
    children({ field: 'children', type: 'glossaryTerm' }),
    childCount({ field: 'childrenCount', type: 'glossaryTerm' }),
    tagUsageCount,
  ],
  with: ['vote'],
  shownOnCreate: ['owners', 'reviewers'],
  onRequest: ['extension'],
  readOnly: ['provider'],
  preserveOnPut: ['extension', 'provider', 'style', 'iri', 'conceptMappings', 'entityStatus'],
  filters: {
    glossary: { by: 'below', type: 'glossary', given: 'fqn-or-id' },
    parent: { by: 'below', type: 'glossaryTerm', given: 'fqn-or-id' },
    disabled: { by: 'boolean', field: 'disabled' },
    entityStatus: { by: 'equals', field: 'entityStatus' },
  },
  routes: tagAssetRoutes('glossaryTerm', path, 'api/addGlossaryToAssetsRequest'),
  hooks: {
    async build(core, create, scope, stored) {
      refuseOtherGlossary(create);
      core.synonyms ??= [];
      core.references ??= [];
      core.entityStatus = stored?.entityStatus ?? (await firstStatus(create, scope));
      keepUnsaid(core, stored, { provider: 'user', mutuallyExclusive: false });
    },
    async check(after, before, scope) {
      await guardTagName(after, before, scope);
      await guardStatus(after, before, scope);
    },
    guard: ({ fqn }, what, scope) => (what === 'delete' ? guardNamedTags(fqn, what, scope) : undefined),
    beforeDelete: refuseSystemDeletion,
  },
});

/** A parent lies in the glossary that the request names. */
function refuseOtherGlossary({ parent, glossary }: Fields): void {
  if (typeof parent !== 'string') return;
  const [top] = splitFqn(parent);
  if (top !== splitFqn(String(glossary)).join('.'))
    throw catalogError('BAD_REQUEST', `parent: ${parent} is not a term of the glossary ${glossary}`);
}
