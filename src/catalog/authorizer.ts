/** What the engine asks about rights. The access room answers; the engine knows no policy. */
import type { ResourceFilter } from '../rules/index.js';

/** Who a request is from. Plain data: it travels to the write worker. */
export interface Actor {
  id: string;
  name: string;
  isAdmin: boolean;
  isBot: boolean;
}

/** What conditions may ask of an entity. Owners, tags and domains include inherited ones. */
export interface ResourceFacts {
  type: string;
  id: string | null;
  ownerIds: readonly string[];
  tags: readonly string[];
  domainIds: readonly string[];
  reviewerIds: readonly string[];
  certification: string | null;
}

export interface Authorizer {
  /** Refuses with 403 when no rule could ever let this actor do this to a thing of this type. */
  possible(actor: Actor, operation: string, type: string): void;
  /**
   * Refuses with 403 unless every operation is allowed on the entity. `facts` is called at most once,
   * and only when a rule has a condition.
   */
  decide(actor: Actor, operations: readonly string[], type: string, facts: () => Promise<ResourceFacts>): Promise<void>;
  /** The same decision as a filter of a list. */
  filter(actor: Actor, operation: string, type: string): ResourceFilter;
}
