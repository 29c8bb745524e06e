/**
 * A trait is a reusable field of entities (owners, tags, followers) with its complete behavior: how the field is
 * accepted, loaded, compared and saved. A trait without `write` is read-only (a count, a list of children).
 *
 * Traits load JSON text in which every link is `hrefMark` followed by a path (`\u0001/v1/users/<id>`). Responses
 * replace the marker with the public URL; stored text drops such links. JSON text never contains a raw control
 * character, so the marker is unambiguous.
 */
import type { Operation } from '../../../contract/index.js';
import type { EdgeRow, EntityRow, ShownRow } from '../../storage/index.js';
import type { Route, Scope } from '../routes/route.js';
import type { EntityType } from './define.js';

/** `V`: type of the field `F`; `A`: result of `accept`, if that differs from `V` because `settle` completes it. */
export interface Trait<V = unknown, F extends string = string, A = V> {
  /** Response field; also its name in `fields`. */
  field: F;
  /**
   * Another name accepted in `fields` (`owner` for `owners`), returned under that name, derived from the same value.
   */
  alias?: { field: string; pick(text: string): string | null };
  /** JSON text for an entity without a value, e.g. `[]`; null omits the field. */
  empty: string | null;
  /** Included in responses to writes, in history and in events. True for what people edit. */
  inWrites: boolean;
  /** Returned even if `fields` does not request it. */
  always?: boolean;
  /**
   * A list of references, of `edges`, that may have any number of items. Responses to writes, versions and events leave it
   * out where it has more than `MOST_LISTED`; a write that changes it works on ids (`read/long-lists.ts`).
   */
  long?: { liveOnly: boolean };
  /** Depends on the caller: returned in responses only, never stored with versions or events. */
  perReader?: true;
  /** The value depends on the time, so responses that contain it are cached for a minute at most. */
  dependsOnTime?: true;
  /** The value changes in transactions that end no cache (`quietly`), so responses that contain it are not cached. */
  uncached?: true;
  /** Lists entities, filtered by the caller's rights. Implied for traits without `write`. */
  guarded?: true;
  /** Requesting one of these fields includes this one too (`certification` with `tags`). */
  with?: readonly string[];
  /**
   * Edges that `load` needs, declared so that the traits of a response share a query. `inherited`: containers' edges
   * too. `through`: kind of the edges to further entities that pass theirs on.
   */
  edges?: { kind: string; end: 'to' | 'from'; inherited?: boolean; through?: string };
  /**
   * JSON text by entity id, for entities that have a value; one query per page. `edges`: the declared ones, if
   * preloaded.
   */
  load(rows: readonly ShownRow[], scope: Scope, edges?: readonly EdgeRow[]): Promise<Map<string, string>>;
  /** The trait as query parameters of a list want it; the type declares these as filters. Default: the trait itself. */
  asAsked?(query: Readonly<Record<string, string>>): Trait<V, F, A>;
  /** Like `load`, for parts (tags of columns): entity id → part path → JSON text. */
  loadParts?(rows: readonly ShownRow[], scope: Scope): Promise<Map<string, Map<string, string>>>;
  /** Results of both `load` and `loadParts` from a single query. */
  loadBoth?(
    rows: readonly ShownRow[],
    scope: Scope,
  ): Promise<{ own: Map<string, string>; parts: Map<string, Map<string, string>> }>;
  write?: TraitWrite<V, A>;
  /** Routes added to every type that has the trait (followers, votes). */
  routes?(type: EntityType): Route[];
}

export interface TraitWrite<V = unknown, A = V> {
  /** Field of the create request; default: the trait's field. null: not settable on create. */
  input?: string | null;
  /** Policy operation required to PATCH this field. */
  operation: Operation;
  /** Whether a change creates a version; without it (followers, votes), a change only creates an event. */
  versioned: boolean;
  /**
   * Resolves values as sent by clients (in the form of create requests or of responses) to values in the form of
   * responses, for the whole batch at once. `undefined` stays `undefined`. Throws 400 or 404. `stored`: the values that the
   * entities have, whose references the caller need not see.
   */
  accept(given: readonly unknown[], scope: Scope, type: EntityType, stored?: unknown): Promise<(A | undefined)[]>;
  /** Value after a PATCH. Default: the accepted value. */
  settle?(stored: V | undefined, accepted: A): V;
  /** Value after a PUT. Default: the given value, else the stored one. */
  merge?(stored: V | undefined, given: V | undefined, put: PutMode): V | undefined;
  /**
   * What a PUT that overrides what people wrote keeps of the stored values, to merge the given ones into; for the whole batch
   * at once. Default: all of them.
   */
  keepOnOverride?(pairs: readonly OverriddenValue<V>[], scope: Scope): Promise<(V | undefined)[]>;
  /** Identity of a list item in comparisons. Default: `id`. Other values are compared as a whole. */
  key?(item: V extends readonly (infer Item)[] ? Item : V): string;
  /** Stores the new values. Called once per batch, with the entities whose value changed. */
  save(changes: readonly TraitChange<V>[], scope: Scope): Promise<void>;
}

export interface OverriddenValue<V = unknown> {
  stored: V | undefined;
  given: V | undefined;
}

export interface TraitChange<V = unknown> {
  row: EntityRow;
  before: V | undefined;
  after: V | undefined;
  /** Path of the part; undefined for the entity's own value. */
  part?: string;
}

export interface PutMode {
  /** The caller is a bot, so the PUT must not overwrite what people wrote. */
  bot: boolean;
  /** Lets a bot overwrite it anyway (`overrideMetadata`). */
  override: boolean;
}
