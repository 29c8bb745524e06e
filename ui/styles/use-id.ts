import { useId as useReactId } from 'react';

/**
 * Takes the place of Mantine's hook of this name, which gives each element another id after it was drawn, for versions of React whose
 * ids do not fit into selectors: each page was rendered and laid out a second time for that.
 */
export function useId(given?: string): string {
  const own = useReactId();
  return given ?? own;
}
