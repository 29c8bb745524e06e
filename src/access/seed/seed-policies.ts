// The built-in policies. Names, resources and operations follow the interface.
import type { Operation } from '../../../contract/operations.js';
import { CRAWLED, DATA_ASSETS } from './seed-resources.js';

export interface SeedRule {
  name: string;
  description: string;
  resources: string[];
  operations: Operation[];
  effect: 'allow' | 'deny';
  condition?: string;
}

export interface SeedPolicy {
  name: string;
  displayName: string;
  description: string;
  rules: SeedRule[];
  /** Whether users may delete it. */
  removable?: boolean;
}

const noDisplayName: SeedRule = {
  name: 'DisplayName-Deny',
  description: 'Display names are written by people.',
  resources: ['All'],
  operations: ['EditDisplayName'],
  effect: 'deny',
};

const queries = (name: string): SeedRule => ({
  name,
  description: 'Queries that were found may be recorded.',
  resources: ['query'],
  operations: ['Create', 'EditAll', 'ViewAll'],
  effect: 'allow',
});

const edits = (name: string, description: string): SeedRule => ({
  name,
  description,
  resources: CRAWLED,
  operations: ['EditAll', 'ViewAll'],
  effect: 'allow',
});

const seesEverything = (name: string): SeedRule => ({
  name,
  description: 'Everything may be seen.',
  resources: ['All'],
  operations: ['ViewAll'],
  effect: 'allow',
});

const actsForUsers = (name: string): SeedRule => ({
  name,
  description: 'Act for any user.',
  resources: ['user'],
  operations: ['Impersonate'],
  effect: 'allow',
});

export const SEED_POLICIES: readonly SeedPolicy[] = [
  {
    name: 'OrganizationPolicy',
    displayName: 'Organization Policy',
    description: 'What everybody in the organisation may do.',
    rules: [
      {
        name: 'OrganizationPolicy-Owner-Rule',
        description: 'Owners look after what they own.',
        resources: ['all'],
        operations: ['EditAll', 'ViewAll', 'Delete'],
        effect: 'allow',
        condition: 'isOwner()',
      },
      {
        name: 'OrganizationPolicy-NoOwner-Rule',
        description: 'Anybody may name an owner of a data asset that has none.',
        resources: DATA_ASSETS,
        operations: ['EditOwners'],
        effect: 'allow',
        condition: 'noOwner()',
      },
      {
        name: 'OrganizationPolicy-Rights-Rule',
        description: 'Who owns teams and policies decides about rights; admins name those owners.',
        resources: ['team', 'policy'],
        operations: ['EditOwners'],
        effect: 'deny',
      },
    ],
  },
  {
    name: 'DataConsumerPolicy',
    displayName: 'Data Consumer Policy',
    description: 'For people who use data: they see everything and help to describe it.',
    rules: [
      {
        name: 'DataConsumerPolicy-EditRule',
        description: 'View everything, describe and tag it.',
        resources: ['all'],
        operations: ['ViewAll', 'EditDescription', 'EditTags', 'EditGlossaryTerms', 'EditTier', 'EditCertification'],
        effect: 'allow',
      },
      {
        name: 'DataConsumerPolicy-CreateTask-Rule',
        description: 'Open tasks, such as requests and suggestions.',
        resources: ['task'],
        operations: ['Create'],
        effect: 'allow',
      },
      {
        name: 'DataConsumerPolicy-TaskRule',
        description: 'Open and edit tasks about anything. Narrow it with a condition where that is too much.',
        resources: ['all'],
        operations: ['CreateTask', 'EditTask'],
        effect: 'allow',
      },
    ],
  },
  {
    name: 'DataStewardPolicy',
    displayName: 'Data Steward Policy',
    description: 'For people who keep the catalog in order.',
    rules: [
      {
        name: 'DataStewardPolicy-EditRule',
        description: 'View everything and edit what describes it.',
        resources: ['all'],
        operations: [
          'ViewAll',
          'EditDescription',
          'EditDisplayName',
          'EditLineage',
          'EditOwners',
          'EditTags',
          'EditGlossaryTerms',
          'EditTier',
          'EditCertification',
        ],
        effect: 'allow',
      },
    ],
  },
  {
    name: 'TeamOnlyPolicy',
    displayName: 'Team only access Policy',
    description: 'Attached to a team, it keeps what the team owns to the team and the teams below it.',
    rules: [
      {
        name: 'TeamOnlyPolicy-Rule',
        description: 'Nothing for those outside the team.',
        resources: ['all'],
        operations: ['All'],
        effect: 'deny',
        condition: '!matchTeam()',
      },
    ],
  },
  {
    name: 'DomainOnlyAccessPolicy',
    displayName: 'Domain Only Access Policy',
    description:
      'People with a domain reach what is in it and what is in no domain; people without one reach what is in no domain.',
    removable: true,
    rules: [
      {
        name: 'DomainAccessDenyRule',
        description: 'Nothing outside the own domains.',
        resources: ['All'],
        operations: ['All'],
        effect: 'deny',
        condition: '!hasDomain()',
      },
      {
        name: 'DomainAccessAllowRule',
        description: 'Everything inside them.',
        resources: ['All'],
        operations: ['All'],
        effect: 'allow',
        condition: 'hasDomain()',
      },
    ],
  },
  {
    name: 'DefaultBotPolicy',
    displayName: 'Default Bot Policy',
    description: 'Limits for every bot.',
    rules: [
      {
        name: 'BotRule-Deny',
        description: 'A bot makes and removes no bots.',
        resources: ['bot', 'webhook'],
        operations: ['Create', 'Delete'],
        effect: 'deny',
      },
    ],
  },
  {
    name: 'IngestionBotPolicy',
    displayName: 'Ingestion Bot Policy',
    description: 'For bots that bring metadata in.',
    rules: [
      {
        name: 'IngestionBotRule-Allow',
        description: 'Create, update and delete what was found.',
        resources: CRAWLED,
        operations: ['All'],
        effect: 'allow',
      },
      {
        name: 'IngestionBotRule-Allow-People',
        description:
          'Create and describe the people and teams that sources name. Their rights and credentials are for admins.',
        resources: ['user', 'team'],
        operations: ['Create', 'EditDescription'],
        effect: 'allow',
      },
      {
        name: 'IngestionBotRule-Allow-Properties',
        description: 'Define custom properties for what sources say about their assets.',
        resources: ['type'],
        operations: ['EditAll'],
        effect: 'allow',
      },
      seesEverything('IngestionBotRule-Allow-View'),
      noDisplayName,
    ],
  },
  {
    name: 'LineageBotPolicy',
    displayName: 'Lineage Bot Policy',
    description: 'For bots that find lineage.',
    rules: [
      queries('LineageBotRule-Allow-Query'),
      edits('LineageBotRule-Allow', 'Lineage may be recorded on what is catalogued.'),
      seesEverything('LineageBotRule-Allow-View'),
    ],
  },
  {
    name: 'UsageBotPolicy',
    displayName: 'Usage Bot Policy',
    description: 'For bots that count usage.',
    rules: [
      { ...queries('UsageBotRule-Allow-Query-Table'), resources: ['query', 'table'] },
      edits('UsageBotRule-Allow-Usage', 'Usage and life cycle may be recorded on what is catalogued.'),
      seesEverything('UsageBotRule-Allow-View'),
      noDisplayName,
    ],
  },
  {
    name: 'ProfilerBotPolicy',
    displayName: 'Profiler Bot Policy',
    description: 'For bots that profile data.',
    rules: [
      edits('ProfilerBotBotRule-Allow', 'Profiles and samples may be recorded on what is catalogued.'),
      seesEverything('ProfilerBotBotRule-Allow-View'),
    ],
  },
  {
    name: 'QualityBotPolicy',
    displayName: 'Quality Bot Policy',
    description: 'For bots that run tests.',
    rules: [
      edits('QualityBotBotRule-Allow', 'Results of tests may be recorded on what is catalogued.'),
      seesEverything('QualityBotBotRule-Allow-View'),
    ],
  },
  {
    name: 'AutoClassificationBotPolicy',
    displayName: 'AutoClassification Bot Policy',
    description: 'For bots that tag columns by what they hold.',
    rules: [
      {
        ...edits('AutoClassificationBotRule-Allow-Table', 'Tags and samples may be put on tables.'),
        resources: ['Table'],
      },
      seesEverything('AutoClassificationBotRule-ViewAll'),
    ],
  },
  {
    name: 'BotImpersonationPolicy',
    displayName: 'Bot Impersonation Policy',
    description: 'For bots that were granted to act for users.',
    rules: [actsForUsers('BotImpersonationRule-Allow')],
  },
  {
    name: 'BotNonAdminImpersonationPolicy',
    displayName: 'Bot Non-Admin Impersonation Policy',
    description: 'For bots that were granted to act for users, with neither administrators nor bots among them.',
    rules: [
      actsForUsers('BotNonAdminImpersonationRule-Allow'),
      {
        name: 'BotNonAdminImpersonationRule-Deny',
        description: 'Act for no administrator and no bot.',
        resources: ['user'],
        operations: ['Impersonate'],
        effect: 'deny',
        condition: 'isAdminUser() || isBotUser()',
      },
    ],
  },
];
