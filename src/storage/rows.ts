/** Rows as the engine sees them, with the same shape on both databases. */

/** An entity of any type. `version` counts tenths: 0.1 is 1, 1.2 is 12. */
export interface EntityRow {
  id: string;
  type: string;
  name: string;
  fqn: string;
  /** Container whose deletion also deletes this entity; null at the top. */
  parent_id: string | null;
  version: number;
  /** Increases with every write, including those that create no version. */
  revision: number;
  updated_at: number;
  updated_by: string;
  /** 0 live, 1 soft deleted, 2 being permanently removed (never shown). */
  deleted: number;
  /** JSON text of the EntityReference without `href`. */
  ref: string;
  /** JSON text of what every response shows, without containers, trait fields and `href`. */
  doc: string;
  /** JSON object text of stored fields that are shown only on request; null if there are none. */
  extra: string | null;
  /**
   * JSON text `[[offset, partPath], …]`: where in `doc` the empty tags of each part end, so that they can be filled in
   * or dropped; null if none. It begins with an offset, `[start, [offset, partPath], …]`, if a field of parts that is
   * shown only on request begins there.
   */
  cuts: string | null;
  /** JSON text `[[field, id], …]`: container references, nearest first; null at the top. */
  refs: string | null;
}

/** A row about to be stored, with its parsed `doc`, so that the same transaction need not parse it again. */
export interface WrittenRow extends EntityRow {
  core?: Record<string, unknown>;
}

/** The columns of an entity that a response needs: fetching unused columns costs as much as the used ones. */
export type ShownRow = Pick<
  EntityRow,
  'id' | 'type' | 'fqn' | 'version' | 'revision' | 'deleted' | 'refs' | 'cuts' | 'extra' | 'doc'
>;

/** An edge between two entities. `data` is JSON text for kinds with content of their own (a vote). */
export interface RelationRow {
  from_id: string;
  from_type: string;
  kind: string;
  to_id: string;
  to_type: string;
  /** Position in the list that it belongs to. */
  ord: number;
  data: string | null;
}

/** A tag or glossary term on an entity (`part` is '') or on one of its parts (`part` is its path). */
export interface TagUsageRow {
  entity_id: string;
  part: string;
  tag_id: string;
  /** `Classification` or `Glossary`. */
  source: string;
  label_type: string;
  state: string;
  ord: number;
  /** JSON text of the remaining label fields (reason, appliedAt, appliedBy, metadata); null when none. */
  data: string | null;
}

export interface HistoryRow {
  entity_id: string;
  version: number;
  updated_at: number;
  updated_by: string;
  /** Full entity JSON text as of this version, without `href`. */
  doc: string;
}

/** A change event as written; `position` is assigned by the database (SQLite) or the sequencer (PostgreSQL). */
export interface EventRow {
  id: string;
  kind: string;
  entity_type: string;
  entity_id: string;
  entity_fqn: string;
  user_name: string;
  at: number;
  /** The ChangeEvent as JSON text, without the parts below that are not null (`eventText`). */
  doc: string;
  /** Its change description as JSON text. */
  change: string | null;
  /** The entity as JSON text. */
  entity: string | null;
}

/** One point of a time series of an entity (profile, run status, usage …). */
export interface SeriesRow {
  entity_id: string;
  kind: string;
  /** Distinguishes several series of one kind (a column, a run id); '' if there is only one. */
  key: string;
  at: number;
  doc: string;
}
