// What the browser remembers of a person's taste.
import { createStore, type Store } from './store.js';

export interface Preferences {
  /** Rail with words, or with icons only. */
  wideRail: boolean;
  dense: boolean;
  /** Shortcuts of a single key. */
  singleKeys: boolean;
  /** Addresses of assets that were opened last, newest first. */
  recent: Recent[];
}

export interface Recent {
  type: string;
  fqn: string;
  name: string;
}

const KEY = 'cairn.preferences';
const MOST_RECENT = 12;
const DEFAULTS: Preferences = { wideRail: true, dense: false, singleKeys: true, recent: [] };

export const preferences: Store<Preferences> = createStore(read());

export function prefer(change: Partial<Preferences>): void {
  preferences.set((now) => ({ ...now, ...change }));
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences.get()));
  } catch {
    // remembered until the page is closed
  }
}

/** Remembers an asset that was opened. */
export function noteRecent(opened: Recent): void {
  const others = preferences.get().recent.filter(({ type, fqn }) => type !== opened.type || fqn !== opened.fqn);
  prefer({ recent: [opened, ...others].slice(0, MOST_RECENT) });
}

function read(): Preferences {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return DEFAULTS;
  }
}
