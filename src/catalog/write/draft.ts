/** A pending write: the stored and the new state. Plain data passed between the steps of `write.ts`. */
import type { EntityRow, HistoryRow, PropertyRow } from '../../storage/index.js';
import type { Fields } from '../define/define.js';
import type { PartsText } from '../document/parts-text.js';
import type { ChangeKind } from '../document/version.js';

export interface Draft {
  id: string;
  name: string;
  fqn: string;
  parentId: string | null;
  /** Container references as stored in `EntityRow.refs`. */
  refs: string | null;
  /** The row as locked; null for a new entity. */
  stored: EntityRow | null;
  /** The loaded entity before the write (with private fields, traits, tags of parts); null for a new entity. */
  before: Fields | null;
  /** `before` as composed JSON text, for history; null for a new entity. */
  beforeText: string | null;
  /** JSON text of the parts in `before`; null if there is none to reuse. */
  beforeParts: PartsText | null;
  /** The entity after the write, in the form of `before`. */
  after: Fields;
  /** New value of `deleted`, which differs from the stored one for a delete, a restore or a PUT that restores. */
  deleted: number;
  /** Event to create if the write changes something; null for descendants in a recursive write. */
  event: 'entityCreated' | 'entityUpdated' | 'entitySoftDeleted' | 'entityRestored' | null;
  /** A PATCH that may merge into the current version. */
  mayMerge: boolean;
  /** The version before the stored one, if it was queried ahead for merging. */
  previous?: Promise<HistoryRow | undefined>;
  /** Raise the revision even if nothing changed: If-Match was given and matched. */
  moveTag: boolean;
  /** A PUT: if another writer creates the name first, retry instead of returning 409. */
  upsert: boolean;
  /** Values of custom properties to store, if they changed. */
  properties?: PropertyRow[];
  recursive?: boolean;
}

/**
 * A loaded entity: its document with private fields, containers, traits and tags of parts; and its composed JSON text.
 */
export interface LoadedEntity {
  value: Fields;
  text: string;
  parts: PartsText | null;
}

/** A draft that updates a stored entity. */
export function changeDraft(row: EntityRow, before: LoadedEntity, after: Fields): Draft {
  return {
    id: row.id,
    name: row.name,
    fqn: row.fqn,
    parentId: row.parent_id,
    refs: row.refs,
    stored: row,
    before: before.value,
    beforeText: before.text,
    beforeParts: before.parts,
    after,
    deleted: row.deleted,
    event: 'entityUpdated',
    mayMerge: false,
    moveTag: false,
    upsert: false,
  };
}

/** The result of a committed draft. */
export interface Written {
  row: EntityRow;
  /** Composed JSON text of the entity; links hold `hrefMark`. */
  text: string;
  /** Text for the response to a create. Set if exactly one entity was created. */
  created?: string;
  outcome: 'created' | 'updated' | 'unchanged';
  /** Whether the write contains an incompatible change. */
  kind: ChangeKind;
}
