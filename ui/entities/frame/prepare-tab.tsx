import { prefetch } from '../../data/use-operation.js';
import { part } from '../../kit/states/part.js';
import { Loading } from '../../kit/states/states.js';
import { entityOperations } from '../entity-operations.js';
import type { EntityPage, EntityView, Tab } from '../entity-page.js';
import { entityAddress, questionOf } from './question.js';
import { tabsOf } from './tabs-of.js';

const parts = new WeakMap<Tab, ReturnType<typeof part<EntityView>>>();

/** The component of a tab. */
export function partOf(tab: Tab) {
  const known = parts.get(tab) ?? part(tab.page, <Loading />);
  parts.set(tab, known);
  return known;
}

/** Loads the file of the tab that an address names, and what it shows, while the entity is on its way. */
export function prepareTab(page: EntityPage, word: string | undefined, fqn: string): void {
  const tabs = tabsOf(page);
  const open = tabs.find(({ key }) => key === word) ?? tabs[0];
  if (!open) return;
  partOf(open).prepare();
  void open.page().then(
    ({ ahead }) => ahead?.(fqn),
    () => null, // the part says so
  );
}

/** Asks for the entity that the segments of an address name, and for what its tab shows. */
export function prepareEntity(page: EntityPage, segments: readonly string[]): void {
  const { fqn, tab, version } = entityAddress(page, segments);
  if (fqn === '') return;
  void prefetch(entityOperations(page.path).get, questionOf(page, fqn));
  if (version === undefined) prepareTab(page, tab, fqn);
}
