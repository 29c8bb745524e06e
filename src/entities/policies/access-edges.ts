/** Entity types that rights derive from. */
export const ACCESS_TYPE = {
  user: 'user',
  team: 'team',
  role: 'role',
  policy: 'policy',
  bot: 'bot',
  domain: 'domain',
} as const;

/** Kinds of edges that rights derive from, named so that `from kind to` reads as a sentence. */
export const ACCESS_EDGE = {
  /** A user has a role. */
  hasRole: 'hasRole',
  /** Members of a team have a role. */
  defaultsTo: 'defaultsTo',
  /** A policy applies to a role or a team. */
  applies: 'applies',
  /** A bot acts as a user. */
  actsAs: 'actsAs',
  /** A user works as a persona. */
  hasPersona: 'hasPersona',
  /** The default persona of a user or of the members of a team. */
  startsAs: 'startsAs',
} as const;

/** Name of the role that a bot gets with the grant to act for users. */
export const IMPERSONATION_ROLE = 'BotImpersonationRole';

/** Name of the root team. */
export const ORGANIZATION = 'Organization';
