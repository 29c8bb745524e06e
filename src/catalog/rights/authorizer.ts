/** What the engine asks about rights. The access room answers; the engine knows no policy. */
import type { ResourceFacts as ConditionFacts, ResourceFilter } from '../../rules/index.js';
import type { Sql } from '../../storage/index.js';

/** Who a request is from. Plain data: it travels to the write worker. */
export interface Actor {
  id: string;
  name: string;
  isAdmin: boolean;
  isBot: boolean;
}

/** What rules may ask of an entity. Owners, tags and domains include inherited ones. */
export interface ResourceFacts extends ConditionFacts {
  readonly type: string;
  /** null for an entity that does not exist yet. */
  readonly id: string | null;
}

/** A rule that denies operations on the entities that pass its filter. */
export interface Denial {
  rule: string;
  policy: string;
  /** Wider ones spelled out. */
  operations: readonly string[];
  filter: ResourceFilter;
}

export interface Authorizer {
  /**
   * Refuses with 403 when no rule could ever let this actor do this to a thing of this type. `EditAny` stands for
   * whichever operation changes something.
   */
  possible(actor: Actor, operation: string, type: string): void;
  /**
   * Refuses with 403 unless every operation is allowed on the entity. `facts` is called at most once,
   * and only when a rule has a condition.
   */
  decide(actor: Actor, operations: readonly string[], type: string, facts: () => Promise<ResourceFacts>): Promise<void>;
  /** The same decision as a filter of a list. */
  filter(actor: Actor, operation: string, type: string): ResourceFilter;
  /** The rules that deny this actor something on things of this type; empty when none of them has a condition. */
  denials(actor: Actor, type: string): readonly Denial[];
  /** Teams among the owners, teams of the users among them, and all teams above: for `ResourceFacts.ownerTeamIds`. */
  ownerTeams(ownerIds: readonly string[], sql: Sql): Promise<string[]>;
}
