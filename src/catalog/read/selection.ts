/** What a response contains besides the document. Parsed once per request from `fields`. */
import { catalogError } from '../../../contract/index.js';
import type { Catalog } from '../catalog.js';
import type { EntityType } from '../define/define.js';
import type { Trait } from '../define/trait.js';

export interface Selection {
  /** Traits to load, each with the name it was requested by. */
  traits: readonly { trait: Trait; as: string }[];
  /** Stored fields that are only returned on request. */
  extras: readonly string[];
  /** Include the tags of parts. */
  partTags: boolean;
  /** Leave out lists that are too long (`Trait.long`). */
  short?: boolean;
  /** If set, empty traits other than these are omitted, as are empty tags of parts. */
  shownAnyway?: ReadonlySet<string>;
}

/** Parses `fields`: names separated by commas, blanks ignored; `*` means all. Throws 400 for unknown names. */
export function selectFields(type: EntityType, fields: string | undefined, catalog: Catalog): Selection {
  const traits = type.traits ?? [];
  const always = traits.filter((trait) => trait.always).map((trait) => ({ trait, as: trait.field }));
  const names = namesOf(fields);
  if (names.size === 0) return { traits: always, extras: [], partTags: false };
  if (names.delete('*')) {
    for (const trait of traits) names.add(trait.field);
    for (const field of type.onRequest ?? []) names.add(field);
  }
  for (const trait of traits) if (trait.with?.some((field) => names.has(field))) names.add(trait.field);
  const chosen = new Map(always.map((choice) => [choice.as, choice]));
  const extras: string[] = [];
  for (const name of names) {
    const trait = traitOf(type, name);
    if (trait) chosen.set(name, { trait, as: name });
    else if (type.onRequest?.includes(name)) extras.push(name);
    else if (!hasField(type, name, catalog)) throw unknownField(name, type.name);
  }
  const partTags = names.has('tags') && (type.parts?.some((rule) => rule.tagged) ?? false);
  return { traits: [...chosen.values()], extras, partTags };
}

/**
 * The same for lists of entities of several types: of each type the fields that it has. Throws 400 for names that none of
 * `types` has.
 */
export function selectOfTypes(
  types: readonly EntityType[],
  fields: string | undefined,
  catalog: Catalog,
): (type: EntityType) => Selection {
  const names = [...namesOf(fields)];
  for (const name of names)
    if (name !== '*' && !types.some((type) => hasField(type, name, catalog)))
      throw unknownField(name, 'any type in the list');
  return (type) =>
    selectFields(type, names.filter((name) => name === '*' || hasField(type, name, catalog)).join(','), catalog);
}

function namesOf(fields = ''): Set<string> {
  const names = fields.split(',').map((name) => name.trim());
  return new Set(names.filter((name) => name !== ''));
}

function hasField(type: EntityType, name: string, catalog: Catalog): boolean {
  return (
    traitOf(type, name) !== undefined ||
    type.onRequest?.includes(name) === true ||
    type.alwaysShown?.includes(name) === true ||
    catalog.contract.fieldNames(type.schema).includes(name)
  );
}

function traitOf({ traits }: EntityType, name: string): Trait | undefined {
  return traits?.find(({ field, alias }) => field === name || alias?.field === name);
}

/**
 * All fields that people can edit: the form used in responses to writes, in history and in events. Lists of any length
 * are left out there once they are long, or every small write of the entity would repeat them.
 */
export function selectAll(type: EntityType): Selection {
  return {
    traits: (type.traits ?? [])
      .filter((trait) => (trait.inWrites || trait.always) && !trait.perReader)
      .map((trait) => ({ trait, as: trait.field })),
    extras: type.onRequest ?? [],
    partTags: type.parts?.some((rule) => rule.tagged) ?? false,
    short: true,
  };
}

/** Response to a create: what GET returns by default, and the fields that the request set. */
export function selectCreated(type: EntityType): Selection {
  const always = (type.traits ?? []).filter((trait) => trait.always).map(({ field }) => field);
  const all = selectAll(type);
  const more = (type.traits ?? []).filter(({ field, inWrites }) => !inWrites && type.shownOnCreate?.includes(field));
  const traits = [...all.traits, ...more.map((trait) => ({ trait, as: trait.field }))];
  return { ...all, traits, shownAnyway: new Set([...always, ...(type.shownOnCreate ?? [])]) };
}

function unknownField(name: string, of: string) {
  return catalogError('BAD_REQUEST', `fields: ${JSON.stringify(name.slice(0, 100))} is not a field of ${of}`);
}
