/** Kinds of edges that rights are made of, always written `from kind to`. */
/** Types that rights are made of. */
export const ACCESS_TYPE = {
  user: 'user',
  team: 'team',
  role: 'role',
  policy: 'policy',
  bot: 'bot',
  domain: 'domain',
} as const;

export const ACCESS_EDGE = {
  /** A user has a role. */
  hasRole: 'hasRole',
  /** Members of a team have a role. */
  defaultsTo: 'defaultsTo',
  /** A policy holds for who has a role, or for a team. */
  applies: 'applies',
  /** A bot acts as a user. */
  actsAs: 'actsAs',
  /** A user works as a persona. */
  hasPersona: 'hasPersona',
  /** The persona shown to a user, or to the members of a team, at first. */
  startsAs: 'startsAs',
} as const;

/** The team at the top of all teams. */
export const ORGANIZATION = 'Organization';
