/**
 * The engine's interface to authorization, implemented by the `access` module. The engine itself contains no policies.
 */
import type { ResourceFacts as ConditionFacts, ResourceFilter } from '../../rules/index.js';
import type { Sql } from '../../storage/index.js';

/** The caller of a request. Plain data, because it is posted to the write worker. */
export interface Actor {
  id: string;
  name: string;
  isAdmin: boolean;
  isBot: boolean;
  /** The version of access that the token was verified at; only where other servers can change it. */
  asOf?: number;
  /** Name of the bot that acts for this person. */
  impersonatedBy?: string;
  /** For whom a write with the rights of an administrator is made: it can refer to what this person may see only. */
  asker?: Actor;
}

/** Name of the user that a bot acts for as this actor; undefined for actors that act for themselves. */
export function userActedFor({ name, impersonatedBy }: Actor): string | undefined {
  return impersonatedBy === undefined ? undefined : name;
}

/** Attributes of an entity that rule conditions can test. Owners, tags and domains include inherited ones. */
export interface ResourceFacts extends ConditionFacts {
  readonly type: string;
  /** null for an entity that does not exist yet. */
  readonly id: string | null;
  readonly about?: readonly ResourceFacts[];
}

/** A rule that denies operations on the entities that match its filter. */
export interface Denial {
  rule: string;
  policy: string;
  /** Wildcard operations are expanded. */
  operations: readonly string[];
  filter: ResourceFilter;
}

export interface Authorizer {
  /**
   * Throws 403 if no rule can ever allow this actor the operation on any entity of this type. `EditAny` stands for any
   * edit operation.
   */
  possible(actor: Actor, operation: string, type: string): void;
  /**
   * Throws 403 unless every operation is allowed on the entity. `facts` is called at most once, and only if a rule has
   * a condition.
   */
  decide(actor: Actor, operations: readonly string[], type: string, facts: () => Promise<ResourceFacts>): Promise<void>;
  /** The same decision as a list filter. */
  filter(actor: Actor, operation: string, type: string): ResourceFilter;
  /**
   * Identifies the rights that this actor has now, in this thread: two calls with the same result are answered by the same
   * rules. For keys of what is cached for one reader.
   */
  rightsKey(actor: Actor): string;
  /** Whether a rule denies the operation on the entity, whatever others allow. */
  isDenied(actor: Actor, operation: string, type: string, facts: () => Promise<ResourceFacts>): Promise<boolean>;
  /** Rules that deny this actor operations on entities of this type; empty if none of them has a condition. */
  denials(actor: Actor, type: string): readonly Denial[];
  /**
   * For `ResourceFacts.ownerTeamIds`: owners that are teams, the teams of owners that are users, and all ancestors of
   * these.
   */
  ownerTeams(ownerIds: readonly string[], sql: Sql): Promise<string[]>;
}
