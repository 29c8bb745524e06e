import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { part } from '../../kit/states/part.js';
import { useWords } from '../../words/define-words.js';
import { shellWords } from '../../words/shell.js';
import { Rail } from './rail.js';
import classes from './shell.module.css';
import { TopBar } from './top-bar.js';
import { useShortcuts } from './use-shortcuts.js';

// What nobody sees at first.
const EditNews = part(() => import('./edit-news.js').then((m) => m.EditNews));
const HelpDialog = lazy(() => import('./help-dialog.js').then((m) => ({ default: m.HelpDialog })));
const loadPalette = () => import('./palette.js').then((m) => ({ default: m.Palette }));
const Palette = lazy(loadPalette);

/** Milliseconds after which the page itself is there. */
const QUIET = 3000;

/** Navigation rail, top bar and what can open over every page: palette, help, toasts about edits. */
export function Shell({ children }: { children: ReactNode }) {
  const t = useWords(shellWords);
  const [help, setHelp] = useState(false);
  const [palette, setPalette] = useState(false);
  const [drawer, setDrawer] = useState(false);
  useShortcuts({ help: () => setHelp(true), palette: () => setPalette(true) });
  useEffect(() => {
    document.addEventListener('submit', focusMarked, true);
    return () => document.removeEventListener('submit', focusMarked, true);
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette().catch(() => null), QUIET);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={classes.shell}>
      <a href="#content" className={classes.skip}>
        {t('skip')}
      </a>
      <Rail opened={drawer} close={() => setDrawer(false)} />
      <div className={classes.column}>
        <TopBar openNavigation={() => setDrawer(true)} openHelp={() => setHelp(true)} />
        <main id="content" className={classes.content} tabIndex={-1}>
          {children}
        </main>
      </div>
      <EditNews />
      <Suspense>{palette ? <Palette openHelp={() => setHelp(true)} /> : null}</Suspense>
      <Suspense>{help ? <HelpDialog opened close={() => setHelp(false)} /> : null}</Suspense>
    </div>
  );
}

/** Moves the focus to the first field that a form marked instead of being sent: it may lie out of sight. */
function focusMarked({ target }: Event): void {
  setTimeout(() => target instanceof Element && target.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
}
