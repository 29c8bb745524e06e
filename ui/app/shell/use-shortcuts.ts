import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { lastEdit } from '../../data/editing/edit.js';
import { preferences } from '../../data/preferences.js';
import { runShortcut } from '../../data/shortcuts.js';
import { navEntries } from '../page-routes.js';

const SEQUENCE = 1000; // milliseconds between the keys of one shortcut

interface Shortcuts {
  help(): void;
  /** Called by the first Ctrl+K; the palette handles further ones itself. */
  palette(): void;
}

/** `/` search, `?` help, `g` and a letter to go somewhere, Ctrl+Z undo; the rest is what pages have registered. */
export function useShortcuts({ help, palette }: Shortcuts): void {
  const navigate = useNavigate();
  // Times count from the opening of the page, so zero would make its first second the second half of a shortcut.
  const wentAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || isTyping(event.target)) return;
      if ((event.ctrlKey || event.metaKey) && event.key === 'k') {
        event.preventDefault();
        palette();
        return;
      }
      if ((event.ctrlKey || event.metaKey) && event.key === 'z' && lastEdit.get()) {
        event.preventDefault();
        void lastEdit.get()?.undo();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || !preferences.get().singleKeys) return;
      if (event.timeStamp - wentAt.current < SEQUENCE) {
        wentAt.current = Number.NEGATIVE_INFINITY;
        const entry = navEntries().find(({ key }) => key === event.key);
        if (entry) void navigate(entry.to);
      } else if (event.key === 'g') wentAt.current = event.timeStamp;
      else if (event.key === '?') help();
      else if (event.key === '/') {
        event.preventDefault();
        document.querySelector<HTMLInputElement>('[data-search-box]')?.focus();
      } else if (runShortcut(event.key)) event.preventDefault();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [navigate, help, palette]);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName) ||
    target.closest('[role=dialog]') !== null
  );
}
