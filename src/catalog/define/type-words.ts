/** Nouns and identifiers for a type, derived from its declaration: for OpenAPI texts and operation ids. */
import type { EntityType } from './define.js';

/** Words of names that people do not write as words. */
const WRITTEN: ReadonlyMap<string, string> = new Map(
  ['AI', 'API', 'KPI', 'KPIs', 'LLM', 'MCP', 'ML'].map((word) => [word.toLowerCase(), word]),
);

/** OpenAPI tag of its routes: `Database Services` for `/v1/services/databaseServices`. */
export function groupOf({ path, group }: Pick<EntityType, 'path' | 'group'>): string {
  return group ?? collectionOf(path).map(writtenAs).map(capital).join(' ');
}

/** `database service` */
export function nounOf({ name }: Pick<EntityType, 'name'>): string {
  return wordsOf(name).map(writtenAs).join(' ');
}

/** `an ingestion pipeline`; letters are spoken by their names, as in `an MCP server`. */
export function aNounOf(type: Pick<EntityType, 'name'>): string {
  const noun = nounOf(type);
  return `${/^(?:[aeio]|[AEFHILMNORSX][A-Z])/.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** `database services` */
export function nounsOf(type: Pick<EntityType, 'path' | 'group'>): string {
  return groupOf(type).split(' ').map(writtenAs).join(' ');
}

/** `DatabaseService` and `DatabaseServices`, for operation ids. */
export function namesOf({ name, path, group }: Pick<EntityType, 'name' | 'path' | 'group'>): {
  one: string;
  many: string;
} {
  return { one: capital(name), many: group?.replaceAll(' ', '') ?? collectionOf(path).map(capital).join('') };
}

function collectionOf(path: string): string[] {
  return wordsOf(path.slice(path.lastIndexOf('/') + 1));
}

/** A word within a sentence. */
function writtenAs(word: string): string {
  const lower = word.toLowerCase();
  return WRITTEN.get(lower) ?? lower;
}

function wordsOf(name: string): string[] {
  return name.split(/(?<=[a-z0-9])(?=[A-Z])/);
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
