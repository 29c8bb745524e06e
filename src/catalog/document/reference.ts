/**
 * References as text. A link in composed text is `hrefMark` followed by a path. The marker is a control character,
 * which never occurs raw in JSON text, so it can be replaced or dropped without parsing.
 */
import { parseList, parseObject } from '../../../contract/index.js';
import type { EntityRow } from '../../storage/index.js';
import type { Catalog, CatalogOptions } from '../catalog.js';
import type { Fields } from '../define/define.js';

export const hrefMark = '\u0001';

/** Where links of responses begin: `http://host:port/api`. */
export function apiUrl({ catalog }: { catalog: { options: Pick<CatalogOptions, 'publicUrl'> } }): string {
  return `${catalog.options.publicUrl}/api`;
}

/** `EntityRow.ref` with its link: `{…,"href":"\u0001/v1/users/<id>"}`. `path`: the collection path. */
export function referenceText(ref: string, id: string, path: string, inherited = false): string {
  return `${ref.slice(0, -1)}${inherited ? ',"inherited":true' : ''},"href":"${hrefMark}${path}/${id}"}`;
}

/** The same for a row of an entity or of a reference to it. */
export function linkTo(
  { ref, id, type }: Pick<EntityRow, 'ref' | 'id' | 'type'>,
  { catalog }: { catalog: Pick<Catalog, 'registry'> },
): string {
  return referenceText(ref, id, catalog.registry.path(type));
}

/** Composed text for a response: links begin with `base`, which is `apiUrl`. */
export function withHrefs(text: string, base: string): string {
  return text.replaceAll(hrefMark, base);
}

/** Parses composed text; links get the prefix `base`. */
export function parseLinked<T extends object = Fields>(text: string, base: string): T {
  return parseObject<T>(withHrefs(text, base));
}

/** The same for a composed list. */
export function parseLinkedList<T = unknown>(text: string, base: string): T[] {
  return parseList<T>(withHrefs(text, base));
}

const beforeMark = ',"href":"';

/** Composed text without links, for storing. */
export function withoutHrefs(text: string): string {
  let kept = '';
  let from = 0;
  for (let mark = text.indexOf(hrefMark); mark >= 0; mark = text.indexOf(hrefMark, from)) {
    kept += text.slice(from, mark - beforeMark.length);
    from = text.indexOf('"', mark) + 1;
  }
  return kept + text.slice(from);
}

/** In characters. A list repeats the references of what many entities have in common, such as their owner. */
const MOST_DESCRIPTION = 4000;

function cutDescription(text: unknown): unknown {
  if (typeof text !== 'string' || text.length <= MOST_DESCRIPTION) return text;
  // Half of a surrogate pair is not valid text.
  return `${text.slice(0, MOST_DESCRIPTION - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** JSON text of the reference to an entity, for storing. `displayName` falls back to the name. */
export function makeReference(
  id: string,
  type: string,
  core: { name?: unknown; fullyQualifiedName?: unknown; description?: unknown; displayName?: unknown },
  deleted: boolean,
): string {
  return JSON.stringify({
    id,
    type,
    name: core.name,
    fullyQualifiedName: core.fullyQualifiedName,
    description: cutDescription(core.description),
    displayName: core.displayName || core.name,
    deleted,
  });
}
