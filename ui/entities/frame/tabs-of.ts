import type { CommonTab, EntityPage, Tab } from '../entity-page.js';

const common: readonly CommonTab[] = Object.values(
  import.meta.glob<Record<string, CommonTab>>('../tabs/*.tsx', { eager: true }),
).flatMap((file) => Object.values(file));

/** The tabs of a type: its own, and those that types share. */
export function tabsOf(page: EntityPage): readonly Tab[] {
  const shared = common.filter(({ of }) => of(page)).map(({ order, tab }) => ({ order, tab }));
  const own = page.tabs.map((tab, order) => ({ order, tab }));
  return [...own, ...shared].sort((a, b) => a.order - b.order).map(({ tab }) => tab);
}
