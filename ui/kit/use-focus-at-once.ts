import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Gives a field the focus in the moment it is there. What is typed until a window moves the focus itself would be keys of the
 * page behind it.
 */
export function useFocusAtOnce(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), []);
  return field;
}
