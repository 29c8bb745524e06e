/** Checks beyond those of a type, for writes of all types. Features declare them. */
import type { EntityType } from '../define/define.js';
import type { Scope } from '../routes/route.js';

/** An entity before and after a write, as JSON text with all fields; links hold `hrefMark`. */
export interface Writing {
  /** null for a new entity. */
  before: string | null;
  after: string;
}

export interface WriteCheck {
  /** Unique among all features. */
  name: string;
  /**
   * Called in the transaction of every create, PUT and PATCH, before the first row is stored, so that what it reads travels
   * with other statements. Resolves to the check of what is stored then, or to null if there is none. The check throws
   * CatalogError to undo the write.
   */
  begin(type: EntityType, scope: Scope): Promise<((writings: readonly Writing[]) => Promise<void>) | null>;
}
