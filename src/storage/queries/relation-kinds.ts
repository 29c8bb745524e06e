/** Edge kinds that storage itself follows, always written `from kind to`. */
export const RELATION = {
  /** A person or group owns an entity. */
  owns: 'owns',
  /** A domain has an entity. */
  hasDomain: 'hasDomain',
  /** A person or group reviews an entity. */
  reviews: 'reviews',
  /** A person follows an entity. */
  follows: 'follows',
  /** A person votes for an entity; `data` is `{"vote":"up"}` or down. */
  votes: 'votes',
  /** A group has a member. */
  has: 'has',
  /** A group is the parent of another. */
  parentOf: 'parentOf',
  /** A person opened an entity, such as a task. */
  created: 'created',
  /** A person or group has to decide an entity, such as a task. */
  assignedTo: 'assignedTo',
  /** An entity, such as a task, is about another one: it is visible exactly when that is, and deleted with it. */
  about: 'about',
  /** A label is on an entity that is itself used as a label: whatever has the second has the first too. */
  labels: 'labels',
} as const;

/** The part under which an entity's certification is stored among its tag usages. */
export const CERTIFICATION_PART = '!certification';
