/**
 * The declaration of an entity type. The engine derives routes, validation, names, `fields`, versions, history, events
 * and OpenAPI from it. Only `name`, `path`, `schema`, `create` and `about` are required.
 */
import type {
  EntitiesCount,
  JsonObject,
  SchemaValue,
  ServiceFamily,
  ServicesCount,
  Stored,
} from '../../../contract/index.js';
import type { EntityRow, ListCondition, RemovedEdge } from '../../storage/index.js';
import { propertyReferences } from '../properties/extension-values.js';
import type { InnerReference } from '../references/inner-references.js';
import type { Route, Scope } from '../routes/route.js';
import type { AlertSource } from './alert-source.js';
import type { Trait } from './trait.js';

/** Parsed fields of an entity or of a create request. */
export type Fields = JsonObject;

type FieldOf<E> = Extract<keyof E, string>;

/** `E`: fields of the stored entity; `C`: fields of its create request. `defineType` derives both from the schemas. */
export interface EntityType<E = Fields, C = Fields> {
  /** EntityReference.type, e.g. `table`. */
  name: string;
  /** Collection path below `/api`, e.g. `/v1/tables`. */
  path: string;
  /** Contract key of the entity, e.g. `entity/data/table`. */
  schema: string;
  /** Contract key of the create request; null for types that clients cannot create. */
  create: string | null;
  /** One sentence for the OpenAPI document. */
  about: string;
  /** OpenAPI tag of its routes, plural. Default: derived from the path, e.g. `Database Services`. */
  group?: string;
  /** Set for service types: the family whose connection schemas apply. */
  family?: ServiceFamily;
  /** Included in the search alias `dataAsset`. */
  dataAsset?: boolean;
  /** Reference fields, of any type, that may point at entities of this type: `owners`, `domains`. */
  targetOf?: readonly string[];
  /** Fields of `/system/entities/count` and `/system/services/count` that report the number of its entities. */
  countedAs?: { entities?: keyof EntitiesCount; services?: keyof ServicesCount };
  /** Possible parents. The first rule whose field is set in the request applies. */
  parents?: readonly ParentRule[];
  /** A create request must name a parent. */
  parentRequired?: boolean;
  /**
   * Container references of the response, nearest first. Default: the parent under its field name, then the parent's
   * own containers.
   */
  containers?(
    parent: Pick<EntityRow, 'id' | 'type'>,
    parentField: string,
    parentContainers: readonly Container[],
  ): Container[];
  /** Fields copied from the parent on create (`serviceType`). */
  inheritedCore?: readonly string[];
  /** Text fields that an entity without a value of its own shows from its nearest container with one. */
  inheritedValues?: readonly FieldOf<E>[];
  /** Default: parent's FQN, a dot, the quoted name. */
  fqn?(parentFqn: string | null, name: string, create: C): string;
  /** Derives the name from a create request, if it is not its `name` (for example a checksum). */
  nameOf?(create: C): string;
  /** The id of a new entity that something else is known by, too; undefined for any other entity. */
  idOf?(create: Fields): string | undefined;
  /** Normalizes a name before it is stored or looked up (for example to lower case). */
  foldName?(name: string): string;
  traits?: readonly TraitOf<E>[];
  /**
   * Its entities are about others (edges `RELATION.about`): they are visible exactly when those are, and hard deleted
   * with them.
   */
  hasSubject?: true;
  /** Although its entities have a subject, others can be about them. Their own subjects have none. */
  isSubject?: true;
  /** Lists of named, nested items in the document: columns, tasks, schema fields. */
  parts?: readonly PartRule[];
  /** Other lists whose items have the same guarded fields and custom properties as parts (`dataModel.columns`). */
  likeParts?: readonly Pick<PartRule, 'path' | 'children'>[];
  /** Rules also test what directly contains an entity (`above` in filters). */
  rightsAbove?: true;
  /** View operation required per field, overriding `guarded-fields.ts`; null: `ViewBasic` suffices. */
  guards?: Readonly<Record<string, string | null>>;
  /** Operation that edits of an entity need where others need `EditAll`, and those that this can be. */
  edit?: { operation(before: Fields): string; operations: readonly string[] };
  /** Operation that a PATCH of a field needs besides the usual one of the field. */
  edits?: Readonly<Record<string, string>>;
  /** Stored fields that are returned only if requested with `fields`; also lists of parts. */
  onRequest?: readonly FieldOf<E>[];
  /** References inside of fields, such as the owners of a task. Responses show their current state. */
  references?: readonly (InnerReference & { in: FieldOf<E> })[];
  /** Fields that name other entities by something other than a reference, such as an FQN (`tableConstraints`). */
  namesOthers?: {
    fields: readonly FieldOf<E>[];
    /** Removes, in place, what the reader may not see. Not called for readers who may see everything. */
    hide(values: readonly E[], scope: Scope): Promise<void>;
  };
  /** Fields that a PUT which omits them preserves instead of removing (`extension`). */
  preserveOnPut?: readonly (FieldOf<C> | FieldOf<E>)[];
  /** Traits that the response to a create includes even if the request did not set them. */
  shownOnCreate?: readonly string[];
  /** Per field: how a PUT, and a PATCH by a bot, merges the given value into the stored one. Default: it replaces it. */
  mergedOnPut?: { readonly [F in FieldOf<E>]?: Merge<E[F]> };
  /** Unversioned fields: a change is stored, but creates no version (`sourceHash`). */
  unversioned?: readonly FieldOf<E>[];
  /** Lists whose items are identified by name; change descriptions list changed fields per item. */
  namedItems?: readonly FieldOf<E>[];
  /** Fields whose change is incompatible: the version rises by 1.0. */
  majorFields?: readonly FieldOf<E>[];
  /** List filters, keyed by query parameter. */
  filters?: Readonly<Record<string, ListFilter>>;
  /** PATCH may change the name; the FQNs of all descendants are updated. */
  renameable?: boolean;
  /**
   * PATCH may change the parent, which moves the entity with all its descendants. `inside` is the field of the container
   * that the entity cannot leave.
   */
  movable?: boolean | { inside: FieldOf<E> };
  /** Read-only fields: a PATCH cannot change them. In addition to the fields that the engine manages. */
  readOnly?: readonly FieldOf<E>[];
  /** Fields of the create schema that are not stored: they control the write, or a hook handles them. */
  transient?: readonly (FieldOf<C> | FieldOf<E>)[];
  /** Routes removed from the standard set (see `standard-routes.ts`). */
  without?: readonly StandardRoute[];
  /** Routes added to the standard set. */
  with?: readonly StandardRoute[];
  routes?: readonly Route[];
  /** What is indexed for search besides names, description, parts, tags, owners, domains and containers. */
  search?: SearchFields;
  /** What alerts can watch about its entities. */
  alerts?: AlertSource;
  /** Names that `fields` also accepts, of what responses contain in any case. */
  alwaysShown?: readonly string[];
  /**
   * Adds what is not stored with the entities to responses, in place, as far as the reader may see it. Versions and events
   * do not have it.
   */
  complete?(values: readonly E[], scope: Scope): Promise<void>;
  /** `assetContext` of the entity's summary (`type/aiContext`). */
  context?(entity: E): Fields;
  hooks?: EntityHooks<E, C>;
}

/** Declared as a method because method parameters are bivariant: a declaration can use the types of its own fields. */
type Merge<V> = { merge(stored: V | undefined, given: V): V | undefined }['merge'];

/** A trait for one of the entity's fields, with that field's type. */
type TraitOf<E> = {
  [F in FieldOf<E>]: Trait<unknown extends E[F] ? unknown : NonNullable<E[F]>, F, unknown>;
}[FieldOf<E>];

export interface SearchFields {
  /** Index name. Default: the type name in snake case followed by `_search_index`. */
  index?: string;
  /** Nouns that people use for its entities in questions, singular and lower case: `table`, `data product`. */
  calledAs?: readonly string[];
  /** Text fields (dotted paths) and their weight: that of the name, of a part such as a column, or of a description. */
  text?: Readonly<Record<string, 'name' | 'parts' | 'body'>>;
  /** Members of the items of lists that are returned on request, to search for by value: `tableConstraints.constraintType`. */
  items?: readonly string[];
  /** Low-cardinality fields to offer as facets, in addition to those whose names end in `Type`. */
  facets?: readonly string[];
  /** Constant values indexed for every entity of the type, for fields that clients filter several types by. */
  constants?: Readonly<Record<string, boolean | string>>;
}

export interface ParentRule {
  /** Field of the create request, e.g. `databaseSchema`. */
  field: string;
  /** Parent type; several if the request gives a reference, which carries its type. */
  type: string | readonly string[];
  given: 'fqn' | 'ref';
  /**
   * One creates below the parent at a time, because what it holds already decides. Locking the parent for that later would
   * wait for others who do the same, and they for it.
   */
  oneByOne?: true;
}

/**
 * `[response field, entity id]`. A field starting with `$` is not returned, but its entity still counts as a container.
 */
export type Container = readonly [field: string, id: string];

export interface PartRule {
  /** Dotted path of the list: `columns`, `dataModel.columns`. */
  path: string;
  /** Field of a part that holds nested parts. */
  children?: string;
  /** Segment between the FQN of the entity and the names of the parts, if lists of the type can share names. */
  below?: string;
  /** Search field with the names of all parts, for filters and facets: `columnNames`. */
  nameList?: string;
  /** Part fields whose change is incompatible. */
  major?: readonly string[];
  /** Parts can be removed without an incompatible change (tasks of pipelines). Default: removing one is incompatible. */
  dispensable?: true;
  /** Part fields that limit size (`dataLength`): a lower limit, or a limit where there was none, is incompatible. */
  limits?: readonly string[];
  /** Parts have tags. */
  tagged?: boolean;
  /** Sets derived fields of a part (`dataTypeDisplay`). `position` counts from 1. The engine sets the FQN. */
  complete?(part: Fields, position: number): void;
  /** Part fields that a bot's PUT does not overwrite (`description`). */
  kept?: readonly string[];
  /** Name of the type that describes the custom properties of the parts; null: they have none. */
  properties?: string | null;
  /** Part fields that any PUT which omits them preserves (`customMetrics`). */
  carried?: readonly string[];
}

/**
 * A list filter, applied to the value of a query parameter:
 * - `below`: entities at any depth inside a container, given by FQN (or id, see `given`). If containers of several
 *   types share the FQN, the first in the order of `type` applies, unless the query parameter `typeIn` names the type.
 *   `within`: another filter of this kind; 400 if the container does not lie in the one that the other names.
 * - `parent`: entities directly inside a container, given by FQN or id.
 * - `parentType`: entities whose direct parent has this type. `top`: if true, entities directly inside one of `types`.
 * - `equals`: a field (dotted path) has this value. `boolean`: a field is true or false; with `orAbove` it is true where
 *   that of a container is.
 * - `fqnPrefix`: entities whose FQN begins with this text.
 * - `related`: entities with an edge of `kind` from or to an entity, given by FQN or id.
 * - `lists`: a field that is a list of texts contains this one.
 * - `custom`: conditions made by the type; `query` holds all parameters of the request.
 */
export type ListFilter =
  | { by: 'below'; type: string | readonly string[]; given: 'fqn' | 'fqn-or-id'; typeIn?: string; within?: string }
  | { by: 'parent'; type: string | readonly string[] }
  | { by: 'parentType'; types: readonly string[] }
  | { by: 'top'; types: readonly string[] }
  | { by: 'equals'; field: string; schema?: object }
  | { by: 'boolean'; field: string; orAbove?: true }
  | { by: 'fqnPrefix' }
  | { by: 'related'; kind: string; direction: 'from' | 'to'; type: string }
  | { by: 'lists'; field: string }
  | {
      by: 'custom';
      description: string;
      schema: object;
      conditions(value: string, query: Readonly<Record<string, string>>, scope: Scope): Promise<ListCondition[]>;
    };

/** Custom code of a type. All hooks run in the caller's transaction. */
export interface EntityHooks<E = Fields, C = Fields> {
  /**
   * Completes validated create requests before their parents are resolved, and may create what they need. Returns them in
   * the same order.
   */
  complete?(creates: readonly C[], scope: Scope): Promise<readonly Fields[]>;
  /**
   * Adjusts `core`, the fields copied from a validated create request, before it is stored; for example to encrypt
   * secrets. May throw CatalogError.
   */
  build?(core: E, create: C, scope: Scope, stored: E | null): Promise<void> | void;
  /**
   * Validates the fields to be stored, on every write. May assign fields of `after`, but must not mutate nested values:
   * `before` may share them. May throw CatalogError.
   */
  check?(after: E, before: E | null, scope: Scope): Promise<void> | void;
  /**
   * An additional permission check for deleting or restoring, for types that access rights depend on. Called only for
   * the entity named in the request, not for its descendants.
   */
  guard?(row: EntityRow, what: 'delete' | 'restore', scope: Scope): Promise<void> | void;
  /** Runs before a delete. May throw CatalogError to refuse it. */
  beforeDelete?(row: EntityRow, scope: Scope, hard: boolean, recursive: boolean): Promise<void>;
  /** Edges from an entity whose other ends need something when it is removed permanently. */
  releases?: ReleasedEdges;
  /** Runs after the rows of a write are stored. Resolves to `unseen` if it changed nothing that a response shows. */
  stored?(row: EntityRow, after: E, before: E | null, scope: Scope): Promise<unknown>;
}

export interface ReleasedEdges {
  kinds: readonly string[];
  /** The response to the delete still shows them, because the schema requires them; there are few. */
  shown?: true;
  /**
   * Runs after edges were removed, including those of other kinds. Many edges are removed in slices, after the entity is
   * hidden; `isLast`: none are left.
   */
  released(edges: readonly RemovedEdge[], isLast: boolean, scope: Scope): Promise<void>;
}

/** Members of the standard route set that a type can add or remove. */
export type StandardRoute =
  | 'list'
  | 'create'
  | 'put'
  | 'patch'
  | 'patchByName'
  | 'delete'
  | 'deleteByName'
  | 'deleteAsync'
  | 'restore'
  | 'restoreById'
  | 'versions'
  | 'followers'
  | 'vote'
  | 'createMany'
  | 'bulk'
  | 'deleteStale';

/** A declaration typed by its schemas. */
type Declared<S extends string, C extends string | null> = EntityType<
  Stored<SchemaValue<S>>,
  C extends string ? SchemaValue<C> : Fields
> & { schema: S; create: C };

/** Returns the declaration, type-checked against the generated types of its schemas. Throws on an invalid path. */
export function defineType<S extends string, C extends string | null>(type: Declared<S, C>): EntityType;
export function defineType(type: EntityType): EntityType {
  if (!/^\/v1\/[A-Za-z/]+$/.test(type.path)) throw new Error(`bad collection path ${type.path}`);
  const references = [...(type.references ?? []), ...propertyReferences(type)];
  return references.length > 0 ? { ...type, references } : type;
}
