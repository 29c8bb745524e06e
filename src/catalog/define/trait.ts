/**
 * JSON text that a trait loads holds every link as `hrefMark` followed by a path (`\u0001/v1/users/<id>`): answers put the
 * public address in its place, stored text drops it. A control character never occurs raw in JSON text.
 *
 * A capability of entities, whole life in one file: how its field is accepted, loaded, compared, saved.
 * A trait without `write` is read-only (a count, a list of children).
 */
import type { Operation } from '../../../contract/index.js';
import type { EdgeRow, EntityRow, ShownRow } from '../../storage/index.js';
import type { Route, Scope } from '../routes/route.js';
import type { EntityType } from './define.js';

/** `V` is the value of the field `F` by the generated types, `A` what `accept` makes of a request where `settle` completes that. */
export interface Trait<V = unknown, F extends string = string, A = V> {
  /** Field of the answer; also its name in `fields`. */
  field: F;
  /** Also accepted in `fields` (`owner` beside `owners`); answered under that name from the same value. */
  alias?: { field: string; pick(text: string): string | null };
  /** JSON text when an entity has none: `[]`; null leaves the field out. */
  empty: string | null;
  /** Part of the answers to writes, of history and of events (true for what people own). */
  inWrites: boolean;
  /** Always part of an answer, also without `fields`. */
  always?: boolean;
  /** Depends on who reads: shown in answers only, never stored with versions and events. */
  perReader?: true;
  /** Lists entities that each reader sees as far as rights go (always so without `write`). */
  guarded?: true;
  /** Fields that bring this one along when they are asked for (`certification` with `tags`). */
  with?: readonly string[];
  /** The edges that `load` is about, so that traits of one answer share a query; `inherited`: those of containers too. */
  edges?: { kind: string; end: 'to' | 'from'; inherited?: boolean };
  /** JSON text of the field for each entity that has it, in one query for the page. `edges`: those declared, when at hand. */
  load(rows: readonly ShownRow[], scope: Scope, edges?: readonly EdgeRow[]): Promise<Map<string, string>>;
  /** The same for parts (tags of columns): entity id → part path → JSON text. */
  loadParts?(rows: readonly ShownRow[], scope: Scope): Promise<Map<string, Map<string, string>>>;
  /** What `load` and `loadParts` give, at the cost of one. */
  loadBoth?(
    rows: readonly ShownRow[],
    scope: Scope,
  ): Promise<{ own: Map<string, string>; parts: Map<string, Map<string, string>> }>;
  write?: TraitWrite<V, A>;
  /** Routes the trait brings to every type that has it (followers, votes). */
  routes?(type: EntityType): Route[];
}

export interface TraitWrite<V = unknown, A = V> {
  /** Field of the create request; default: the trait's field. null: not settable on create. */
  input?: string | null;
  /** Policy operation that a PATCH of this field needs. */
  operation: Operation;
  /** A change makes a version and an event (false: followers, votes). */
  versioned: boolean;
  /**
   * Resolves what clients sent (create form or answer form) to answer-shaped values, for the whole
   * batch at once. `undefined` in, `undefined` out. Refuses with 400 or 404.
   */
  accept(given: readonly unknown[], scope: Scope, type: EntityType): Promise<(A | undefined)[]>;
  /** The value of a PATCH, from the stored and the accepted one. Default: the accepted one. */
  settle?(stored: V | undefined, accepted: A): V;
  /** What a PUT leaves, from stored and given values. Default: given when given, else stored. */
  merge?(stored: V | undefined, given: V | undefined, put: PutMode): V | undefined;
  /** Identity of a list item for comparing; default: `id`. Non-list values compare as a whole. */
  key?(item: V extends readonly (infer Item)[] ? Item : V): string;
  /** Stores the new values; called once a batch with the entities whose value changed. */
  save(changes: readonly TraitChange<V>[], scope: Scope): Promise<void>;
}

export interface TraitChange<V = unknown> {
  row: EntityRow;
  before: V | undefined;
  after: V | undefined;
  /** Set for parts: the path of the part. */
  part?: string;
}

export interface PutMode {
  /** The writer is a bot, which must not overwrite what people wrote … */
  bot: boolean;
  /** … unless it says so. */
  override: boolean;
}
