// Types whose pages are shown beside a list: their addresses belong to the pages of this folder.
import type {
  Classification,
  DataProduct,
  Domain,
  DomainType,
  Glossary,
  GlossaryTerm,
  LifecycleStage,
  PortfolioPriority,
  Query,
  Tag,
  Visibility,
} from 'cairn/contract';
import { Boxes, FileText, Hash, Shapes, Tag as TagIcon, Tags } from 'lucide-react';
import { defineEntityPage, type Entity, type Fact, type FactChoice } from '../../entities/entity-page.js';
import { say } from '../../words/define-words.js';
import { wordOf } from '../../words/format.js';
import { governWords } from '../../words/govern.js';

const t = say(governWords);

const assets = {
  key: 'assets',
  title: () => t('assets'),
  page: () => import('../../entities/assets/assets-tab.js').then((m) => m.AssetsTab),
};

const DOMAIN_TYPES = ['Aggregate', 'Consumer-aligned', 'Source-aligned'] as const satisfies readonly DomainType[];
const STAGES = [
  'IDEATION',
  'DESIGN',
  'DEVELOPMENT',
  'TESTING',
  'PRODUCTION',
  'DEPRECATED',
  'RETIRED',
] as const satisfies readonly LifecycleStage[];
const VISIBILITIES = [
  'PRIVATE',
  'INVITATION',
  'ORGANISATION',
  'DATASPACE',
  'PUBLIC',
] as const satisfies readonly Visibility[];
const PRIORITIES = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const satisfies readonly PortfolioPriority[];

/** A choice among constants of the interface. */
function constants(field: string, values: readonly string[]): FactChoice {
  return { field, options: () => values.map((value) => [value, wordOf(value)]) };
}

/** Whether labels of a collection exclude each other. */
const exclusiveFact = (label: 'exclusive' | 'exclusiveTerms'): Fact<Entity & { mutuallyExclusive?: boolean }> => ({
  label: () => t(label),
  value: ({ mutuallyExclusive }) => (mutuallyExclusive ? t('yes') : undefined),
  choice: {
    field: 'mutuallyExclusive',
    options: () => [
      [true, t('yes')],
      [false, t('no')],
    ],
  },
});

/** Whether labels can be given. */
const enabledFact: Fact<Entity & { disabled?: boolean }> = {
  label: () => t('status'),
  value: ({ disabled }) => (disabled ? t('disabled') : undefined),
  choice: {
    field: 'disabled',
    options: () => [
      [false, t('enabled')],
      [true, t('disabled')],
    ],
  },
};

export const domainType = defineEntityPage<Domain>({
  type: 'domain',
  icon: Shapes,
  title: () => t('domain'),
  plural: () => t('domains'),
  path: '/v1/domains',
  isRenameable: true,
  fields: ['experts', 'parent', 'children'],
  lacks: ['domains', 'dataProducts'],
  tabs: [
    {
      key: 'documentation',
      title: () => t('overview'),
      page: () => import('./domains/domain-overview.js').then((m) => m.DomainOverview),
    },
    {
      key: 'subdomains',
      title: () => t('subdomains'),
      count: ({ children }) => children?.length,
      page: () => import('./domains/domain-tabs.js').then((m) => m.SubdomainsTab),
    },
    {
      key: 'data_products',
      title: () => t('dataProducts'),
      page: () => import('./domains/domain-tabs.js').then((m) => m.ProductsTab),
    },
    assets,
  ],
  facts: [
    {
      label: () => t('domainType'),
      value: ({ domainType }) => domainType,
      choice: { field: 'domainType', options: () => DOMAIN_TYPES.map((one) => [one, one]) },
    },
  ],
});

export const dataProductType = defineEntityPage<DataProduct>({
  type: 'dataProduct',
  icon: Boxes,
  title: () => t('dataProduct'),
  plural: () => t('dataProducts'),
  path: '/v1/dataProducts',
  isRenameable: true,
  fields: ['experts', 'reviewers'],
  lacks: ['dataProducts'],
  tabs: [
    {
      key: 'documentation',
      title: () => t('overview'),
      page: () => import('./domains/domain-overview.js').then((m) => m.ProductOverview),
    },
    {
      key: 'input_output_ports',
      title: () => t('ports'),
      page: () => import('./domains/ports-tab.js').then((m) => m.PortsTab),
    },
    assets,
  ],
  facts: [
    {
      label: () => t('lifecycle'),
      value: ({ lifecycleStage }) => wordOf(lifecycleStage),
      choice: constants('lifecycleStage', STAGES),
    },
    {
      label: () => t('visibility'),
      value: ({ visibility }) => wordOf(visibility),
      choice: constants('visibility', VISIBILITIES),
    },
    {
      label: () => t('priority'),
      value: ({ portfolioPriority }) => wordOf(portfolioPriority),
      choice: constants('portfolioPriority', PRIORITIES),
    },
  ],
});

export const glossaryType = defineEntityPage<Glossary>({
  type: 'glossary',
  icon: Boxes,
  title: () => t('glossary'),
  plural: () => t('glossaries'),
  path: '/v1/glossaries',
  isRenameable: true,
  fields: ['reviewers', 'termCount'],
  lacks: ['followers', 'dataProducts', 'certification'],
  tabs: [
    {
      key: 'terms',
      title: () => t('terms'),
      count: ({ termCount }) => termCount,
      page: () => import('./glossary/terms-tab.js').then((m) => m.TermsTab),
    },
    {
      key: 'reviewers',
      title: () => t('reviewers'),
      page: () => import('./glossary/term-overview.js').then((m) => m.ReviewersTab),
    },
  ],
  facts: [exclusiveFact('exclusiveTerms')],
});

export const termType = defineEntityPage<GlossaryTerm>({
  type: 'glossaryTerm',
  icon: Hash,
  title: () => t('glossaryTerm'),
  plural: () => t('glossaryTerms'),
  path: '/v1/glossaryTerms',
  isRenameable: true,
  fields: ['reviewers', 'relatedTerms', 'childrenCount', 'usageCount'],
  lacks: ['followers', 'certification'],
  tabs: [
    {
      key: 'overview',
      title: () => t('overview'),
      page: () => import('./glossary/term-overview.js').then((m) => m.TermOverview),
    },
    {
      key: 'glossary_terms',
      title: () => t('terms'),
      count: ({ childrenCount }) => childrenCount,
      page: () => import('./glossary/terms-tab.js').then((m) => m.TermsTab),
    },
    { ...assets, count: ({ usageCount }) => usageCount },
    {
      key: 'relations_graph',
      title: () => t('relations'),
      page: () => import('./glossary/relations-tab.js').then((m) => m.RelationsTab),
    },
  ],
  facts: [
    { label: () => t('status'), value: ({ entityStatus }) => wordOf(entityStatus) },
    exclusiveFact('exclusiveTerms'),
  ],
});

export const classificationType = defineEntityPage<Classification>({
  type: 'classification',
  icon: Tags,
  title: () => t('classification'),
  plural: () => t('classifications'),
  path: '/v1/classifications',
  isRenameable: true,
  fields: ['termCount'],
  lacks: ['tags', 'votes', 'followers', 'extension', 'dataProducts', 'certification'],
  tabs: [
    {
      key: 'tags',
      title: () => t('tags'),
      count: ({ termCount }) => termCount,
      page: () => import('./tags/tags-tab.js').then((m) => m.TagsTab),
    },
  ],
  facts: [exclusiveFact('exclusive'), enabledFact],
});

export const tagType = defineEntityPage<Tag>({
  type: 'tag',
  icon: TagIcon,
  title: () => t('tag'),
  plural: () => t('tags'),
  path: '/v1/tags',
  isRenameable: true,
  fields: ['usageCount'],
  lacks: ['tags', 'votes', 'followers', 'extension', 'dataProducts', 'certification'],
  tabs: [
    { ...assets, count: ({ usageCount }) => usageCount },
    {
      key: 'recognizers',
      title: () => t('recognizers'),
      page: () => import('./tags/recognizers-tab.js').then((m) => m.RecognizersTab),
    },
  ],
  facts: [enabledFact],
});

export const queryType = defineEntityPage<Query>({
  type: 'query',
  icon: FileText,
  title: () => t('query'),
  plural: () => t('queries'),
  path: '/v1/queries',
  fields: ['users', 'queryUsedIn'],
  lacks: ['dataProducts', 'extension', 'certification'],
  tabs: [
    {
      key: 'query',
      title: () => t('query'),
      page: () => import('./query-tab.js').then((m) => m.QueryTab),
    },
  ],
  facts: [],
});
