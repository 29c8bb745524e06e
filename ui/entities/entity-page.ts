import type { JsonObject } from 'cairn/contract';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { Target } from '../data/editing/edit.js';
import type { Right } from '../data/rights.js';

/** What every entity can have. Types know more of theirs. */
export interface Entity extends JsonObject {
  id: string;
  name: string;
  fullyQualifiedName: string;
  version: number;
}

/** What tabs and facts get. */
export interface EntityView<E extends Entity = Entity> {
  type: string;
  entity: E;
  /** For `editField` and `edit`. */
  target: Target;
  may(right: Right): boolean;
  /** What follows the tab in the address, such as `tasks` of `activity_feed/tasks`. */
  sub: string | undefined;
}

/** What a tab shows. */
export type TabPage = ComponentType<EntityView> & {
  /** Asks for what it shows, given the name of the entity: in time, while the entity itself is on its way. */
  ahead?: (fqn: string) => void;
};

export interface Tab<E extends Entity = Entity> {
  /** Its word in the address. */
  key: string;
  title: () => string;
  /** Beside the title. */
  count?: (entity: E) => number | undefined;
  /** Default: always. */
  shown?: (entity: E) => boolean;
  /** Shown only at its own address. */
  onlyIfAsked?: boolean;
  page: () => Promise<TabPage>;
}

export interface Fact<E extends Entity = Entity> {
  label: () => string;
  /** Text, a number, or a component; nothing where there is none. */
  value: (entity: E) => unknown;
  /** Offered to whoever may edit the entity. */
  choice?: FactChoice;
}

/** The values that a field can have, with their names. A field that is missing counts as false. */
export interface FactChoice {
  field: string;
  options: () => readonly (readonly [value: string | boolean, name: string])[];
}

/** A tab of many types: one file of `tabs/` each, found by itself. */
export interface CommonTab {
  /** The place among the tabs; those of the type have 0 to 9 in their order. */
  order: number;
  of: (page: EntityPage) => boolean;
  tab: Tab;
}

/** Everything the pages know of a type: one file of `types/` each, found by itself. */
export interface EntityPage<E extends Entity = Entity> {
  /** As the API calls it: `databaseSchema`. */
  type: string;
  icon: LucideIcon;
  /** In the singular, in sentence case. */
  title: () => string;
  /** In the plural. */
  plural: () => string;
  /** Path of its collection below `/api`: `/v1/databaseSchemas`. */
  path: string;
  /** The type of services that hold it directly: their pages list it. */
  service?: string;
  /** Whether Explore has a tab for it, and rules can be about it. Default: true. */
  isExplored?: boolean;
  /** Words of its address, if that is not the type: `['data-product']`. */
  words?: readonly string[];
  /** What GET is asked for, besides the entity itself and what the frame shows (owners, tags, domains, …). */
  fields: readonly string[];
  /** Whether people give it its name, and may give it another; other names come from sources. Default: false. */
  isRenameable?: boolean;
  /** Whether there can be tests of its data, or of the tables in it. */
  hasTests?: boolean;
  /** Fields of the frame that the type does not have: `votes`, `followers`. */
  lacks?: readonly string[];
  tabs: readonly Tab<E>[];
  facts: readonly Fact<E>[];
}

/** Declares the page of a type; `E` is its type of the contract. */
export function defineEntityPage<E extends object>(page: EntityPage<E & Entity>): EntityPage {
  return page as unknown as EntityPage; // the frame hands each tab the entity that its type declared
}
