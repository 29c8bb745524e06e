/** Rows as the engine sees them: one shape for both databases. */

/** One entity of any type. `version` counts tenths: 0.1 is 1, 1.2 is 12. */
export interface EntityRow {
  id: string;
  type: string;
  name: string;
  fqn: string;
  /** Container that this entity goes away with; null at the top. */
  parent_id: string | null;
  version: number;
  /** Moves with every write, also with those that make no version. */
  revision: number;
  updated_at: number;
  updated_by: string;
  /** 0 live, 1 soft deleted, 2 being removed for good (never shown). */
  deleted: number;
  /** JSON text of the EntityReference without `href`. */
  ref: string;
  /** JSON text of what every answer shows, but for containers, trait fields and `href`. */
  doc: string;
  /** JSON object text of stored fields shown only on request; null when there are none. */
  extra: string | null;
  /** JSON text `[[offset, partPath], …]`: where in `doc` the empty tags of a part end, to be filled or left out; null when none. */
  cuts: string | null;
  /** JSON text `[[field, id], …]`: container references, nearest first; null at the top. */
  refs: string | null;
}

/** A row about to be stored, with what its `doc` says: whoever asks for that in the same transaction need not parse it. */
export interface WrittenRow extends EntityRow {
  core?: Record<string, unknown>;
}

/** What of an entity an answer to a reader needs: columns that nobody looks at cost as much as those that are shown. */
export type ShownRow = Pick<
  EntityRow,
  'id' | 'type' | 'fqn' | 'version' | 'revision' | 'deleted' | 'refs' | 'cuts' | 'extra' | 'doc'
>;

/** An edge between two entities. `data` is JSON text where the kind has content of its own (a vote). */
export interface RelationRow {
  from_id: string;
  from_type: string;
  kind: string;
  to_id: string;
  to_type: string;
  /** Position in the list it belongs to. */
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

/** A change event as written; `position` is given by the database (SQLite) or the sequencer (PostgreSQL). */
export interface EventRow {
  id: string;
  kind: string;
  entity_type: string;
  entity_id: string;
  entity_fqn: string;
  user_name: string;
  at: number;
  /** The ChangeEvent as JSON text, without the pieces below where these are not null (`eventText`). */
  doc: string;
  /** Its change description as JSON text. */
  change: string | null;
  /** The entity as JSON text. */
  entity: string | null;
}

/** One point of a time series that hangs on an entity (profile, run status, usage …). */
export interface SeriesRow {
  entity_id: string;
  kind: string;
  /** Distinguishes several series of one kind (a column, a run id); '' when there is one. */
  key: string;
  at: number;
  doc: string;
}
