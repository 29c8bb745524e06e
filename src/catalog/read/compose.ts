/**
 * Composes the JSON text of responses from stored text and the requested traits. At most one query per trait and one
 * for the containers, regardless of the number of rows. Nothing is parsed except `extra`, if its fields are requested.
 */
import { parseObject } from '../../../contract/index.js';
import { first } from '../../context/index.js';
import type { ShownRow } from '../../storage/index.js';
import type { EntityType, ParentRule } from '../define/define.js';
import type { Trait } from '../define/trait.js';
import { containerFields, containerWriter, loadContainers } from '../document/containers.js';
import { partsOnRequest, withoutPartsOnRequest, withoutPartTags, withPartTags } from '../document/document.js';
import { apiUrl, hrefMark, parseLinked, withHrefs } from '../document/reference.js';
import { refuseBroken } from '../document/sound-text.js';
import { completeInner } from '../references/inner-references.js';
import { loadInner } from '../references/load-inner.js';
import type { Scope } from '../routes/route.js';
import type { Selection } from './selection.js';
import { loadSharedEdges } from './shared-edges.js';

/**
 * Data loaded by one `compose`, reusable for another one of the same rows within a write: container texts by container
 * id, texts of traits and of part tags by entity id. Must be discarded if the write changes any of it.
 */
export interface ComposeCache {
  texts: Map<Trait | 'containers', Map<string, string>>;
  parts: Map<string, Map<string, string>> | null;
}

/** Text of a list that is too long to be part of the response (`Trait.long`). */
export const LEFT_OUT = '';

export const emptyComposeCache = (): ComposeCache => ({ texts: new Map(), parts: null });

/**
 * JSON texts of the entities, in the order of `rows`. `links`: prefix of every link path: `hrefMark` (see
 * `reference.ts`), or for responses the public URL. Inserting it here is cheaper than replacing markers in the complete
 * text.
 */
export async function compose(
  rows: readonly ShownRow[],
  type: EntityType,
  selection: Selection,
  scope: Scope,
  cache?: ComposeCache,
  links = hrefMark,
): Promise<string[]> {
  if (rows.length === 0) return [];
  const linked = (text: string) => (links === hrefMark ? text : withHrefs(text, links));
  // The queries are independent; on a remote database, running them together saves round trips.
  const [containerText, { pieces, parts }, inner] = await Promise.all([
    writeContainers(rows, type, scope, { cache: cache, links, hidden: hiddenContainers(type, selection) }),
    loadTraits(rows, type, selection, scope, cache),
    loadInner(rows, type, selection.extras.length > 0, scope),
  ]);
  const { shownAnyway } = selection;
  const last = partsOnRequest(type);
  const isShort = last !== undefined && !selection.extras.includes(last);
  return rows.map((stored) => {
    refuseBroken(stored);
    const row = isShort ? withoutPartsOnRequest(stored) : stored;
    let text = parts ? withPartTags(row, parts.get(row.id), linked, shownAnyway === undefined) : withoutPartTags(row);
    if (inner) text = linked(completeInner(text, type, inner));
    text += `,"href":"${links}${type.path}/${row.id}"${containerText(row)}`;
    for (const { as, trait, texts } of pieces)
      if (!shownAnyway || shownAnyway.has(as) || (trait.write && !isEmpty(texts.get(row.id))))
        text += linked(traitText(as, trait, texts.get(row.id)));
    if (selection.extras.length > 0 && row.extra !== null) {
      const extra = extraText(row.extra, selection.extras);
      text += linked(inner ? completeInner(extra, type, inner) : extra);
    }
    return `${text}}`;
  });
}

interface ContainersShown {
  cache: ComposeCache | undefined;
  links: string;
  hidden: readonly string[];
}

async function writeContainers(
  rows: readonly ShownRow[],
  { inheritedValues: inherited = [] }: EntityType,
  scope: Scope,
  { cache: known, links, hidden }: ContainersShown,
) {
  const written = { links, hidden, inherited };
  if (!known) return containerFields(rows, scope, written);
  const containers = await loadOnce(known, 'containers', () => loadContainers(rows, inherited, scope));
  return containerWriter(containers, written);
}

/** Fields of containers that are returned only on request, and were not requested. */
function hiddenContainers({ onRequest, parents }: EntityType, { extras }: Selection): readonly string[] {
  const isHidden = ({ field }: ParentRule) => onRequest?.includes(field) && !extras.includes(field);
  return parents?.filter(isHidden).map(({ field }) => field) ?? [];
}

interface Piece {
  as: string;
  trait: Trait;
  texts: Map<string, string>;
}

async function loadTraits(
  rows: readonly ShownRow[],
  type: EntityType,
  selection: Selection,
  scope: Scope,
  known: ComposeCache | undefined,
): Promise<{ pieces: Piece[]; parts: Map<string, Map<string, string>> | null }> {
  const asked = selection.traits.map(({ trait }) => trait).filter((trait) => !known?.texts.has(trait));
  const edges = loadSharedEdges(asked, rows, scope, selection.short);
  const both = loadBothOnce(known, rows, type, selection, scope);
  const load = async (trait: Trait) => {
    const recalled = trait.loadBoth ? await both : known;
    const shared = trait.edges && asked.includes(trait) ? (await edges).get(trait) : undefined;
    return loadOnce(recalled, trait, async () => {
      const texts = await trait.load(rows, scope, shared?.edges);
      for (const id of shared?.left ?? []) texts.set(id, LEFT_OUT);
      return texts;
    });
  };
  const loadParts = async () => loadPartsOnce(await both, () => loadPartTags(rows, type, scope));
  const [pieces, parts] = await Promise.all([
    Promise.all(selection.traits.map(async ({ trait, as }) => ({ as, trait, texts: await load(trait) }))),
    selection.partTags ? loadParts() : null,
    both,
    edges,
  ]);
  return { pieces, parts };
}

/** Adds the fields that depend on the caller (`Trait.perReader`) to a composed text. */
export async function withReaderFields(text: string, row: ShownRow, type: EntityType, scope: Scope): Promise<string> {
  let more = '';
  for (const trait of type.traits ?? [])
    if (trait.perReader) more += traitText(trait.field, trait, (await trait.load([row], scope)).get(row.id));
  const whole = more === '' ? text : `${text.slice(0, -1)}${more}}`;
  return type.complete ? first(await completed([whole], type, scope)) : whole;
}

/** Texts with what the type adds to responses (`EntityType.complete`). */
export async function completed(texts: readonly string[], type: EntityType, scope: Scope): Promise<string[]> {
  if (!type.complete) return [...texts];
  const values = texts.map((text) => parseLinked(text, apiUrl(scope)));
  await type.complete(values, scope);
  return values.map((value) => JSON.stringify(value));
}

function isEmpty(text: string | undefined): boolean {
  return text === undefined || text === '[]' || text === LEFT_OUT;
}

async function loadOnce(
  known: ComposeCache | undefined,
  what: Trait | 'containers',
  load: () => Promise<Map<string, string>>,
): Promise<Map<string, string>> {
  const found = known?.texts.get(what);
  if (found) return found;
  const loaded = await load();
  known?.texts.set(what, loaded);
  return loaded;
}

type PartTexts = Map<string, Map<string, string>>;

async function loadPartsOnce(known: ComposeCache | undefined, load: () => Promise<PartTexts>): Promise<PartTexts> {
  if (known?.parts) return known.parts;
  const loaded = await load();
  if (known) known.parts = loaded;
  return loaded;
}

/** Loads a trait and its parts in one query, if both are needed and neither is loaded yet. */
async function loadBothOnce(
  known: ComposeCache | undefined,
  rows: readonly ShownRow[],
  type: EntityType,
  selection: Selection,
  scope: Scope,
): Promise<ComposeCache | undefined> {
  if (!selection.partTags || known?.parts) return known;
  const trait = type.traits?.find((candidate) => candidate.loadBoth);
  if (!trait?.loadBoth || known?.texts.has(trait) || !selection.traits.some((wanted) => wanted.trait === trait))
    return known;
  const { own, parts } = await trait.loadBoth(rows, scope);
  const recalled = known ?? emptyComposeCache();
  recalled.texts.set(trait, own);
  recalled.parts = parts;
  return recalled;
}

async function loadPartTags(rows: readonly ShownRow[], type: EntityType, scope: Scope) {
  const trait = type.traits?.find((candidate) => candidate.loadParts);
  return trait?.loadParts ? await trait.loadParts(rows, scope) : new Map<string, Map<string, string>>();
}

function traitText(as: string, trait: Trait, loaded: string | undefined): string {
  const text = loaded ?? trait.empty;
  if (text === null || text === LEFT_OUT) return '';
  if (as === trait.field) return `,"${as}":${text}`;
  const picked = trait.alias?.pick(text) ?? null;
  return picked === null ? '' : `,"${as}":${picked}`;
}

function extraText(extra: string, wanted: readonly string[]): string {
  const stored = parseObject(extra);
  let text = '';
  for (const field of wanted) if (field in stored) text += `,"${field}":${JSON.stringify(stored[field])}`;
  return text;
}
