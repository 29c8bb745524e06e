/** Nouns and identifiers for a type, derived from its declaration: for OpenAPI texts and operation ids. */
import type { EntityType } from './define.js';

/** OpenAPI tag of its routes: `Database Services` for `/v1/services/databaseServices`. */
export function groupOf({ path, group }: Pick<EntityType, 'path' | 'group'>): string {
  return (
    group ??
    wordsOf(path.slice(path.lastIndexOf('/') + 1))
      .map(capital)
      .join(' ')
  );
}

/** `database service` */
export function nounOf({ name }: Pick<EntityType, 'name'>): string {
  return wordsOf(name).join(' ').toLowerCase();
}

/** `an ingestion pipeline` */
export function aNounOf(type: Pick<EntityType, 'name'>): string {
  const noun = nounOf(type);
  return `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** `database services` */
export function nounsOf(type: Pick<EntityType, 'path' | 'group'>): string {
  return groupOf(type).toLowerCase();
}

/** `DatabaseService` and `DatabaseServices`, for operation ids. */
export function namesOf(type: Pick<EntityType, 'name' | 'path' | 'group'>): { one: string; many: string } {
  return { one: capital(type.name), many: groupOf(type).replaceAll(' ', '') };
}

function wordsOf(name: string): string[] {
  return name.split(/(?<=[a-z0-9])(?=[A-Z])/);
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
