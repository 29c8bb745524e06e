import { type RefObject, useLayoutEffect } from 'react';

/**
 * Gives the focus back to what opened a dialog. Mantine does so only for a dialog that stays in the page when it closes, and only to what
 * had the focus, which may be the entry of a menu that is gone by then. `to`: takes it instead, if what had it is gone.
 */
export function useFocusBack(opened: boolean, to?: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (!opened) return;
    const opener = document.activeElement;
    const menu = opener?.closest('[role=menu]')?.getAttribute('aria-labelledby');
    return () => {
      const last = document.activeElement;
      setTimeout(() => {
        const { activeElement: now, body } = document;
        if (now !== null && now !== body && (to || now !== last)) return; // somebody has taken it since
        const button = menu ? document.getElementById(menu) : null;
        (to ? [to.current] : [opener, button, document.querySelector('main')]).some(takesFocus);
      }, 10);
    };
  }, [opened, to]);
}

function takesFocus(element: Element | null): boolean {
  if (!(element instanceof HTMLElement) || element === document.body || !element.isConnected) return false;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}
