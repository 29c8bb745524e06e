/**
 * What a type says about itself. The engine derives routes, validation, names, `fields`, versions,
 * history, events and OpenAPI from it. Only `name`, `path`, `schema` and `create` are required.
 */
import type { JsonObject, SchemaValue, ServiceFamily, Stored } from '../../../contract/index.js';
import type { EntityRow } from '../../storage/index.js';
import type { Route, Scope } from '../routes/route.js';
import type { Trait } from './trait.js';

/** The parsed core of an entity or of a create request. */
export type Fields = JsonObject;

/** Names of the fields of an entity. */
type FieldOf<E> = Extract<keyof E, string>;

/** `E` are the fields of the entity as stored, `C` those of its create request; `defineType` takes both from the schemas. */
export interface EntityType<E = Fields, C = Fields> {
  /** EntityReference.type, e.g. `table`. */
  name: string;
  /** Collection path below `/api`, e.g. `/v1/tables`. */
  path: string;
  /** Contract key of the entity, e.g. `entity/data/table`. */
  schema: string;
  /** Contract key of the create request; null for types that clients cannot create. */
  create: string | null;
  /** One sentence for the OpenAPI page. */
  about: string;
  /** Group of its routes in the OpenAPI page, in plural; default: the words of the path, `Database Services`. */
  group?: string;
  /** The family of services it is: its connections have the schemas of this family. */
  family?: ServiceFamily;
  /** Belongs to the search alias `dataAsset`. */
  dataAsset?: boolean;
  /** Fields of references that its entities can stand in, whatever type has them: `owners`, `domains`. */
  targetOf?: readonly string[];
  /** Fields of `/system/entities/count` and `/system/services/count` that count its entities. */
  countedAs?: { entities?: string; services?: string };
  /** Containers it may live in; the first whose field is given in the request is the one. */
  parents?: readonly ParentRule[];
  /** At least one parent must be given. */
  parentRequired?: boolean;
  /**
   * Container references of the answer, nearest first, from the parent's row and its own containers.
   * Default: the parent under its field name, then the parent's containers.
   */
  containers?(parent: EntityRow, parentField: string, parentContainers: readonly Container[]): Container[];
  /** Fields copied from the parent's core when created (`serviceType`). */
  inheritedCore?: readonly string[];
  /** Default: parent's FQN, a dot, the quoted name. */
  fqn?(parentFqn: string | null, name: string, create: C): string;
  /** The name of a create request where it is not simply `name` (a checksum). */
  nameOf?(create: C): string;
  /** How a name is stored and looked for, where that is not how it is given (in lower case). */
  foldName?(name: string): string;
  traits?: readonly TraitOf<E>[];
  /** Lists of named parts in the core: columns, tasks, schema fields. */
  parts?: readonly PartRule[];
  /** Further lists whose items have the guarded fields of parts (`dataModel.columns`). */
  likeParts?: readonly Pick<PartRule, 'path' | 'children'>[];
  /** Operations that show fields, where they are not those of `guarded-fields.ts`; null: none beyond `ViewBasic`. */
  guards?: Readonly<Record<string, string | null>>;
  /** Stored fields that answers hold only when asked for with `fields`. */
  onRequest?: readonly FieldOf<E>[];
  /** Fields that name other entities otherwise than by reference (`tableConstraints`). */
  namesOthers?: {
    fields: readonly FieldOf<E>[];
    /** Takes out what the reader may not see; asked only for readers who do not see everything. */
    hide(values: readonly E[], scope: Scope): Promise<void>;
  };
  /** Fields of the create request that a PUT without them keeps instead of removing (`extension`). */
  keptOnPut?: readonly (FieldOf<C> | FieldOf<E>)[];
  /** Traits that the answer to a create shows beside those that the request gave. */
  shownOnCreate?: readonly string[];
  /** What a PUT leaves of a field of the core, from the stored and the given value. */
  mergedOnPut?: { readonly [F in FieldOf<E>]?: Merge<E[F]> };
  /** Core fields that are stored without making a version (`sourceHash`). */
  silent?: readonly FieldOf<E>[];
  /** Lists in the core whose items are told apart by their names; change descriptions tell which of their fields changed. */
  namedItems?: readonly FieldOf<E>[];
  /** Core fields whose change is incompatible (+1.0). */
  majorFields?: readonly FieldOf<E>[];
  /** List filters by query parameter. */
  filters?: Readonly<Record<string, ListFilter>>;
  /** The name may be changed with PATCH; FQNs below follow. */
  renameable?: boolean;
  /** Fields a PATCH cannot change beyond those the engine owns. */
  fixed?: readonly FieldOf<E>[];
  /** Fields of the create schema that are not stored (they steer the write or belong to hooks). */
  transient?: readonly (FieldOf<C> | FieldOf<E>)[];
  /** Routes left out of the standard set (see `standard-routes.ts`). */
  without?: readonly StandardRoute[];
  /** Added to the standard set. */
  with?: readonly StandardRoute[];
  routes?: readonly Route[];
  /** What search finds it by beyond its names, description, parts, tags, owners, domains and containers. */
  search?: SearchFields;
  /** `assetContext` of the entity's short description (`type/aiContext`). */
  context?(entity: E): Fields;
  hooks?: EntityHooks<E, C>;
}

/** What remains of a field; a method, so that a declaration can say it with the types of its own fields. */
type Merge<V> = { merge(stored: V | undefined, given: V): V | undefined }['merge'];

/** A trait whose field the entity has, with the values that its schema gives to that field. */
type TraitOf<E> = {
  [F in FieldOf<E>]: Trait<unknown extends E[F] ? unknown : NonNullable<E[F]>, F, unknown>;
}[FieldOf<E>];

export interface SearchFields {
  /** Name of the index, where it is not the name of the type in snake case with `_search_index`. */
  index?: string;
  /** What people call its entities in questions, in the singular and lower case: `table`, `data product`. */
  calledAs?: readonly string[];
  /** Text fields of the core (dotted) and how much a word in them says: as much as in the name, in a column, in a description. */
  text?: Readonly<Record<string, 'name' | 'parts' | 'body'>>;
  /** Fields of the core with few values, which hits are counted by, beyond those that end in Type. */
  facets?: readonly string[];
  /** Values that all of them have for search, beside what is stored: fields that clients narrow several types by. */
  constants?: Readonly<Record<string, boolean | string>>;
}

export interface ParentRule {
  /** Field of the create request, e.g. `databaseSchema`. */
  field: string;
  /** Type it names, or several for a reference that says its type. */
  type: string | readonly string[];
  given: 'fqn' | 'ref';
}

/** `[field of the answer, entity id]`; a field that begins with `$` is not shown, but passes down what containers do. */
export type Container = readonly [field: string, id: string];

export interface PartRule {
  /** Dotted path of the list in the core: `columns`, `dataModel.columns`. */
  path: string;
  /** Field of a part that holds its own parts. */
  children?: string;
  /** Search field that lists the names of all parts, as clients filter and count by it: `columnNames`. */
  nameList?: string;
  /** Part fields whose change is incompatible; removal of a part always is. */
  major?: readonly string[];
  /** Part fields that say how much a part takes: less than before, or a limit where there was none, is incompatible. */
  limits?: readonly string[];
  /** Parts carry tags. */
  tagged?: boolean;
  /** Derived fields of one part (`dataTypeDisplay`), `position` from 1; the FQN is set by the engine. */
  complete?(part: Fields, position: number): void;
  /** A bot's PUT keeps these part fields where they are set (`description`). */
  kept?: readonly string[];
  /** Every PUT that leaves these part fields out keeps them (`customMetrics`). */
  carried?: readonly string[];
}

/**
 * A list filter: `below`: entities inside the container of one of these types that the value names by FQN, or by id where `given` says
 * so; of several with one name the first in the order of `type`, unless the parameter `typeIn` names the type. `parentType`: entities
 * directly inside a container of the type that the value names;
 * `equals`: a field of the core (dotted) equals the value; `related`: an edge of `kind` from/to the
 * entity that the value names by FQN or id; `custom`: an SQL-free predicate on top (see ListCondition).
 */
export type ListFilter =
  | { by: 'below'; type: string | readonly string[]; given: 'fqn' | 'fqn-or-id'; typeIn?: string }
  | { by: 'parentType'; types: readonly string[] }
  | { by: 'equals'; field: string; schema?: object }
  | { by: 'boolean'; field: string }
  | { by: 'related'; kind: string; direction: 'from' | 'to'; type: string };

/** Where a declaration needs words of its own. All run inside the caller's transaction. */
export interface EntityHooks<E = Fields, C = Fields> {
  /** Turns a validated create request into core fields (after copying), e.g. seals secrets. May throw CatalogError. */
  build?(core: E, create: C, scope: Scope, stored: E | null): Promise<void> | void;
  /**
   * Checks the core as it will be stored, on every write; may set fields of `after`, but not what is inside them, which
   * `before` may share. May throw CatalogError.
   */
  check?(after: E, before: E | null, scope: Scope): Promise<void> | void;
  /**
   * Refuses who may not take this entity away or bring it back, beyond the right to do so: for types that rights depend on. Asked once
   * for the entity that a request names, not for what is below it.
   */
  guard?(row: EntityRow, what: 'delete' | 'restore', scope: Scope): Promise<void> | void;
  /** Before a delete is carried out; may refuse. */
  beforeDelete?(row: EntityRow, scope: Scope, hard: boolean, recursive: boolean): Promise<void>;
  /** After the rows of a write are stored. Resolves to `unseen` when no answer shows what it did. */
  stored?(row: EntityRow, after: E, before: E | null, scope: Scope): Promise<unknown>;
}

/** Parts of the standard route set that can be switched. */
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
  | 'versions'
  | 'followers'
  | 'vote'
  | 'bulk'
  | 'deleteStale';

/** A declaration with the types of its schemas. */
type Declared<S extends string, C extends string | null> = EntityType<
  Stored<SchemaValue<S>>,
  C extends string ? SchemaValue<C> : Fields
> & { schema: S; create: C };

/** Checks the declaration's own consistency and returns it. Its hooks and fields are those of the generated types of its schemas. */
export function defineType<S extends string, C extends string | null>(type: Declared<S, C>): EntityType;
export function defineType(type: EntityType): EntityType {
  if (!/^\/v1\/[A-Za-z/]+$/.test(type.path)) throw new Error(`bad collection path ${type.path}`);
  return type;
}
