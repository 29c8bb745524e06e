import { readEntityAddress } from '../../../data/addresses/addresses.js';
import { useSegments } from '../../../data/addresses/use-address.js';
import type { EntityPage } from '../../../entities/entity-page.js';
import { tabsOf } from '../../../entities/frame/tabs-of.js';

/** The name in the address of one of these types; nothing where the address has none. */
export function useOpenFqn(...pages: EntityPage[]): string | undefined {
  const [, ...rest] = useSegments();
  const tabs = pages.flatMap((page) => tabsOf(page).map(({ key }) => key));
  return readEntityAddress(rest, tabs).fqn || undefined;
}
