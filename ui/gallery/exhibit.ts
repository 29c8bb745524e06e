import type { ReactNode } from 'react';

/** Components that are shown on one page, in every state they can have. */
export interface Exhibit {
  /** In the address. */
  name: string;
  /** A state, in words, and what shows it. */
  states: readonly (readonly [about: string, show: () => ReactNode])[];
}
