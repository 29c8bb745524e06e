/** A write on its way: what is stored, what will be. Plain data between the steps of `write.ts`. */
import type { EntityRow } from '../../storage/index.js';
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
  /** Whole value before (core with private fields, traits, tags of parts); null for a new entity. */
  before: Fields | null;
  /** `before` as composed text, for history; null for a new entity. */
  beforeText: string | null;
  /** Texts of the parts in `before`; null when there are none to reuse. */
  beforeParts: PartsText | null;
  /** Whole value after. */
  after: Fields;
  /** A newer state of `deleted` than the stored one: restored by a PUT, deleted, restored. */
  deleted: number;
  /** Kind of event of this write when it changes something; null below the root of a recursive one. */
  event: 'entityCreated' | 'entityUpdated' | 'entitySoftDeleted' | 'entityRestored' | null;
  /** A PATCH that may merge into the current version. */
  mayMerge: boolean;
  /** A matched If-Match moves the revision even when nothing changed. */
  moveTag: boolean;
  /** A PUT: when another writer makes the name first, the write runs again instead of being refused. */
  upsert: boolean;
  recursive?: boolean;
}

/** A whole stored entity: core with private fields, containers, traits, tags of parts; and its composed text. */
export interface Whole {
  value: Fields;
  text: string;
  parts: PartsText | null;
}

/** A change of what is stored; as it stands, an ordinary update. */
export function changeDraft(row: EntityRow, before: Whole, after: Fields): Draft {
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

/** What a draft became. */
export interface Written {
  row: EntityRow;
  /** Composed text of the whole entity with marked links. */
  text: string;
  /** What the answer to a create shows of it; there where one entity was created. */
  created?: string;
  outcome: 'created' | 'updated' | 'unchanged';
  /** The worst change of this write. */
  kind: ChangeKind;
}
