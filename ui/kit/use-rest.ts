import { useDeferredValue } from 'react';

/**
 * False when a component is rendered for the first time, true right after that: for what lies below the window, which people need not
 * wait for.
 */
export function useRest(): boolean {
  return useDeferredValue(true, false);
}
