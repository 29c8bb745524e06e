import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { Right } from './rights.js';

export type Section = 'top' | 'govern' | 'observe';

/** A page and its address. Each folder of `ui/pages` exports `routes`, a list of these, from its `routes.tsx`. */
export interface PageRoute {
  /** A pattern of react-router without the leading slash: `explore/:tab?`, `glossary/*`, `table/:name/*` where
   * there is nothing without a name. Read names from the raw path (`useSegments`). */
  path: string;
  /** Loads the component: `() => import('./explore-page.js').then((m) => m.ExplorePage)`. */
  page: () => Promise<ComponentType>;
  /** What the page is called in the window's title and the palette; a function of the current language. */
  title?: () => string;
  /** Shown to those who may do one of these, at least for some things; others read what they lack. */
  needs?: readonly (readonly [resource: string, right: Right])[];
  /** Shown without a session: sign-in and its neighbours. */
  open?: boolean;
  /** Its entry in the rail, if it has one. */
  nav?: {
    section: Section;
    icon: LucideIcon;
    /** Where the entry leads, if that is not `path`. */
    to?: string;
    /** The place in its section; smaller is higher. */
    order: number;
    /** Shown to those who may do this, at least for some entities. */
    needs?: readonly [resource: string, right: Right];
    /** The letter after `g` that goes there. */
    key?: string;
  };
  /** Its entry on the page of settings. */
  setting?: {
    group: 'services' | 'people' | 'access' | 'governance' | 'notifications' | 'preferences' | 'applications';
    /** One sentence on what can be done there. */
    about: () => string;
    /** Names of its fields, by which it is found, too. */
    fields?: () => string;
    to?: string;
    needs?: readonly [resource: string, right: Right];
    adminOnly?: boolean;
  };
}
