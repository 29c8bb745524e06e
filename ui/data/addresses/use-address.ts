import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { segmentsOf } from './addresses.js';

/** The segments of the address, decoded: `/table/a%2Fb/lineage` is `['table', 'a/b', 'lineage']`. */
export function useSegments(): string[] {
  const { pathname } = useLocation();
  return useMemo(() => segmentsOf(pathname), [pathname]);
}

/**
 * One parameter of the address as state: what is filtered, sorted, selected. Undefined where it is the default, which is left out.
 * `push` makes an entry of the history; otherwise the current one is replaced.
 */
export function useSearchState(
  name: string,
  fallback = '',
): [value: string, set: (value: string, options?: { push?: boolean }) => void] {
  const [search, setSearch] = useSearchParams();
  const value = search.get(name) ?? fallback;
  const set = useCallback(
    (next: string, { push = false }: { push?: boolean } = {}) =>
      setSearch(
        (now) => {
          const changed = new URLSearchParams(now);
          if (next === fallback) changed.delete(name);
          else changed.set(name, next);
          return changed;
        },
        { replace: !push, preventScrollReset: true },
      ),
    [name, fallback, setSearch],
  );
  return [value, set];
}

export { useNavigate };
