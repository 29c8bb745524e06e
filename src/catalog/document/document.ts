/**
 * Converts between an entity's document and its stored text. `doc` holds the fields of every response, with an empty
 * list for the tags of each part; `cuts` holds the offsets of these lists; `extra` holds fields returned on request and
 * private fields (`$…`). Pure.
 */
import { isObject, parseObject, parseText, type Stored } from '../../../contract/index.js';
import type { EntityRow } from '../../storage/index.js';
import type { EntityType, Fields, PartRule } from '../define/define.js';
import { quoteName } from './fqn.js';

export interface Document {
  /** The value that `doc` was written from; it includes the tags of parts, which `doc` omits. */
  core: Fields;
  doc: string;
  extra: string | null;
  cuts: string | null;
}

export type Cut = [offset: number, part: string];

interface Writing {
  text: string;
  cuts: Cut[];
  rules: readonly PartRule[];
  written: WrittenParts | null;
}

/** Text of a list of parts as in `doc`; its cuts are relative to the start of the list. */
export interface WrittenParts {
  field: string;
  stored: string;
  cuts: readonly Cut[];
}

/** Serializes a document (see `EntityRow`). `written`: the text of one of its lists, if it is already available. */
export function writeDocument(type: EntityType, core: Fields, written: WrittenParts | null = null): Document {
  const shown: Fields = {};
  const extra: Fields = {};
  const last = partsOnRequest(type);
  for (const [key, value] of Object.entries(core)) {
    if (value === null || value === undefined || key === last) continue;
    if (key.startsWith('$') || type.onRequest?.includes(key)) extra[key] = value;
    else shown[key] = value;
  }
  const rules = type.parts?.filter((rule) => rule.tagged) ?? [];
  const writing: Writing = { text: '', cuts: [], rules, written };
  if (rules.length === 0) writing.text = JSON.stringify(shown);
  else writeObject(writing, shown, '');
  const start = writing.text.length - 1;
  const isSplit = last !== undefined && core[last] !== null && core[last] !== undefined;
  if (isSplit) {
    shown[last] = core[last];
    appendMember(writing, last, core[last]);
  }
  const cuts = isSplit ? [start, ...writing.cuts] : writing.cuts;
  return {
    core: shown,
    doc: writing.text,
    extra: Object.keys(extra).length > 0 ? JSON.stringify(extra) : null,
    cuts: cuts.length > 0 ? JSON.stringify(cuts) : null,
  };
}

/** Parses the document of a row, including private and on-request fields. The tags of its parts are empty lists. */
export function readDocument<T extends object = Fields>(row: Pick<EntityRow, 'doc' | 'extra'>): Stored<T> {
  const core = parseObject<Stored<T>>(row.doc);
  return row.extra === null ? core : Object.assign(core, parseObject<Stored<T>>(row.extra));
}

/**
 * The field that holds parts and is returned only on request. It stays in `doc`, because parts are indexed and tagged
 * there, but is its last member: `cuts` begins with the offset at which it begins.
 */
export function partsOnRequest({ parts = [], onRequest = [] }: Pick<EntityType, 'parts' | 'onRequest'>) {
  return parts.map(({ path }) => rootOfPath(path)).find((root) => onRequest.includes(root));
}

/** The row without its field of parts that is returned only on request. */
export function withoutPartsOnRequest<R extends Pick<EntityRow, 'doc' | 'cuts'>>(row: R): R {
  const [, start] = /^\[(\d+)/.exec(row.cuts ?? '') ?? [];
  return start === undefined ? row : { ...row, doc: `${row.doc.slice(0, Number(start))}}`, cuts: null };
}

/** Appends a member to the object just written. */
function appendMember(writing: Writing, field: string, value: unknown): void {
  writing.text = `${writing.text.slice(0, -1)},${JSON.stringify(field)}:`;
  writeValue(writing, value, field);
  writing.text += '}';
}

const emptyTags = ',"tags":[]';

/**
 * `doc` without its closing brace, with the tags of parts inserted. `tags`: JSON text by part path. Parts are stored
 * with an empty list, so only tagged parts need a splice. `change` is applied to each inserted text. Empty lists are
 * omitted unless `showEmpty`.
 */
export function withPartTags(
  { doc, cuts }: Pick<EntityRow, 'doc' | 'cuts'>,
  tags: Map<string, string> | undefined,
  change: (tags: string) => string = (text) => text,
  showEmpty = true,
): string {
  if (cuts === null) return doc.slice(0, -1);
  if (tags === undefined || tags.size === 0) return showEmpty ? doc.slice(0, -1) : withoutPartTags({ doc, cuts });
  let text = '';
  let from = 0;
  eachCut(cuts, (offset, part) => {
    const found = tags.get(part());
    if (found === undefined && showEmpty) return;
    const before = found === undefined ? emptyTags : '[]';
    text += doc.slice(from, offset - before.length) + (found === undefined ? '' : change(found));
    from = offset;
  });
  return text + doc.slice(from, -1);
}

/** `doc` without its closing brace and without the tags of parts. */
export function withoutPartTags({ doc, cuts }: Pick<EntityRow, 'doc' | 'cuts'>): string {
  if (cuts === null) return doc.slice(0, -1);
  let text = '';
  let from = 0;
  eachCut(cuts, (offset) => {
    text += doc.slice(from, offset - emptyTags.length);
    from = offset;
  });
  return text + doc.slice(from, -1);
}

const [COMMA, ZERO, QUOTE, OPENING, BACKSLASH, BRACKET] = [44, 48, 34, 91, 92, 93] as const;

/**
 * Scans the text of cuts, `[[12,"a"],[34,"b"]]`, without parsing it: this runs for every response, and JSON.parse would
 * dominate.
 */
function eachCut(cuts: string, visit: (offset: number, part: () => string) => void): void {
  for (let at = firstCut(cuts); at > 1; ) {
    let offset = 0;
    for (; cuts.charCodeAt(at) !== COMMA; at++) offset = offset * 10 + cuts.charCodeAt(at) - ZERO;
    const start = at + 1;
    const end = endOfText(cuts, start);
    visit(offset, () => readText(cuts, start, end));
    at = cuts.charCodeAt(end + 1) === COMMA ? end + '],['.length : 0;
  }
}

/** Skips the offset that `cuts` may begin with (see `partsOnRequest`); 0 if nothing follows. */
function firstCut(cuts: string): number {
  return cuts.charCodeAt(1) === OPENING ? 2 : cuts.indexOf('[', 1) + 1;
}

/** The value of the JSON string from `start` to `end`. */
function readText(json: string, start: number, end: number): string {
  const text = json.slice(start + 1, end - 1);
  return text.includes('\\') ? parseText(json.slice(start, end)) : text;
}

/** The offset after the closing bracket of the JSON list at `start`, which must not contain another list. */
export function endOfFlatList(json: string, start: number): number {
  let at = start;
  for (let code = json.charCodeAt(at); code !== BRACKET; code = json.charCodeAt(at))
    at = code === QUOTE ? endOfText(json, at) : at + 1;
  return at + 1;
}

/** The offset after the closing quote of the JSON string at `start`. */
function endOfText(json: string, start: number): number {
  let at = start + 1;
  for (let code = json.charCodeAt(at); code !== QUOTE; code = json.charCodeAt(at)) at += code === BACKSLASH ? 2 : 1;
  return at + 1;
}

function writeObject(writing: Writing, value: Fields, path: string): void {
  writing.text += '{';
  let separator = '';
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue;
    writing.text += `${separator}${JSON.stringify(key)}:`;
    separator = ',';
    writeValue(writing, item, path === '' ? key : `${path}.${key}`);
  }
  writing.text += '}';
}

function writeValue(writing: Writing, value: unknown, path: string): void {
  const { written } = writing;
  if (written?.field === path) {
    for (const [offset, part] of written.cuts) writing.cuts.push([writing.text.length + offset, part]);
    writing.text += written.stored;
    return;
  }
  const rule = writing.rules.find((candidate) => candidate.path === path);
  if (rule && Array.isArray(value)) writeParts(writing, value, rule, rule.below ?? '');
  else if (isObject(value) && writing.rules.some((candidate) => candidate.path.startsWith(`${path}.`)))
    writeObject(writing, value, path);
  else writing.text += JSON.stringify(value);
}

function writeParts(writing: Writing, parts: readonly Fields[], rule: PartRule, parent: string): void {
  writing.text += '[';
  parts.forEach((part, index) => {
    const path = partPath(parent, part);
    const children = rule.children ? part[rule.children] : undefined;
    writing.text += `${index > 0 ? ',' : ''}${JSON.stringify(ownFields(part, rule)).slice(0, -1)}`;
    if (rule.children && Array.isArray(children)) {
      writing.text += `,${JSON.stringify(rule.children)}:`;
      writeParts(writing, children, rule, path);
    }
    writing.text += emptyTags;
    writing.cuts.push([writing.text.length, path]);
    writing.text += '}';
  });
  writing.text += ']';
}

/** The part without its tags and nested parts. */
function ownFields(part: Fields, rule: PartRule): Fields {
  if (part.tags === undefined && (rule.children === undefined || part[rule.children] === undefined)) return part;
  const { tags: _, ...shown } = part;
  if (rule.children !== undefined) delete shown[rule.children];
  return shown;
}

/** Path of a part relative to its entity, quoted as in FQNs: `address.city`. */
export function partPath(parent: string, part: Fields): string {
  const name = quoteName(String(part.name));
  return parent === '' ? name : `${parent}.${name}`;
}

/** Calls `visit` for every part of a rule, parents first. */
export function eachPart(
  core: Fields,
  rule: Pick<PartRule, 'path' | 'children' | 'below'>,
  visit: (part: Fields, path: string, position: number) => void,
): void {
  const walk = (parts: unknown, parent: string) => {
    if (!Array.isArray(parts)) return;
    parts.forEach((part: Fields, index) => {
      const path = partPath(parent, part);
      visit(part, path, index + 1);
      if (rule.children) walk(part[rule.children], path);
    });
  };
  walk(at(core, rule.path), rule.below ?? '');
}

/** Whether both hold the identical list object (`===`), not just an equal one. */
export function sharesParts(rule: Pick<PartRule, 'path'>, before: Fields | null, after: Fields): boolean {
  if (before === null) return false;
  const list = at(after, rule.path);
  return list !== undefined && list === at(before, rule.path);
}

/** The value at a dotted path. */
export function at(value: Fields, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value);
}

export { isObject };

/** The first field of a dotted path. */
export const rootOfPath = (path: string): string => path.split('.', 1)[0] ?? path;
