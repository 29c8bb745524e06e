/**
 * Traits for references that are stored as edges: owners, domains, members, policies of a role. A `LinkRule` defines
 * the complete behavior of such a field: accepted as references or text, loaded with one query per page, saved as a
 * difference.
 */

import { catalogError, type EntityReference, type Operation } from '../../contract/index.js';
import {
  containersOf,
  MOST_LISTED,
  referenceText,
  type Scope,
  type Trait,
  type TraitChange,
  type TraitWrite,
} from '../catalog/index.js';
import { first, groupBy, present } from '../context/index.js';
import {
  type EdgeRow,
  type EntityRow,
  getEntitiesByIds,
  putRelations,
  type RelationRow,
  relationsTo,
  removeRelations,
} from '../storage/index.js';
import { resolveNew } from './references/resolve-new.js';
import { type Naming, resolveReferences } from './references/resolve-references.js';

export interface LinkRule<F extends string = string> {
  field: F;
  /** Kind of edge. */
  kind: string;
  /** The end of the edge at which the entity itself is. */
  end: 'from' | 'to';
  /**
   * Types at the other end; plain text names the first. null: any. Default: types that declare the field in `targetOf`.
   */
  types?: readonly string[] | null;
  /** If several types declare the field: the field whose `targetOf` type plain text names. */
  textNames?: string;
  /** Meaning of plain text in a request; default `fqn`. */
  text?: Naming['text'];
  /** One reference instead of a list. */
  single?: boolean;
  /** Both entities refer to each other: a reference set on one is also on the other. Both have this field. */
  symmetric?: boolean;
  /** An entity without its own references inherits those of the nearest container that has some. */
  inherited?: boolean;
  /**
   * Kind of the edges to entities that pass their references on to one without own or inherited ones. Of the fields that
   * rules of policies test, only owners can have it, through domains (`inheritsOwnersOfDomains`).
   */
  through?: string;
  /** Omits references to soft deleted entities. */
  liveOnly?: boolean;
  /** Omits the field instead of returning `[]`. */
  absentWhenEmpty?: boolean;
  inWrites?: boolean;
  /** Kinds of other edges between the same entities, in the same direction, that are removed with this one. */
  ends?: readonly string[];
  /** May have any number of references (`Trait.long`). */
  long?: true;
  always?: boolean;
  alias?: string;
  /** The list is filtered by the reader's rights. Implied for read-only fields. */
  guarded?: true;
  /** Field of the create request; default: `field`. null: not accepted on create. */
  input?: string | null;
  /** Policy operation required to PATCH the field. Absent: read-only. */
  operation?: Operation;
  /** Default true. */
  versioned?: boolean;
  /** Throws 400 for references that cannot be combined. */
  check?(references: readonly EntityReference[]): void;
  merge?: LinkWrite['merge'];
}

type Holder = Pick<EntityRow, 'id' | 'refs'>;

/** A list of references, or one if `single`. */
type Value = EntityReference[] | EntityReference;
type LinkWrite = TraitWrite<Value>;

export function link<const F extends string>(rule: LinkRule<F> & { single: true }): Trait<EntityReference, F, Value>;
export function link<const F extends string>(rule: LinkRule<F>): Trait<EntityReference[], F, Value>;
export function link(rule: LinkRule): Trait<Value> {
  return {
    field: rule.field,
    empty: rule.single || rule.absentWhenEmpty ? null : '[]',
    inWrites: rule.inWrites ?? false,
    ...(rule.always ? { always: true } : {}),
    ...(rule.guarded ? { guarded: true } : {}),
    ...(rule.long ? { long: { liveOnly: rule.liveOnly ?? false } } : {}),
    ...(rule.alias ? { alias: { field: rule.alias, pick: pickFirst } } : {}),
    edges: {
      kind: rule.kind,
      end: rule.end,
      ...(rule.inherited ? { inherited: true } : {}),
      ...(rule.through === undefined ? {} : { through: rule.through }),
    },
    load: async (rows, scope, edges = []) => {
      const texts = loadLinks(rule, rows, edges, scope);
      return rule.through === undefined ? texts : addPassedOn(rule, rule.through, rows, texts, scope);
    },
    ...(rule.operation === undefined ? {} : { write: linkWrite(rule, rule.operation) }),
  };
}

function linkWrite(rule: LinkRule, operation: Operation): LinkWrite {
  return {
    ...(rule.input === undefined ? {} : { input: rule.input }),
    operation,
    versioned: rule.versioned ?? true,
    accept: (given, scope, _, stored) => acceptLinks(rule, given, scope, stored),
    ...(rule.merge ? { merge: rule.merge } : {}),
    save: (changes, scope) => saveLinks(rule, changes, scope),
  };
}

async function acceptLinks(
  rule: LinkRule,
  given: readonly unknown[],
  scope: Scope,
  stored: unknown,
): Promise<(Value | undefined)[]> {
  const naming: Naming = { types: typesOf(rule, scope), text: rule.text ?? 'fqn', field: rule.field };
  const lists = given.map((value) => (value === undefined || value === null ? [] : listOf(rule, value)));
  const resolve = rule.long ? resolveNew : resolveReferences;
  const resolved = await resolve(lists, naming, scope, stored);
  return given.map((value, i) => {
    if (value === undefined) return undefined;
    const references = present(resolved[i]);
    rule.check?.(references);
    return rule.single ? references[0] : references;
  });
}

function listOf(rule: LinkRule, value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (rule.single) return [value];
  throw catalogError('BAD_REQUEST', `${rule.field}: must be a list`);
}

/** JSON text by entity id, including inherited references. */
function loadLinks(
  rule: LinkRule,
  rows: readonly Holder[],
  edges: readonly EdgeRow[],
  scope: Scope,
): Map<string, string> {
  const links = groupLinks(rule, typesOf(rule, scope), edges);
  const texts = new Map<string, string>();
  for (const row of rows) {
    const own = links.get(row.id);
    if (own) texts.set(row.id, linksText(rule, own, scope, false));
    else if (rule.inherited) {
      const above = containersOf(row).find(([, id]) => links.has(id));
      if (above) texts.set(row.id, linksText(rule, present(links.get(above[1])), scope, true));
    }
  }
  return texts;
}

/** Adds what others pass on to the rows without a text: the references of all of them, each once. */
async function addPassedOn(
  rule: LinkRule,
  through: string,
  rows: readonly Holder[],
  texts: Map<string, string>,
  scope: Scope,
): Promise<Map<string, string>> {
  const without = rows.filter(({ id }) => !texts.has(id)).map(({ id }) => id);
  const passing = await relationsTo(scope.sql, without, [through]);
  if (passing.length === 0) return texts;
  const givers = await getEntitiesByIds(scope.sql, [...new Set(passing.map(({ from_id }) => from_id))]);
  const places = new Map(givers.map((giver) => [giver.id, [giver.id, ...containersOf(giver).map(([, id]) => id)]]));
  const edges = await relationsTo(scope.sql, [...new Set([...places.values()].flat())], [rule.kind]);
  const links = groupLinks(rule, typesOf(rule, scope), edges);
  for (const id of without) {
    const found = passing
      .filter(({ to_id }) => to_id === id)
      .flatMap(({ from_id }) => {
        const place = places.get(from_id)?.find((giver) => links.has(giver));
        return place === undefined ? [] : (links.get(place) ?? []);
      });
    const each = [...new Map(found.map((link) => [link.from_id, link])).values()];
    if (each.length > 0) texts.set(id, linksText(rule, each, scope, true));
  }
  return texts;
}

function groupLinks(rule: LinkRule, types: readonly string[] | null, rows: readonly EdgeRow[]): Map<string, EdgeRow[]> {
  const meant = rows.filter(
    (row) => !(rule.liveOnly && row.deleted !== 0) && (types === null || types.includes(otherType(rule, row))),
  );
  return groupBy(meant, (row) => (rule.end === 'to' ? row.to_id : row.from_id));
}

function typesOf({ types, field, textNames }: LinkRule, { catalog: { registry } }: Scope): readonly string[] | null {
  if (types !== undefined) return types;
  const targets = registry.targetsOf(field);
  return textNames === undefined ? targets : [...new Set([...registry.targetsOf(textNames), ...targets])];
}

function otherType(rule: LinkRule, row: RelationRow): string {
  return rule.end === 'to' ? row.from_type : row.to_type;
}

function linksText(rule: LinkRule, rows: readonly EdgeRow[], scope: Scope, inherited: boolean): string {
  const texts = rows.map((row) => {
    const id = rule.end === 'to' ? row.from_id : row.to_id;
    return referenceText(row.ref, id, scope.catalog.registry.path(otherType(rule, row)), inherited);
  });
  return rule.single ? first(texts) : `[${texts.join(',')}]`;
}

async function saveLinks(rule: LinkRule, changes: readonly TraitChange<Value>[], scope: Scope): Promise<void> {
  const gone: RelationRow[] = [];
  const put: RelationRow[] = [];
  for (const { row, before, after } of changes) {
    const old = ownReferences(before);
    const now = ownReferences(after);
    const kept = new Set(now.map((reference) => reference.id));
    for (const reference of old) if (!kept.has(reference.id)) gone.push(edge(rule, row, reference, 0));
    // Of a long list only what is new, without keeping the order of all of it.
    const had = new Set(rule.long && now.length > MOST_LISTED ? old.map((reference) => reference.id) : []);
    for (const [ord, reference] of now.entries()) if (!had.has(reference.id)) put.push(edge(rule, row, reference, ord));
  }
  if (rule.symmetric) {
    gone.push(...gone.map(reversed));
    put.push(...put.map(reversed));
  }
  const ended = (rule.ends ?? []).flatMap((kind) => gone.map((edge) => ({ ...edge, kind })));
  if (gone.length > 0) await removeRelations(scope.sql, [...gone, ...ended]);
  if (put.length > 0) await putRelations(scope.sql, put);
}

function reversed({ from_id, from_type, to_id, to_type, ...edge }: RelationRow): RelationRow {
  return { ...edge, from_id: to_id, from_type: to_type, to_id: from_id, to_type: from_type };
}

function edge(rule: LinkRule, row: Pick<EntityRow, 'id' | 'type'>, other: EntityReference, ord: number): RelationRow {
  const [from, to] = rule.end === 'from' ? [row, other] : [other, row];
  return { from_id: from.id, from_type: from.type, kind: rule.kind, to_id: to.id, to_type: to.type, ord, data: null };
}

function ownReferences(value: Value | undefined): EntityReference[] {
  if (value === undefined || value === null) return [];
  const list = Array.isArray(value) ? value : [value];
  return list.filter((reference) => reference.inherited !== true);
}

/**
 * The text of the first item of a JSON list of objects; null if there is none. Scans instead of parsing, to leave the
 * text as it is.
 */
export function pickFirst(text: string): string | null {
  if (!text.startsWith('[{')) return null;
  let depth = 0;
  let quoted = false;
  for (let i = 1; i < text.length; i++) {
    const c = text[i];
    if (quoted) {
      if (c === '\\') i++;
      else if (c === '"') quoted = false;
    } else if (c === '"') quoted = true;
    else if (c === '{' || c === '[') depth++;
    else if (c === '}' || c === ']') {
      depth--;
      if (depth === 0) return text.slice(1, i + 1);
    }
  }
  return null;
}
