// The built-in roles.

export interface SeedRole {
  name: string;
  displayName: string;
  description: string;
  policies: string[];
  removable?: boolean;
}

const botRole = (name: string, displayName: string, description: string, policy: string): SeedRole => ({
  name,
  displayName,
  description,
  policies: [policy, 'DefaultBotPolicy'],
});

export const SEED_ROLES: readonly SeedRole[] = [
  {
    name: 'DataConsumer',
    displayName: 'Data Consumer',
    description: 'Uses data in the daily work. Everybody in the organisation has this role.',
    policies: ['DataConsumerPolicy'],
  },
  {
    name: 'DataSteward',
    displayName: 'Data Steward',
    description: 'Keeps the catalog correct and complete.',
    policies: ['DataStewardPolicy'],
  },
  {
    name: 'DomainOnlyAccessRole',
    displayName: 'Domain Only Access Role',
    description: 'Reaches the own domains only.',
    policies: ['DomainOnlyAccessPolicy'],
    removable: true,
  },
  {
    name: 'DefaultBotRole',
    displayName: 'Default Bot Role',
    description: 'The limits of every bot, without any right.',
    policies: ['DefaultBotPolicy'],
  },
  botRole('IngestionBotRole', 'Ingestion Bot Role', 'Brings metadata in.', 'IngestionBotPolicy'),
  botRole('LineageBotRole', 'Lineage Bot Role', 'Finds lineage.', 'LineageBotPolicy'),
  botRole('UsageBotRole', 'Usage Bot Role', 'Counts usage.', 'UsageBotPolicy'),
  botRole('ProfilerBotRole', 'Profiler Bot Role', 'Profiles data.', 'ProfilerBotPolicy'),
  botRole('QualityBotRole', 'Quality Bot Role', 'Runs tests.', 'QualityBotPolicy'),
  botRole(
    'AutoClassificationBotRole',
    'AutoClassification Bot Role',
    'Tags columns by what they hold.',
    'AutoClassificationBotPolicy',
  ),
];
