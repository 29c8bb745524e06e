import type { PageRoute } from './page-route.js';
import { useMayAny, useMe } from './rights.js';
import { createStore } from './store.js';
import { useStore } from './use-store.js';

/** Pages that have an entry on the page of settings; the router fills it in, so that pages need not know each other. */
export const settingRoutes = createStore<readonly PageRoute[]>([]);

export interface SettingEntry {
  to: string;
  title: string;
  setting: NonNullable<PageRoute['setting']>;
}

/** The settings that the person may see. */
export function useSettingEntries(): SettingEntry[] {
  const may = useMayAny();
  const { isAdmin = false } = useMe();
  return useStore(settingRoutes).flatMap(({ path, title, setting }) => {
    if (!setting || (setting.adminOnly && !isAdmin)) return [];
    if (setting.needs && may(...setting.needs) === 'no') return [];
    const to = setting.to ?? `/${path.replace(/\/?[:*].*$/, '')}`;
    return [{ to, title: title?.() ?? path, setting }];
  });
}
