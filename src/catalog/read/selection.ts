/** What one answer shows beyond the document: read once per request from `fields`. */
import { catalogError } from '../../../contract/index.js';
import type { Catalog } from '../catalog.js';
import type { EntityType } from '../define/define.js';
import type { Trait } from '../define/trait.js';

export interface Selection {
  /** Traits to load, each under the name it was asked for. */
  traits: readonly { trait: Trait; as: string }[];
  /** Stored fields shown on request. */
  extras: readonly string[];
  /** Tags of parts are spliced in. */
  partTags: boolean;
  /** Where it is set, traits that nobody gave a value are left out but for these, and empty tags of parts. */
  shownAnyway?: ReadonlySet<string>;
}

/** Reads `fields` (commas, blanks dropped; `*` is all). Unknown names are 400. */
export function selectFields(type: EntityType, fields: string | undefined, catalog: Catalog): Selection {
  const traits = type.traits ?? [];
  const always = traits.filter((trait) => trait.always).map((trait) => ({ trait, as: trait.field }));
  if (fields === undefined || fields.trim() === '') return { traits: always, extras: [], partTags: false };
  const names = new Set(
    fields
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  );
  if (names.delete('*')) {
    for (const trait of traits) names.add(trait.field);
    for (const field of type.onRequest ?? []) names.add(field);
  }
  for (const trait of traits) if (trait.with?.some((field) => names.has(field))) names.add(trait.field);
  const chosen = new Map(always.map((choice) => [choice.as, choice]));
  const extras: string[] = [];
  for (const name of names) {
    const trait = traits.find((candidate) => candidate.field === name || candidate.alias?.field === name);
    if (trait) chosen.set(name, { trait, as: name });
    else if (type.onRequest?.includes(name)) extras.push(name);
    else if (!catalog.contract.fieldNames(type.schema).includes(name)) throw unknownField(type, name);
  }
  const partTags = names.has('tags') && (type.parts?.some((rule) => rule.tagged) ?? false);
  return { traits: [...chosen.values()], extras, partTags };
}

/** Everything that people can change: the shape of answers to writes, of history and of events. */
export function selectAll(type: EntityType): Selection {
  return {
    traits: (type.traits ?? [])
      .filter((trait) => (trait.inWrites || trait.always) && !trait.perReader)
      .map((trait) => ({ trait, as: trait.field })),
    extras: type.onRequest ?? [],
    partTags: type.parts?.some((rule) => rule.tagged) ?? false,
  };
}

/** The answer to a create: what a plain GET shows, and what the request gave. */
export function selectCreated(type: EntityType): Selection {
  const always = (type.traits ?? []).filter((trait) => trait.always).map(({ field }) => field);
  return { ...selectAll(type), shownAnyway: new Set([...always, ...(type.shownOnCreate ?? [])]) };
}

function unknownField(type: EntityType, name: string) {
  return catalogError('BAD_REQUEST', `fields: ${JSON.stringify(name.slice(0, 100))} is not a field of ${type.name}`);
}
