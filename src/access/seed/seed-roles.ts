// The built-in roles.
import { IMPERSONATION_ROLE } from '../../entities/index.js';

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
  {
    name: IMPERSONATION_ROLE,
    displayName: 'Bot Impersonation Role',
    description: 'Acts for every user. A bot gets it with the grant to act for users.',
    policies: ['BotImpersonationPolicy'],
  },
  {
    name: 'BotNonAdminImpersonationRole',
    displayName: 'Bot Non-Admin Impersonation Role',
    description: 'Acts for people who are not administrators. It takes the place of the Bot Impersonation Role.',
    policies: ['BotNonAdminImpersonationPolicy'],
  },
];
