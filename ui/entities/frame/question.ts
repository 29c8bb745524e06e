import { readEntityAddress } from '../../data/addresses/addresses.js';
import type { EntityPage } from '../entity-page.js';
import { tabsOf } from './tabs-of.js';

/** Fields that the frame itself shows, where the type has them. */
const COMMON = ['owners', 'tags', 'domains', 'followers', 'votes', 'dataProducts', 'extension', 'certification'];

export function fieldsOf(page: EntityPage): string {
  return [...new Set([...COMMON.filter((field) => !page.lacks?.includes(field)), ...page.fields])].join(',');
}

/** What the page of a type asks GET by name. */
export function questionOf(page: EntityPage, fqn: string) {
  return { params: { fqn }, query: { fields: fieldsOf(page), include: 'all' } };
}

/** What the segments of an address say of an entity. */
export function entityAddress(page: EntityPage, [, ...rest]: readonly string[]) {
  const words = tabsOf(page).map(({ key }) => key);
  return readEntityAddress(rest.slice((page.words?.[0]?.split('/').length ?? 1) - 1), words);
}
